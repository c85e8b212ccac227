import { code, fenced, generatedFrom, page, table } from "./markdown.mjs";
import { fieldsOf } from "./schema-fields.mjs";

/** When each kind of failure happens. The generator fails if one is missing. */
const WHEN = {
  invalid: "An argument is missing, unknown, of the wrong type or out of range",
  not_found: "What was named is not there",
  conflict: "It contradicts what is there",
  forbidden: "The role may not, the server only reads, or the decision is a person's",
  limited: "Too many calls",
  unavailable: "The memory cannot be reached or written now",
  insufficient: "There is not enough evidence to answer",
  internal: "A defect of ours; the log has the details",
};

export function toolsPage({ TOOLSETS, describeTool, listedTools }, { FAULT_CODES, Fault }) {
  const core = new Set(listedTools({ profile: "core", toolNames: "portable", readOnly: false }));
  return page(
    generatedFrom("Tools", "the tool values in `src/tools`"),
    [
      "What a client sees. A tool is called by its portable or its canonical name; both always work, whether it is listed or not.",
      "A tool that is not listed by default is listed with `--profile full` or `--toolsets NAME` (see [settings](settings.md)).",
      "Every result carries `structuredContent` in the shape below and a text that is enough by itself. Unknown arguments are refused by name.",
    ].join("\n"),
    Object.entries(TOOLSETS).map(([name, tools]) => [
      `## ${name}`,
      table(
        ["tool", "title", "effect", "role", "listed by default"],
        tools.map((tool) => [
          `[${code(tool.name)}](#${tool.name})`,
          tool.title,
          tool.effect,
          tool.role,
          core.has(tool) ? "yes" : "no",
        ]),
      ),
      tools.map((tool) => toolSection(tool, describeTool(tool))),
      errorSection(name, tools[0], FAULT_CODES, Fault),
    ]),
  );
}

function toolSection(tool, { inputSchema, outputSchema, annotations }) {
  const [success] = outputSchema.anyOf;
  const hints = Object.entries(annotations).filter(([, value]) => value === true);
  return [
    `### ${tool.name}`,
    `**${tool.title}.** ${tool.description}`,
    [
      `Canonical name ${code(tool.canonicalName)}. Effect: ${tool.effect}. Least role: ${tool.role}.`,
      tool.apiVersion
        ? `API version ${tool.apiVersion} (in ${code("_meta")} as ${code("membria/apiVersion")}).`
        : "",
      hints.length > 0 ? `Hints: ${hints.map(([hint]) => code(hint)).join(", ")}.` : "",
    ]
      .filter(Boolean)
      .join(" "),
    "Arguments:",
    table(
      ["argument", "type", "needed", "limits", "meaning"],
      fieldsOf(inputSchema).map(({ path, type, required, limits, about }) => [
        code(path),
        type,
        required ? "yes" : "",
        limits,
        about,
      ]),
    ),
    "Result:",
    table(
      ["field", "type", "always there", "meaning"],
      fieldsOf(success).map(({ path, type, required, about }) => [
        code(path),
        type,
        required ? "yes" : "",
        about,
      ]),
    ),
  ];
}

function errorSection(name, tool, codes, Fault) {
  const example = new Fault("invalid", "confidence must be at most 1; received 1.5.", {
    field: "confidence",
    received: 1.5,
    reason: "confidence_out_of_range",
    hint: "Use a number from 0 to 1, such as confidence: 0.75.",
  });
  const rows = codes.map((kind) => {
    if (!WHEN[kind]) throw new Error(`scripts/docs/tools-page.mjs does not say when ${kind} happens.`);
    return [kind, WHEN[kind], tool.refuse(new Fault(kind, "…")).text.replace(/:? ?…$/, "")];
  });
  return [
    `### Errors of ${name}`,
    "A call that was understood and failed is a result with `isError: true`. Its text says what was wrong, what was received and what would work, and its `structuredContent` says the same in this shape:",
    fenced("json", JSON.stringify(tool.refuse(example).structured, null, 2)),
    table(["kind", "when", "as this vocabulary says it"], rows),
  ];
}

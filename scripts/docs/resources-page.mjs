import { code, fenced, generatedFrom, page, table } from "./markdown.mjs";
import { fieldsOf } from "./schema-fields.mjs";

export function resourcesPage(
  { RESOURCES, describeResource, templateOf },
  { PROMPTS },
  { DETECTORS },
  { Fault },
  { protocolError },
) {
  const uri = "membria://decisions/all";
  const away = protocolError(new Fault("unavailable", "…", { retryAfter: 5 }), { uri });
  return page(
    generatedFrom("Resources and prompts", "the values in `src/resources`, `src/prompts` and `src/shared`"),
    "## Resources",
    [
      "What a client reads by its address. Contents are JSON (`application/json`), under 10,000 characters unless `max_tokens` asks for more; `omitted` says what was left out and how to get it.",
      'Stored text stays in its fields, and a `notice` says that it is data. Reading needs the role viewer, unless the resource says otherwise; `_meta["membria/project"]` names another project, as it does for tools.',
      "What may be asked for besides stands in the query, or in `arguments` beside the `uri`. Unknown keys are refused by name.",
    ].join("\n"),
    table(
      ["address", "what it is", "made of what is stored"],
      RESOURCES.map((resource) => [
        `[${code(resource.address)}](#${resource.name})`,
        resource.title,
        resource.quotesMemory ? "yes" : "figures only",
      ]),
    ),
    RESOURCES.map((resource) => resourceSection(resource, describeResource(resource), templateOf(resource))),
    "### Lists, completions and subscriptions",
    [
      "`resources/list` has what can be read, 50 decisions a page, the newest first; `resources/templates/list` has the addresses with variables. `completion/complete` offers ids by how they begin, domains and states.",
      "A client of 2026-07-28 hears of changes with `subscriptions/listen`, an older one with `resources/subscribe`: whichever process made the change, within two seconds, for the very address that was named. What comes with time alone, such as a day on which an outcome falls due, is not told.",
    ].join("\n"),
    "### Errors of resources",
    `A read that fails is a JSON-RPC error. A missing resource is ${code(-32602)} in 2026-07-28 and ${code(-32002)} in older revisions, with the address as its only data. Everything else has the codes of the [membria tools](tools.md#errors-of-membria) and says what was received and what would work; while the memory is away:`,
    fenced("json", JSON.stringify({ code: away.code, data: away.data }, null, 2)),
    "### Rules of anomalies",
    table(
      ["kind", "rule"],
      DETECTORS.map(({ kind, rule }) => [code(kind), rule]),
    ),
    "## Prompts",
    "Words to begin with, made when they are asked for: what the memory knows, as quoted data in a fence, and what to do with it.",
    PROMPTS.map(promptSection),
  );
}

function resourceSection(resource, { description }, template) {
  const fields = fieldsOf(resource.inputSchema);
  return [
    `### ${resource.name}`,
    `**${resource.title}.** ${description}`,
    `Address ${code(template)}.`,
    ...(fields.length === 0
      ? []
      : [
          table(
            ["name", "in", "type", "limits", "meaning"],
            fields.map(({ path, type, limits, about }) => [
              code(path),
              resource.variables.includes(path) ? "address" : "query",
              type,
              limits,
              about,
            ]),
          ),
        ]),
  ];
}

function promptSection({ name, title, description, arguments: args }) {
  return [
    `### ${name}`,
    `**${title}.** ${description}`,
    table(
      ["argument", "needed", "meaning"],
      args.map((argument) => [code(argument.name), argument.required ? "yes" : "", argument.description]),
    ),
  ];
}

import { CWE_TOP_25 } from "./cwe-top-25.mjs";
import { code, fenced, generatedFrom, page, table } from "./markdown.mjs";

export const THREAT_PAGES = "docs/threats";

/** An index, and a page for each pattern. */
export function threatPages(files, words) {
  const threats = files.map(({ threat }) => threat);
  return Object.fromEntries([
    [`${THREAT_PAGES}/README.md`, indexPage(threats, words)],
    ...files.map((file) => [`${THREAT_PAGES}/${file.threat.id}.md`, threatPage(file, threats, words)]),
  ]);
}

function indexPage(threats, { THREAT_TIERS, THREAT_CATEGORIES }) {
  const stacks = ({ code }) => code.map(({ framework }) => framework).join(", ") || "text only";
  return page(
    generatedFrom("Threat patterns", "`src/knowledge/threats`"),
    "What code of a certain kind tends to get wrong, in words of no framework. Code is attached for some stacks: a program that has the flaw and one that does not; the tests attack both over HTTP, and see the first one fall and the second one hold. [How to add one](../../CONTRIBUTING.md#add-a-threat-pattern).",
    Object.entries(THREAT_CATEGORIES).map(([category, question]) => [
      `## ${category}`,
      question,
      table(
        ["pattern", "what goes wrong", "severity", "likelihood", "tier", "code for"],
        threats
          .filter((threat) => threat.category === category)
          .map((threat) => [
            link(threat.id),
            threat.name,
            threat.severity,
            threat.likelihood,
            threat.tier,
            stacks(threat),
          ]),
      ),
    ]),
    "## CWE Top 25",
    "The list of 2025, with the patterns that name each weakness. Those of memory that the program manages itself are not covered, because none of the languages here lets application code make them without leaving the language.",
    table(
      ["rank", "weakness", "what it is", "patterns"],
      CWE_TOP_25.map(({ id, name, outside }, i) => [
        i + 1,
        weakness(id),
        name,
        threats
          .filter(({ cwe }) => cwe.includes(id))
          .map((threat) => link(threat.id))
          .join(", ") || (outside ? `not covered: ${outside}` : "**not covered**"),
      ]),
    ),
    "## Tiers",
    "How code comes to have the flaw, which says how hard one must look for it.",
    table(["tier", "meaning"], Object.entries(THREAT_TIERS)),
  );
}

function threatPage({ threat, proofs }, threats, { OWASP_API_RISKS, THREAT_TIERS, requestOf }) {
  const { id, aliases, agent, triggers, code: attached } = threat;
  const nameOf = (related) => threats.find((other) => other.id === related).name;
  return page(
    generatedFrom(threat.name, `\`src/knowledge/threats/${id}.yaml\``),
    table(
      ["", ""],
      [
        ["id", code(id)],
        ...(aliases.length > 0 ? [["once", aliases.map(code).join(", ")]] : []),
        ["code for", attached.map(({ framework }) => framework).join(", ") || "text only"],
        ["category", threat.category],
        ["severity, likelihood", `${threat.severity}, ${threat.likelihood}`],
        ["tier", `${threat.tier}: ${THREAT_TIERS[threat.tier]}`],
        ["weaknesses", threat.cwe.map(weakness).join(", ")],
        ...(threat.owasp.length > 0
          ? [
              [
                "OWASP API Security",
                threat.owasp.map((risk) => `${risk} ${OWASP_API_RISKS[risk]}`).join(", "),
              ],
            ]
          : []),
      ],
    ),
    `**Threat.** ${agent.threat}`,
    `**Check.** ${agent.check}`,
    `**Fix.** ${agent.fix}`,
    ["## What goes wrong", threat.description.trim()],
    ["## What language models miss", threat.misses.trim()],
    threat.attack === undefined ? [] : ["## An attack", threat.attack.trim()],
    threat.mitigations.length === 0
      ? []
      : [
          "## What helps",
          table(
            ["do", "effort", "what it costs, or leaves open"],
            threat.mitigations.map(({ do: what, effort, tradeoff }) => [what, effort, tradeoff]),
          ),
        ],
    attached.map((stack, i) => stackSection(stack, proofs[i], requestOf)),
    [
      "## When to think of it",
      `Words: ${triggers.words.map(code).join(", ")}.`,
      triggers.actions.map((action) => `- ${asText(action)}`).join("\n"),
      triggers.files.length > 0 ? `Files: ${triggers.files.map(code).join(", ")}.` : [],
    ],
    threat.related.length === 0
      ? []
      : ["## Related", threat.related.map((other) => `- ${link(other)}: ${nameOf(other)}`).join("\n")],
  );
}

/** A task with a tag in it is shown as it is, and is no part of the page. */
const asText = (task) => (task.includes("<") ? code(task) : task);

function stackSection({ language, framework, notes, vulnerable, fixed, core, test }, { exploit }, requestOf) {
  return [
    `## ${framework}, ${language}`,
    notes === undefined ? [] : notes.trim(),
    "The decisive lines:",
    fenced(language, core),
    "The attack as requests:",
    attackTable(exploit, requestOf),
    "### Vulnerable",
    fenced(language, vulnerable.trim()),
    "### Fixed",
    fenced(language, fixed.trim()),
    test === undefined ? [] : ["### A test that catches it", fenced(language, test.trim())],
  ];
}

const link = (id) => `[${code(id)}](${id}.md)`;

const weakness = (id) => `[${id}](https://cwe.mitre.org/data/definitions/${id.slice("CWE-".length)}.html)`;

function attackTable(steps, requestOf) {
  return table(
    ["who", "request", "vulnerable", "fixed"],
    steps.map((step) => {
      const { method, path } = requestOf(step);
      const body = step.json === undefined ? (step.body ?? step.base64 ?? "") : JSON.stringify(step.json);
      const times = step.times ? ` (${step.times} times${step.together ? " at once" : ""})` : "";
      return [
        step.as ?? "nobody",
        code(`${method} ${path} ${body}`.trim()) + times,
        reply(step.exploited ?? step.expect),
        reply(step.held ?? step.expect),
      ];
    }),
  );
}

const headersOf = (headers, word) =>
  Object.entries(headers ?? {}).map(([name, text]) => `${word} ${code(`${name}: ${text}`)}`);

function reply(expected) {
  if (!expected) return "succeeds";
  const quoted = (texts) => [texts].flat().map(code).join(", ");
  return [
    expected.status,
    expected.contains && `with ${quoted(expected.contains)}`,
    expected.lacks && `without ${quoted(expected.lacks)}`,
    ...headersOf(expected.headers, "with"),
    ...headersOf(expected.lacks_headers, "without"),
    expected.over_ms && `after more than ${expected.over_ms} ms`,
    expected.under_ms && `within ${expected.under_ms} ms`,
  ]
    .filter(Boolean)
    .join(" ");
}

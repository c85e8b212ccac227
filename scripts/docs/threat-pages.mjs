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

function indexPage(threats, { THREAT_TIERS, THREAT_CATEGORIES, frameworksOf }) {
  return page(
    generatedFrom("Threat patterns", "`src/knowledge/threats`"),
    "What code of a certain kind tends to get wrong. Each pattern has a program that has the flaw and one that does not; the tests attack both over HTTP, and see the first one fall and the second one hold. [How to add one](../../CONTRIBUTING.md#add-a-threat-pattern).",
    frameworksOf(threats).map((framework) => [
      `## ${framework}`,
      table(
        ["pattern", "what goes wrong", "category", "severity", "likelihood", "tier"],
        threats
          .filter((threat) => threat.framework === framework)
          .map(({ id, name, category, severity, likelihood, tier }) => [
            link(id),
            name,
            category,
            severity,
            likelihood,
            tier,
          ]),
      ),
    ]),
    "## Tiers",
    "How code comes to have the flaw, which says how hard one must look for it.",
    table(["tier", "meaning"], Object.entries(THREAT_TIERS)),
    "## Categories",
    "The question that was not asked.",
    table(["category", "question"], Object.entries(THREAT_CATEGORIES)),
  );
}

function threatPage({ threat, exploit }, threats, { OWASP_API_RISKS, THREAT_TIERS, requestOf }) {
  const { id, language, framework, agent, triggers, example } = threat;
  const nameOf = (related) => threats.find((other) => other.id === related).name;
  return page(
    generatedFrom(threat.name, `\`src/knowledge/threats/${id}.yaml\``),
    table(
      ["", ""],
      [
        ["id", code(id)],
        ["for", `${language}, ${framework}`],
        ["category", threat.category],
        ["severity, likelihood", `${threat.severity}, ${threat.likelihood}`],
        ["tier", `${threat.tier}: ${THREAT_TIERS[threat.tier]}`],
        ["weaknesses", threat.cwe.map(weakness).join(", ")],
        ["OWASP API Security", threat.owasp.map((risk) => `${risk} ${OWASP_API_RISKS[risk]}`).join(", ")],
      ],
    ),
    `**Threat.** ${agent.threat}`,
    `**Check.** ${agent.check}`,
    `**Fix.** ${agent.fix}`,
    fenced(language, example.core),
    ["## What goes wrong", threat.description.trim()],
    ["## What language models miss", threat.misses.trim()],
    ["## An attack", threat.attack.trim(), "As requests:", attackTable(exploit, requestOf)],
    [
      "## What helps",
      table(
        ["do", "effort", "what it costs, or leaves open"],
        threat.mitigations.map(({ do: what, effort, tradeoff }) => [what, effort, tradeoff]),
      ),
    ],
    ["## Vulnerable", fenced(language, example.vulnerable.trim())],
    ["## Fixed", fenced(language, example.fixed.trim())],
    ["## A test that catches it", fenced(language, threat.test.trim())],
    [
      "## When to think of it",
      `Words: ${triggers.words.map(code).join(", ")}.`,
      triggers.actions.map((action) => `- ${action}`).join("\n"),
      `Files: ${triggers.files.map(code).join(", ")}.`,
    ],
    threat.related.length === 0
      ? []
      : ["## Related", threat.related.map((other) => `- ${link(other)}: ${nameOf(other)}`).join("\n")],
  );
}

const link = (id) => `[${code(id)}](${id}.md)`;

const weakness = (id) => `[${id}](https://cwe.mitre.org/data/definitions/${id.slice("CWE-".length)}.html)`;

function attackTable(steps, requestOf) {
  return table(
    ["who", "request", "vulnerable", "fixed"],
    steps.map((step) => {
      const { method, path } = requestOf(step);
      const body = step.json === undefined ? (step.body ?? "") : JSON.stringify(step.json);
      const times = step.times ? ` (${step.times} times)` : "";
      return [
        step.as ?? "nobody",
        code(`${method} ${path} ${body}`.trim()) + times,
        reply(step.exploited ?? step.expect),
        reply(step.held ?? step.expect),
      ];
    }),
  );
}

function reply(expected) {
  if (!expected) return "succeeds";
  const quoted = (texts) => [texts].flat().map(code).join(", ");
  return [
    expected.status,
    expected.contains && `with ${quoted(expected.contains)}`,
    expected.lacks && `without ${quoted(expected.lacks)}`,
  ]
    .filter(Boolean)
    .join(" ");
}

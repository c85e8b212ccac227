import { AGAINST_RULES, type AgainstRule } from "../domain/repository/going-against.ts";
import { inQuotes } from "../tools/record-text.ts";
import { againstSentence, type CheckedChange } from "./change-report.ts";

/** A decision about a changed file, which is said and is no problem. */
const DECIDED = "decided";

const ABOUT: Readonly<Record<AgainstRule | typeof DECIDED, string>> = {
  "ruled-out": "Adds what a decision in force seems to have ruled out",
  "choice-removed": "Removes what a decision in force seems to have chosen",
  "anchor-changed": "Changes more than half of the code that a decision is anchored to",
  "anchor-gone": "Removes code that a decision is anchored to",
  "failed-before": "Adds what seems not to have worked out before",
  decided: "A decision in force is about this file",
};
const RULES = [...AGAINST_RULES, DECIDED] as const;
const ruleId = (rule: (typeof RULES)[number]): string => `membria/${rule}`;

interface Result {
  readonly rule: (typeof RULES)[number];
  readonly level: "warning" | "note";
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly decision: string;
}

/** The result as SARIF 2.1.0, which code hosts show beside the lines of a pull request. */
export function changeSarif({ speaking, against }: CheckedChange, version: string) {
  const results: Result[] = [
    ...against.map(
      (one): Result => ({
        rule: one.rule,
        level: "warning",
        text: againstSentence(one),
        path: one.path,
        line: one.line,
        decision: one.decision.id,
      }),
    ),
    ...speaking
      .filter(({ by }) => by !== "touched")
      .flatMap(({ decision, files }) =>
        files.map(
          ({ path, line }): Result => ({
            rule: DECIDED,
            level: "note",
            text: `${decision.id} is about this file: ${inQuotes(decision.statement)}.`,
            path,
            line,
            decision: decision.id,
          }),
        ),
      ),
  ];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Membria",
            version,
            rules: RULES.map((rule) => ({
              id: ruleId(rule),
              shortDescription: { text: ABOUT[rule] },
              defaultConfiguration: { level: rule === DECIDED ? "note" : "warning" },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: results.map(({ rule, level, text, path, line, decision }) => ({
          ruleId: ruleId(rule),
          ruleIndex: RULES.indexOf(rule),
          level,
          message: { text },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/") },
                region: { startLine: line },
              },
            },
          ],
          partialFingerprints: { "membria/v1": `${rule}:${decision}:${path}` },
        })),
      },
    ],
  };
}

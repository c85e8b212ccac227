import { contentWords } from "../../decisions/choice.ts";
import type { Warning } from "../warning.ts";

/** With only one other option the question is still whether to do it, not which way. */
const ENOUGH_ALTERNATIVES = 2;
const RISK_WITHOUT_ANY = 0.02;
const RISK_WITH_ONE = 0.01;

/** No warning if the caller was not asked for alternatives. An alternative that repeats the statement does not count. */
export function fewAlternatives(statement: string, alternatives: readonly string[] | undefined): Warning[] {
  if (alternatives === undefined) return [];
  const statementKey = keyOf(statement);
  const others = new Set(alternatives.map(keyOf).filter((key) => key !== statementKey));
  if (others.size >= ENOUGH_ALTERNATIVES) return [];
  return [
    {
      type: "few_alternatives",
      severity: "low",
      // It may be the right way all the same, so this alone is never a reason to stop.
      risk: others.size === 0 ? RISK_WITHOUT_ANY : RISK_WITH_ONE,
      message:
        others.size === 0
          ? "Nothing else was considered, so nothing says that this is the best way."
          : "Only one other way was considered.",
      evidence: `${others.size} alternative${others.size === 1 ? "" : "s"} given, ${ENOUGH_ALTERNATIVES} wanted`,
      evidenceIds: [],
      quotes: [],
      recommendation:
        "Name at least two other ways, such as the simplest one and that of leaving it as it is.",
    },
  ];
}

const keyOf = (text: string): string => {
  const words = [...contentWords(text)].sort((a, b) => (a < b ? -1 : 1)).join(" ");
  return words === "" ? text.trim().toLowerCase() : words;
};

import { contentWords } from "../../decisions/choice.ts";
import type { Warning } from "../warning.ts";

/** With only one other option the question is still whether to do it, not which way. */
const ENOUGH_ALTERNATIVES = 2;

/** No warning if the caller was not asked for alternatives. An alternative that repeats the statement does not count. */
export function fewAlternatives(statement: string, alternatives: readonly string[] | undefined): Warning[] {
  if (alternatives === undefined) return [];
  const statementKey = keyOf(statement);
  const others = new Set(alternatives.map(keyOf).filter((key) => key !== statementKey));
  if (others.size >= ENOUGH_ALTERNATIVES) return [];
  return [
    {
      type: "few_alternatives",
      severity: others.size === 0 ? "medium" : "low",
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

import { tellingWords } from "../../decisions/choice.ts";
import type { Warning } from "../warning.ts";

/** With one other option only, it is still a choice of whether and not of which. */
const ENOUGH = 2;

/** Nothing is said where nobody was asked for alternatives. One that says what the statement says is none. */
export function fewAlternatives(statement: string, alternatives: readonly string[] | undefined): Warning[] {
  if (alternatives === undefined) return [];
  const own = keyOf(statement);
  const others = new Set(alternatives.map(keyOf).filter((key) => key !== own));
  if (others.size >= ENOUGH) return [];
  return [
    {
      type: "few_alternatives",
      severity: others.size === 0 ? "medium" : "low",
      message:
        others.size === 0
          ? "Nothing else was considered, so nothing says that this is the best way."
          : "Only one other way was considered.",
      evidence: `${others.size} alternative${others.size === 1 ? "" : "s"} given, ${ENOUGH} wanted`,
      evidenceIds: [],
      quotes: [],
      recommendation:
        "Name at least two other ways, such as the simplest one and that of leaving it as it is.",
    },
  ];
}

const keyOf = (text: string): string => {
  const words = [...tellingWords(text)].sort((a, b) => (a < b ? -1 : 1)).join(" ");
  return words === "" ? text.trim().toLowerCase() : words;
};

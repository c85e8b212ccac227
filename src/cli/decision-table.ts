import { currentConfidence, type Decision } from "../domain/decisions/decision.ts";
import type { CheckAgainById } from "../domain/links/check-again.ts";
import { wholePercent } from "../domain/shared/percent.ts";
import { ageText } from "./age-text.ts";
import { NARROWEST_COLUMN, shorten, type Terminal, table } from "./terminal.ts";

const UNCUT = Number.POSITIVE_INFINITY;
const FACTS = ["ID", "AGE", "STATE", "OUTCOME", "CONF."];

/** A header and a line for each decision, or two where the terminal is narrow. What is no terminal gets them whole. */
export function decisionTable(
  decisions: readonly Decision[],
  now: Date,
  terminal: Terminal,
  shown: { readonly project?: boolean; readonly checkAgain?: CheckAgainById } = {},
): string {
  const width = terminal.cutsLines ? terminal.width : UNCUT;
  const facts = [
    [...FACTS, ...(shown.project ? ["PROJECT"] : [])],
    ...decisions.map((decision) => [
      ...factsOf(decision, now, shown.checkAgain?.has(decision.id)),
      ...(shown.project ? [decision.project] : []),
    ]),
  ];
  const subjects = ["DOMAIN", ...decisions.map(({ domain }) => domain)];
  const statements = ["DECISION", ...decisions.map(({ statement }) => statement)];
  const before = linesOf(facts.map((row, i) => [...row, subjects[i] ?? "", "|"]));
  const [header = "", ...lines] =
    (before[0]?.length ?? 0) + NARROWEST_COLUMN <= width
      ? linesOf(
          facts.map((row, i) => [...row, subjects[i] ?? "", statements[i] ?? ""]),
          width,
        )
      : linesOf(facts).map((line, i) =>
          i === 0 ? line : `${line}\n  ${shorten(`${subjects[i]}: ${statements[i]}`, width - 2)}`,
        );
  return [terminal.style("dim", header), ...lines].join("\n");
}

const linesOf = (rows: readonly (readonly string[])[], width = UNCUT): string[] =>
  table(rows, width).split("\n");

function factsOf(decision: Decision, now: Date, isToCheck = false): string[] {
  const confidence = currentConfidence(decision);
  return [
    decision.id,
    ageText(decision.createdAt, now),
    `${decision.standing === "active" ? decision.progress : decision.standing}${isToCheck ? ", check again" : ""}`,
    decision.outcome?.status ?? "–",
    confidence === undefined ? "–" : wholePercent(confidence),
  ];
}

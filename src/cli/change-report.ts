import type { SpeakingDecision } from "../app/repository/check-change.ts";
import { AGAINST_WORDS, type GoingAgainst } from "../domain/repository/going-against.ts";
import { HOW_PLACED } from "../tools/membria/why.ts";
import { inQuotes } from "../tools/record-text.ts";
import { counted } from "./counted.ts";
import { shorten, type Terminal } from "./terminal.ts";

/** What a change touches and what speaks about it. */
export interface CheckedChange {
  readonly files: readonly { readonly path: string; readonly kind: string }[];
  readonly more: number;
  readonly speaking: readonly SpeakingDecision[];
  readonly against: readonly GoingAgainst[];
  readonly isComplete: boolean;
}

/** `It adds redis, which seems to be what was ruled out by dec_a: "Keep sessions in the database".` */
export const againstSentence = ({ rule, about, decision }: GoingAgainst): string =>
  `Seems to go against ${decision.id} ${inQuotes(decision.statement)}: it ${AGAINST_WORDS[rule](about)}.`;

export const changeFields = ({ files, more, speaking, against, isComplete }: CheckedChange) => ({
  files: files.map(({ path, kind }) => ({ path, kind })),
  ...(more > 0 && { files_not_read: more }),
  decisions: speaking.map(({ decision, by, files: about }) => ({
    decision_id: decision.id,
    statement: decision.statement,
    ruled_out: [...decision.alternatives],
    by,
    files: about.map(({ path, line }) => ({ path, line })),
  })),
  against: against.map(({ rule, decision, path, line, about }) => ({
    rule,
    decision_id: decision.id,
    statement: decision.statement,
    path,
    line,
    about,
  })),
  history_read: isComplete,
});

export function changeText(change: CheckedChange, { style, width }: Terminal): string {
  const { files, speaking, against, more, isComplete } = change;
  const touched = `${counted(files.length, "file")} changed${more > 0 ? `, and ${more} more that were not read` : ""}.`;
  return [
    touched,
    ...(speaking.length === 0
      ? ["No decision is known to be about them."]
      : ["", style("bold", "Decided about them")]),
    ...speaking.flatMap(({ decision, by, files: about }) => [
      `${style("green", "●")} ${style("bold", decision.id)}  ${style("dim", `${HOW_PLACED[by]}: ${about.map(({ path }) => path).join(", ")}`)}`,
      `  ${shorten(decision.statement, width * 2)}`,
      ...decision.alternatives.map((one) => `  ruled out  ${shorten(one, width)}`),
    ]),
    "",
    ...(against.length === 0
      ? ["Nothing seems to go against a decision."]
      : [style("bold", "Seems to go against"), ...against.flatMap((one) => linesOf(one, { style, width }))]),
    ...(isComplete ? [] : ["", "Not all of the history was read yet, so moved files may be missing."]),
  ].join("\n");
}

function linesOf(
  { rule, decision, path, line, about }: GoingAgainst,
  { style, width }: Pick<Terminal, "style" | "width">,
): string[] {
  return [
    `${style("yellow", "!")} ${path}:${line}  ${AGAINST_WORDS[rule](about)}`,
    `  ${style("bold", decision.id)}  ${shorten(decision.statement, width * 2)}`,
  ];
}

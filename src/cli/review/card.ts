import { assumptionsIn } from "../../domain/decisions/assumption.ts";
import type { CandidateOrigin, CheckpointDraft, DecisionCandidate } from "../../domain/hooks/candidate.ts";
import { citationText } from "../../domain/hooks/citation.ts";
import { causeWords } from "../../domain/links/check-again-words.ts";
import { linkSentence } from "../../domain/links/link.ts";
import { acceptableFrom } from "../../domain/proposals/proposal.ts";
import { placeName } from "../../domain/repository/anchor-state.ts";
import { foldLines, splitLines } from "../../domain/shared/lines.ts";
import { inQuotes } from "../../tools/record-text.ts";
import type { ItemOf, ReviewItem, ReviewKind } from "../../tools/review/queue.ts";
import { ageText } from "../age-text.ts";
import { saysLines } from "../repository-lines.ts";
import { shorten, type Terminal } from "../terminal.ts";

/** A text of many lines is read in the editor. */
const MOST_LINES = 10;
const MOST_QUOTED = 600;

export const KIND_TITLES: Readonly<Record<ReviewKind, string>> = {
  decision: "Was this decided?",
  checkpoint: "Is this where the work stands?",
  outcome: "How did this work out?",
  link: "Is this so?",
  proposal: "Should this hold?",
};

type Lines = (string | undefined)[];
type Shown = Pick<Terminal, "style" | "width">;

/** What is asked about, and where it comes from. */
export function card(item: ReviewItem, terminal: Shown, now: Date): string {
  const lines = LINES_OF[item.kind] as (item: ReviewItem, terminal: Shown, now: Date) => Lines;
  return lines(item, terminal, now)
    .filter((line) => line !== undefined)
    .join("\n");
}

const LINES_OF: { readonly [K in ReviewKind]: (item: ItemOf<K>, terminal: Shown, now: Date) => Lines } = {
  decision: ({ candidate }, { style }, now) => [
    style("bold", oneLine(candidate.statement)),
    candidate.alternatives.length > 0
      ? `  instead of  ${candidate.alternatives.map(oneLine).join("; ")}`
      : undefined,
    candidate.reasoning === undefined ? undefined : `  because  ${oneLine(candidate.reasoning)}`,
    `  ${SAID_BY[candidate.origin]}  ${inQuotes(quoted(candidate.quote))}`,
    ...whereFrom(candidate, style, now),
  ],
  checkpoint: ({ candidate }, { style }, now) => [
    ...firstLines(candidate.summary).map((line) => `  ${line}`),
    ...whereFrom(candidate, style, now),
  ],
  outcome: ({ decision, checkAgain, says, places }, { style }, now) => [
    style("bold", oneLine(decision.statement)),
    decision.reasoning === undefined ? undefined : `  because  ${quoted(decision.reasoning)}`,
    ...assumptionsIn(decision).map(
      ({ text, state }) => `  assumed  ${oneLine(text)}${state === "holds" ? "" : ` (${state} by now)`}`,
    ),
    ...checkAgain.map((cause) => `  ${style("yellow", "check again")}  ${causeWords(cause)}`),
    ...saysLines(says, { style }, "  "),
    ...places.map(({ anchor, state }) => `  code  ${oneLine(placeName(anchor))}: ${state}`),
    style(
      "dim",
      `  ${decision.id}, by the ${decision.author.kind} ${inQuotes(decision.author.name)}, ${ageOf(decision.createdAt, now)}${
        decision.confidence === undefined || !decision.confidenceStated
          ? ""
          : `, with a confidence of ${decision.confidence}`
      }`,
    ),
  ],
  link: ({ pending: { link, from, to, conflicts } }, { style, width }, now) => [
    `  ${oneLine(shorten(from.statement, width * 2))}`,
    `  ${style("bold", link.relation)}`,
    `  ${oneLine(shorten(to.statement, width * 2))}`,
    `  because  ${quoted(link.reason)}`,
    link.evidence === undefined ? undefined : `  evidence  ${quoted(link.evidence)}`,
    ...conflicts.map(
      (other) => `  ${style("yellow", "conflicts with a link in force:")} ${linkSentence(other)}`,
    ),
    style(
      "dim",
      `  ${link.id}: ${link.from} to ${link.to}, proposed by the ${link.proposedBy.kind} ${inQuotes(link.proposedBy.name)}, ${ageOf(link.proposedAt, now)}`,
    ),
  ],
  proposal: ({ proposal }, { style }, now) => [
    style("bold", oneLine(proposal.statement)),
    `  because  ${quoted(proposal.reasoning)}`,
    ...proposal.explanations.map((one) => `  or else  ${oneLine(one)}`),
    style(
      "dim",
      `  ${proposal.id}, from ${proposal.evidence.length} records, ${ageOf(proposal.createdAt, now)}`,
    ),
    acceptableFrom(proposal) > now
      ? style("yellow", `  It can be accepted from ${acceptableFrom(proposal).toISOString()} on.`)
      : undefined,
  ],
};

const SAID_BY: Readonly<Record<CandidateOrigin, string>> = {
  person: "you said",
  agent: "the agent said",
  written: "it says",
};

function whereFrom(
  candidate: DecisionCandidate | CheckpointDraft,
  style: Terminal["style"],
  now: Date,
): Lines {
  const { id, client, at, files } = candidate;
  const citation = candidate.kind === "decision" ? candidate.citation : undefined;
  return [
    citation && `  stands in  ${citationText(citation)}`,
    files.length > 0 ? `  files  ${files.map(oneLine).join(", ")}` : undefined,
    style("dim", `  ${id}, ${citation ? "found" : `in ${oneLine(client)},`} ${ageOf(at, now)}`),
  ];
}

/** `3h ago (2026-03-01 09:00)`. */
function ageOf(at: Date, now: Date): string {
  const age = ageText(at, now);
  const when = at.toISOString().slice(0, 16).replace("T", " ");
  return `${age === "now" ? "just now" : `${age} ago`} (${when} UTC)`;
}

const oneLine = (text: string): string => foldLines(text).trim();
const quoted = (text: string): string => shorten(text, MOST_QUOTED);

function firstLines(text: string): string[] {
  const lines = splitLines(text).filter((line) => line.trim() !== "");
  const left = lines.length - MOST_LINES;
  return left <= 0
    ? lines
    : [...lines.slice(0, MOST_LINES), `… ${left} more ${left === 1 ? "line" : "lines"}`];
}

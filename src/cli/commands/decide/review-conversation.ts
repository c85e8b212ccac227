/** The conversation of a review: a card for each item, a key for each answer. */

import {
  type CandidateOrigin,
  type CheckpointDraft,
  citationText,
  type DecisionCandidate,
} from "../../../candidates/index.ts";
import {
  acceptableFrom,
  assumptionsIn,
  causeWords,
  linkSentence,
  type OutcomeStatus,
} from "../../../decisions/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { type ProposedOutcome, placeName } from "../../../repository/index.ts";
import { Fault } from "../../../shared/errors.ts";
import type { Call } from "../../../shared/operations/operation.ts";
import { foldLines, splitLines } from "../../../shared/text.ts";
import { inQuotes } from "../../../tools/quote.ts";
import {
  type Answer,
  type Decided,
  decideItem,
  type ItemOf,
  type ReviewItem,
  type ReviewKind,
  takeBackAnswer,
} from "../../../tools/review-queue.ts";
import { noticeText, wordedFault } from "../../../tools/wording.ts";
import type { CommandContext } from "../../command.ts";
import { agoText, minuteText } from "../../figures.ts";
import { shorten, type Terminal } from "../../terminal.ts";
import { saysLines } from "./git-sync.ts";

interface Reviewed {
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
}

/** Something that was decided in this conversation, and where it stood in the queue. */
interface Step {
  readonly index: number;
  readonly decided: Decided;
}

type Talk = Pick<CommandContext, "terminal" | "installation" | "wording"> & {
  readonly deps: Deps;
  readonly call: Call;
};

/** Asks about one item after the other. Each answer is written at once, so that leaving loses nothing. */
export async function converse(items: readonly ReviewItem[], talk: Talk): Promise<Reviewed> {
  const { terminal, deps } = talk;
  const { style } = terminal;
  const steps: Step[] = [];
  const skipped = new Set<string>();
  let index = 0;
  for (let item = items[index]; item; item = items[index]) {
    const title = `${index + 1} of ${items.length}  ${KIND_TITLES[item.kind]}`;
    terminal.say(`\n${style("cyan", title)}\n${card(item, terminal, deps.clock.now())}`);
    const last = steps.at(-1);
    const key = await askKey(item, last?.decided.undo !== undefined, talk);
    if (key === undefined || key === "q") break;
    if (key === "u") {
      index = await takeBack(steps, talk, index);
    } else if (key === "s") {
      skipped.add(item.id);
      index++;
    } else {
      const decided = await answered(item, key, talk);
      if (decided === "stay") continue;
      if (decided !== "gone") steps.push({ index, decided });
      skipped.delete(item.id);
      index++;
    }
  }
  const count = (verdict: Answer["verdict"]): number =>
    steps.filter(({ decided }) => decided.verdict === verdict).length;
  return { accepted: count("accepted"), rejected: count("rejected"), skipped: skipped.size };
}

type Key = "y" | "n" | "p" | "d" | "e" | "s" | "u" | "q";

const MEANINGS: Readonly<Record<ReviewKind, Partial<Record<Key, string>>>> = {
  decision: { y: "yes, keep it", n: "no", e: "edit" },
  checkpoint: { y: "yes, keep it", n: "no", e: "edit" },
  outcome: { y: "it worked", n: "it failed", p: "partly" },
  link: { y: "approve", n: "reject" },
  proposal: { y: "accept", n: "reject" },
};

/** The suggestion of the repository is the first answer. */
const SUGGESTED: Readonly<Record<ProposedOutcome["status"], Partial<Record<Key, string>>>> = {
  success: { y: "yes, it worked", n: "it failed", p: "partly", d: "that says nothing" },
  failure: { y: "yes, it failed", n: "it worked", p: "partly", d: "that says nothing" },
};

const ALWAYS: Partial<Record<Key, string>> = { s: "skip", q: "quit" };

function askKey(item: ReviewItem, canUndo: boolean, { terminal }: Talk): Promise<Key | undefined> {
  const proposed = item.kind === "outcome" ? item.says.proposed : undefined;
  const meant = proposed ? SUGGESTED[proposed.status] : MEANINGS[item.kind];
  const meanings = { ...meant, ...(canUndo && { u: "undo the last" }), ...ALWAYS };
  const question = Object.entries(meanings)
    .map(([key, meaning]) => `${terminal.style("bold", key)} ${meaning}`)
    .join(" · ");
  return terminal.pressKey(`${question} ›`, Object.keys(meanings) as Key[]);
}

/** Takes back the last answer, and returns where the conversation goes on. */
async function takeBack(steps: Step[], talk: Talk, here: number): Promise<number> {
  const { index = here, decided } = steps.at(-1) ?? {};
  const undo = decided?.undo;
  if (!undo || (await orRefusal(() => takeBackAnswer(undo, talk.deps, talk.call), talk)) instanceof Fault)
    return here;
  steps.pop();
  talk.terminal.say(`Taken back: ${undo.text}.`);
  return index;
}

/** The result of an answer: `stay` asks again, `gone` means that somebody else was faster. */
async function answered(item: ReviewItem, key: Key, talk: Talk): Promise<Decided | "stay" | "gone"> {
  const { terminal, wording, deps, call } = talk;
  const answer = await wholeAnswer(item, key, talk);
  if (!answer) return "stay";
  const decided = await orRefusal(() => decideItem(item, answer, deps, call), talk);
  if (decided instanceof Fault) return decided.code === "not_found" ? "gone" : "stay";
  const notices = decided.notices.map((notice) => noticeText(notice, wording));
  terminal.say([terminal.style("green", decided.text), ...notices].join("\n"));
  return decided;
}

/** With what the key alone does not say. Undefined if the person left it. */
async function wholeAnswer(item: ReviewItem, key: Key, talk: Talk): Promise<Answer | undefined> {
  const { terminal } = talk;
  const verdict = key === "n" || key === "d" ? "rejected" : "accepted";
  if (key === "d") return { verdict, dismissed: true };
  if (item.kind === "outcome") {
    const lesson = await terminal.askLine("What was learned? (Enter for nothing)");
    return lesson === undefined ? undefined : { verdict, status: statusOf(item, key), lesson };
  }
  if (key === "e" && (item.kind === "decision" || item.kind === "checkpoint")) {
    const words = await changeWords(item, talk);
    return words === undefined ? undefined : { verdict, words };
  }
  if (item.kind === "link" && key === "y" && item.pending.conflicts.length > 0) {
    const sure = await terminal.pressKey("Approve it all the same? y/n ›", ["y", "n"]);
    return sure === "y" ? { verdict, despiteConflicts: true } : undefined;
  }
  return { verdict };
}

function statusOf({ says: { proposed } }: ItemOf<"outcome">, key: Key): OutcomeStatus | undefined {
  if (key === "p") return "partial";
  const isFirst = key === "y";
  if (isFirst && proposed) return undefined;
  return isFirst === (proposed?.status !== "failure") ? "success" : "failure";
}

/** A refusal is told, and the conversation goes on. */
async function orRefusal<T>(work: () => Promise<T>, { terminal, wording }: Talk): Promise<T | Fault> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === "internal") throw error;
    const { message, hint } = wordedFault(error, wording);
    terminal.say(terminal.style("yellow", [message, ...(hint ? [hint] : [])].join("\n")));
    return error;
  }
}

/**
 * The words of the person in place of those that were found: one line is changed where it is asked for, a longer text in
 * the editor. Undefined if they left it, or there is no editor for a longer text.
 */
async function changeWords(
  { id, candidate }: ItemOf<"decision"> | ItemOf<"checkpoint">,
  { terminal, installation }: Pick<CommandContext, "terminal" | "installation">,
): Promise<string | undefined> {
  const text = candidate.kind === "decision" ? candidate.statement : candidate.summary;
  if (splitLines(text.trim()).length === 1) return (await terminal.askLine("›", text)) || undefined;
  const editor = installation.editor();
  if (!editor) {
    terminal.say("It has several lines: set EDITOR to change it.");
    return undefined;
  }
  const edited = await editor.open(`${id}.md`, text);
  const words = edited.text.trim();
  if (!edited.ended) {
    terminal.say(`The editor did not end well, so nothing was taken over. Your text is in ${edited.path}.`);
    return undefined;
  }
  await edited.discard();
  return words || undefined;
}

/** A text of many lines is read in the editor. */
const MOST_LINES = 10;
const MOST_QUOTED = 600;

const KIND_TITLES: Readonly<Record<ReviewKind, string>> = {
  decision: "Was this decided?",
  checkpoint: "Is this where the work stands?",
  outcome: "How did this work out?",
  link: "Is this so?",
  proposal: "Should this hold?",
};

type Lines = (string | undefined)[];
type Shown = Pick<Terminal, "style" | "width">;

/** Shows the item, and where it comes from. */
function card(item: ReviewItem, terminal: Shown, now: Date): string {
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
const ageOf = (at: Date, now: Date): string => `${agoText(at, now)} (${minuteText(at)} UTC)`;

const oneLine = (text: string): string => foldLines(text).trim();
const quoted = (text: string): string => shorten(text, MOST_QUOTED);

function firstLines(text: string): string[] {
  const lines = splitLines(text).filter((line) => line.trim() !== "");
  const left = lines.length - MOST_LINES;
  return left <= 0
    ? lines
    : [...lines.slice(0, MOST_LINES), `… ${left} more ${left === 1 ? "line" : "lines"}`];
}

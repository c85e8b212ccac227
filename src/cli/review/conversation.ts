import type { Deps } from "../../app/deps.ts";
import type { Call } from "../../app/shared/operation.ts";
import type { OutcomeStatus } from "../../domain/decisions/outcome.ts";
import type { ProposedOutcome } from "../../domain/repository/proposed-outcome.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { type Answer, type Decided, decideItem, takeBackAnswer } from "../../tools/review/decide-item.ts";
import type { ItemOf, ReviewItem, ReviewKind } from "../../tools/review/queue.ts";
import { noticeText, wordedFault } from "../../tools/wording.ts";
import type { CommandContext } from "../command.ts";
import { card, KIND_TITLES } from "./card.ts";
import { changeWords } from "./change-words.ts";

type Key = "y" | "n" | "p" | "d" | "e" | "s" | "u" | "q";

const MEANINGS: Readonly<Record<ReviewKind, Partial<Record<Key, string>>>> = {
  decision: { y: "yes, keep it", n: "no", e: "edit" },
  checkpoint: { y: "yes, keep it", n: "no", e: "edit" },
  outcome: { y: "it worked", n: "it failed", p: "partly" },
  link: { y: "approve", n: "reject" },
  proposal: { y: "accept", n: "reject" },
};
/** What the repository suggests is the first answer. */
const SUGGESTED: Readonly<Record<ProposedOutcome["status"], Partial<Record<Key, string>>>> = {
  success: { y: "yes, it worked", n: "it failed", p: "partly", d: "that says nothing" },
  failure: { y: "yes, it failed", n: "it worked", p: "partly", d: "that says nothing" },
};
const ALWAYS: Partial<Record<Key, string>> = { s: "skip", q: "quit" };

function statusOf({ says: { proposed } }: ItemOf<"outcome">, key: Key): OutcomeStatus | undefined {
  if (key === "p") return "partial";
  const isFirst = key === "y";
  if (isFirst && proposed) return undefined;
  return isFirst === (proposed?.status !== "failure") ? "success" : "failure";
}

export interface Reviewed {
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
  if (!undo || (await orTold(() => takeBackAnswer(undo, talk.deps, talk.call), talk)) instanceof Fault)
    return here;
  steps.pop();
  talk.terminal.say(`Taken back: ${undo.text}.`);
  return index;
}

/** What became of an answer: `stay` asks again, `gone` means that somebody else was faster. */
async function answered(item: ReviewItem, key: Key, talk: Talk): Promise<Decided | "stay" | "gone"> {
  const { terminal, wording, deps, call } = talk;
  const answer = await wholeAnswer(item, key, talk);
  if (!answer) return "stay";
  const decided = await orTold(() => decideItem(item, answer, deps, call), talk);
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

/** A refusal is told, and the conversation goes on. */
async function orTold<T>(work: () => Promise<T>, { terminal, wording }: Talk): Promise<T | Fault> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.code === "internal") throw error;
    const { message, hint } = wordedFault(error, wording);
    terminal.say(terminal.style("yellow", [message, ...(hint ? [hint] : [])].join("\n")));
    return error;
  }
}

/** The command review: a conversation at a terminal, and otherwise a list or the answers of a script. */

import * as z from "zod";
import type { CheckpointDraft, DecisionCandidate } from "../../../candidates/index.ts";
import { quietSync } from "../../../repository/index.ts";
import { Fault } from "../../../shared/errors.ts";
import type { Call } from "../../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../../shared/text.ts";
import { proposalFields } from "../../../tools/agent-memory/accept-proposal.ts";
import { shortAnchors, shortCheckAgain } from "../../../tools/decision-facts.ts";
import { pendingLinkFields } from "../../../tools/mama/link-fields.ts";
import { decisionFields } from "../../../tools/membria/decision-fields.ts";
import { repositoryFields } from "../../../tools/record-fields.ts";
import {
  type Answer,
  decideItem,
  type ItemOf,
  MOST_OF_A_KIND,
  type ReviewItem,
  type ReviewKind,
  type ReviewQueue,
  readQueue,
  totalOf,
} from "../../../tools/review-queue.ts";
import { noticeText, wordedFault } from "../../../tools/wording.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand, EXIT_CODES } from "../../command.ts";
import { ageText, counted } from "../../figures.ts";
import { type Terminal, table } from "../../terminal.ts";
import { citationFields } from "../move/harvest.ts";
import { converse } from "./review-conversation.ts";

const ids = (what: string) => z.array(boundedText(1, LIMITS.name)).default([]).describe(what);

export const review = defineCommand({
  name: "review",
  summary:
    "Go through what waits for you: decisions that sessions seem to have made, where they stood, due outcomes, links and proposals.",
  positionals: [],
  input: z.strictObject({
    accept: ids(
      "Without asking: accept the one with this id; for an outcome, what the repository suggests, or else success.",
    ),
    reject: ids(
      "Without asking: reject the one with this id; for an outcome, failure, or that the suggested failure is none.",
    ),
    limit: z.number().int().min(1).max(MOST_OF_A_KIND).default(50).describe("How many of each kind at most."),
  }),
  async run({ accept, reject, limit }, context) {
    const call = await context.call();
    await quietSync(await context.deps(), call);
    const answers = new Map<string, Answer>();
    for (const id of accept) answers.set(id, { verdict: "accepted" });
    for (const id of reject) {
      if (answers.has(id)) throw answeredTwice(id);
      answers.set(id, { verdict: "rejected" });
    }
    if (answers.size > 0) return decideAll(answers, context, call);
    const mayAsk = context.terminal.converses && context.personTypes() && !context.asJson;
    return mayAsk && !isAcrossProjects(call) ? talk(limit, context, call) : list(limit, context, call);
  },
});

async function list(limit: number, context: CommandContext, call: Call): Promise<CommandResult> {
  const { terminal, personTypes } = context;
  const deps = await context.deps();
  const queue = await readQueue(deps, call, limit);
  const acrossProjects = isAcrossProjects(call);
  const shown = queueList(queue, terminal, { now: deps.clock.now(), acrossProjects });
  const first = queue.items[0];
  const next = !first
    ? []
    : acrossProjects
      ? ["", "To decide on them, name one project: membria review --project NAME"]
      : personTypes()
        ? [
            "",
            "At a terminal, `membria review` asks about one after the other.",
            `Without one: membria review --accept ${first.id}   or   membria review --reject ${first.id}`,
          ]
        : ["", "A person decides on them at a terminal."];
  return { json: { project: call.scope, ...queueFields(queue) }, text: [shown, ...next].join("\n") };
}

async function talk(limit: number, context: CommandContext, call: Call): Promise<CommandResult> {
  const deps = await context.deps();
  const queue = await readQueue(deps, call, limit);
  if (queue.items.length === 0) return { json: {}, text: NOTHING_WAITS };
  const { accepted, rejected, skipped } = await converse(queue.items, { ...context, deps, call });
  const left = totalOf((await readQueue(deps, call, 1)).waiting);
  return {
    json: {},
    text: [
      "",
      `${accepted} accepted, ${rejected} rejected, ${skipped} skipped.`,
      left === 0 ? NOTHING_WAITS : `${counted(left, "still waits", "still wait")}: membria review`,
    ].join("\n"),
  };
}

/** Answers for the ids that a script of a person names. One that is refused does not keep the others from being decided. */
async function decideAll(
  answers: ReadonlyMap<string, Answer>,
  { deps: opened, personTypes, wording }: CommandContext,
  call: Call,
): Promise<CommandResult> {
  if (!personTypes()) throw personNeeded();
  const deps = await opened();
  const { items } = await readQueue(deps, call, MOST_OF_A_KIND);
  const decided = [];
  const refused = [];
  for (const [id, answer] of answers) {
    try {
      const item = waitingItem(id, items);
      const { text, became, notices } = await decideItem(item, answer, deps, call);
      const told = notices.map((notice) => noticeText(notice, wording));
      decided.push({
        id,
        kind: item.kind,
        verdict: answer.verdict,
        became: became ?? null,
        notices: told,
        text,
      });
    } catch (error) {
      const fault = wordedFault(Fault.from(error), wording);
      if (fault.code === "internal") throw error;
      refused.push({
        id,
        code: fault.code,
        reason: fault.reason ?? null,
        message: fault.message,
        hint: fault.hint,
      });
    }
  }
  const [first] = refused;
  return {
    json: { decided: decided.map(({ text, ...one }) => one), refused },
    text: [
      ...decided.flatMap(({ text, notices }) => [text, ...notices]),
      ...refused.flatMap(({ id, message, hint }) => [`${id}: ${message}`, ...(hint ? [`  ${hint}`] : [])]),
    ].join("\n"),
    exitCode: first ? EXIT_CODES[first.code] : 0,
  };
}

function waitingItem(id: string, items: readonly ReviewItem[]): ReviewItem {
  const item = items.find((one) => one.id === id);
  if (item) return item;
  throw new Fault("not_found", `Nothing waits for a review under ${id}.`, {
    received: id,
    reason: "not_waiting",
    hint: "Nothing was changed. It may have been reviewed or have expired.",
    remedies: [{ remedy: "list-candidates" }],
  });
}

function answeredTwice(id: string): Fault {
  return new Fault("invalid", `${id} is named with --accept and with --reject.`, {
    field: "reject",
    received: id,
    reason: "given_twice",
    hint: "Nothing was changed.",
  });
}

function personNeeded(): Fault {
  return new Fault("forbidden", "Only a person decides on what waits for a review.", {
    reason: "person_required",
    hint: "Nothing was changed. Without flags this command lists what waits.",
  });
}

const TITLES: Readonly<Record<ReviewKind, string>> = {
  decision: "Perhaps decided",
  checkpoint: "Where sessions stood",
  outcome: "Outcomes that are due",
  link: "Links that wait for approval",
  proposal: "Proposals",
};
const KINDS = Object.keys(TITLES) as readonly ReviewKind[];

const COUNTED_AS = {
  decision: "decisions",
  checkpoint: "checkpoints",
  outcome: "outcomes",
  link: "links",
  proposal: "proposals",
} as const;

const NOTHING_WAITS = "Nothing waits for a review.";

/** The queue where nobody can be asked. */
function queueList(
  { items, waiting }: ReviewQueue,
  { width, style }: Terminal,
  { now, acrossProjects }: { readonly now: Date; readonly acrossProjects: boolean },
): string {
  if (totalOf(waiting) === 0) return NOTHING_WAITS;
  return KINDS.flatMap((kind) => {
    const shown = items.filter((item) => item.kind === kind);
    const left = waiting[COUNTED_AS[kind]] - shown.length;
    if (shown.length === 0) return [];
    const rows = shown.map((item) => [
      `  ${item.id}`,
      ...(acrossProjects ? [item.project] : []),
      ageText(atOf(item), now),
      textOf(item),
    ]);
    return [
      style("bold", `${TITLES[kind]}: ${waiting[COUNTED_AS[kind]]}`),
      table(rows, width),
      ...(left > 0 ? [`  and ${counted(left, "more", "more")}`] : []),
      "",
    ];
  })
    .join("\n")
    .trimEnd();
}

/** The suggestion of the repository, in a few words. */
const seems = ({ says: { proposed } }: ItemOf<"outcome">): string =>
  proposed === undefined
    ? ""
    : proposed.status === "failure"
      ? " — was reverted, so it seems to have failed"
      : " — survived, so it seems to have worked";

function atOf(item: ReviewItem): Date {
  switch (item.kind) {
    case "decision":
    case "checkpoint":
      return item.candidate.at;
    case "outcome":
      return item.decision.createdAt;
    case "link":
      return item.pending.link.proposedAt;
    case "proposal":
      return item.proposal.createdAt;
  }
}

function textOf(item: ReviewItem): string {
  switch (item.kind) {
    case "decision":
      return item.candidate.statement;
    case "checkpoint":
      return item.candidate.summary;
    case "outcome":
      return `${item.decision.statement}${seems(item)}`;
    case "link": {
      const { from, link, to } = item.pending;
      return `${from.statement} — ${link.relation} — ${to.statement}`;
    }
    case "proposal":
      return item.proposal.statement;
  }
}

/** The queue for a program. */
function queueFields({ items, waiting }: ReviewQueue) {
  const ofKind = <K extends ReviewKind>(kind: K): ItemOf<K>[] =>
    items.filter((item): item is ItemOf<K> => item.kind === kind);
  return {
    total: totalOf(waiting),
    waiting,
    decisions: ofKind("decision").map(({ candidate }) => candidateFields(candidate)),
    checkpoints: ofKind("checkpoint").map(({ candidate }) => draftFields(candidate)),
    outcomes: ofKind("outcome").map(({ decision, checkAgain, says, places }) => ({
      ...decisionFields(decision),
      due_at: decision.dueAt?.toISOString(),
      ...shortCheckAgain(checkAgain),
      repository: repositoryFields(says),
      ...shortAnchors(places),
    })),
    links: ofKind("link").map(({ pending, project }) => ({ ...pendingLinkFields(pending), project })),
    proposals: ofKind("proposal").map(({ proposal }) => proposalFields(proposal)),
  };
}

const candidateFields = ({
  origin,
  quote,
  statement,
  alternatives,
  reasoning,
  citation,
  ...one
}: DecisionCandidate) => ({
  ...saidIn(one),
  said_by: origin,
  quote,
  statement,
  alternatives: [...alternatives],
  reasoning: reasoning ?? null,
  stands_in: citation ? citationFields(citation) : null,
});

const draftFields = ({ summary, ...one }: CheckpointDraft) => ({ ...saidIn(one), summary });

const saidIn = ({ id, project, client, session, at, files }: Omit<CheckpointDraft, "summary" | "kind">) => ({
  candidate_id: id,
  project,
  client,
  session,
  at: at.toISOString(),
  files: [...files],
});

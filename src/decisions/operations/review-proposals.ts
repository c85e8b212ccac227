/** Accepts, rejects, lists and reads proposals; accepting one marks the contradiction that it found. */

import * as z from "zod";
import { namedAuthor } from "../../shared/actor.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { DECISION_ID, ID_PREFIX } from "../../shared/ids.ts";
import {
  actOf,
  type Call,
  defineOperation,
  type QuotedText,
  questionText,
} from "../../shared/operations/operation.ts";
import type { LostTo } from "../../shared/operations/sharing.ts";
import { startScreening } from "../../shared/screening.ts";
import { foldLines, shownId } from "../../shared/text.ts";
import { type Decision, MOST_REPLACED } from "../rules/decision.ts";
import { isolationViolation } from "../rules/isolation.ts";
import { type Link, type LinkReview, linkSentence } from "../rules/link.ts";
import {
  acceptableFrom,
  PROPOSAL_STATES,
  type Proposal,
  ProposalRef,
  proposalId,
  proposalNotFound,
  REPLACEMENT,
  requireDraft,
  requireReviewed,
} from "../rules/proposal.ts";
import { decisionPage, decisionsById } from "../sql/decisions.ts";
import { findLink } from "../sql/links.ts";
import {
  closeProposal,
  findProposal,
  readProposals,
  storeAcceptance,
  storeAcceptedReplacement,
} from "../sql/proposals.ts";
import { prepareDecision, withoutLost } from "./capture-decision.ts";
import type { ProposalDeps } from "./deps.ts";
import { requireDecision } from "./read-decisions.ts";
import { askToReplace, humanDecisions, replacementNote } from "./supersede-decision.ts";

export const acceptProposal = defineOperation({
  name: "accept-proposal",
  summary: "Make what was proposed a decision that holds.",
  effect: "update",
  role: "admin",
  makesDecision: true,
  input: z.strictObject({ ref: ProposalRef }),
  async run({ ref }, deps: ProposalDeps, call) {
    const id = proposalId(ref);
    const proposal = await findProposal(deps.memory, call.scope, id);
    if (!proposal) throw proposalNotFound(ref, call.scope);
    requireDraft(proposal);
    requireReviewed(proposal, deps.clock.now());
    await deps.teamGuard(proposal.project, "proposal.accepted");
    if (proposal.kind === REPLACEMENT)
      return { ...(await acceptReplacement(proposal, deps, call)), notices: [] };
    const { decision, notices } = prepareDecision(
      {
        statement: proposal.statement,
        // If the target is an id, it is not used as a topic.
        ...(!DECISION_ID.test(proposal.target) && { topic: proposal.target }),
        reasoning: proposal.reasoning,
        domain: proposal.domain,
        confidenceStated: false,
        alternatives: [...proposal.explanations],
        assumptions: [],
        risks: [],
        consequences: [],
        questions: [],
        evidence: [
          { kind: "proposal", ref: proposal.id },
          ...proposal.evidence.map((record) => ({ kind: "record" as const, ref: record })),
        ],
      },
      deps,
      { ...call, scope: proposal.project },
    );
    const accepted = await storeAcceptance(
      deps.memory,
      proposal.project,
      id,
      { decision, contradictions: await contradictionsToMark(proposal, deps, call) },
      actOf(deps, call),
    );
    deps.afterDecision.embedSoon();
    return {
      ...accepted,
      superseded: [],
      notices: [...notices, ...contradictionNotices(accepted.contradictions)],
    };
  },
  shares: {
    records: ({ proposal, decision }) => [decision.id, proposal.id],
    claims: ({ proposal, superseded }) => [proposal.id, ...superseded.map(({ id }) => id)],
    withoutLost: (done, lost) => withoutLostVerdict(withoutLost(done, lost), lost),
  },
});

/** Replacing a decision of a person takes their consent, whatever the role of the caller. */
async function acceptReplacement(proposal: Proposal, deps: ProposalDeps, call: Call) {
  const { id, project, target } = proposal;
  const draft = await requireDecision(deps, project, target);
  const filter = { scope: project, topic: draft.topic, topicStated: true, standing: "active" as const };
  const { items: olds } = await decisionPage(deps.memory, filter, MOST_REPLACED);
  const named = await decisionsById(deps.memory, project, proposal.evidence);
  const replaced = [
    ...olds,
    ...named.filter((one) => one.standing === "active" && !olds.some(({ id: old }) => old === one.id)),
  ];
  const theirs = humanDecisions(replaced, call);
  const agrees = theirs.length === 0 || askToReplace(theirs, draft, call) === true;
  if (!agrees) throw isolationViolation(theirs, { remedy: "accept-proposal", id });
  const note = theirs.length > 0 ? replacementNote(theirs, deps, call).text : undefined;
  const linkId = () => deps.ids.next(ID_PREFIX.link);
  // Consent covers what the question named, and not what a person decided in the meantime.
  const holding = call.actor.author.kind === "human" ? undefined : olds.map((old) => old.id);
  return storeAcceptedReplacement(deps.memory, project, id, { linkId, note, holding }, actOf(deps, call));
}

export const rejectProposal = defineOperation({
  name: "reject-proposal",
  summary: "Turn a proposal down, so that what speaks for it does not come up again.",
  effect: "update",
  role: "admin",
  input: z.strictObject({ ref: ProposalRef }),
  run: ({ ref }, deps: ProposalDeps, call) =>
    closeProposal(deps.memory, call.scope, proposalId(ref), "rejected", actOf(deps, call)),
  shares: {
    records: ({ id }) => [id],
    claims: ({ id }) => [id],
    withoutLost: (proposal, lost) => withoutLostVerdict({ proposal }, lost).proposal,
  },
});

export const listProposals = defineOperation({
  name: "list-proposals",
  summary: "What reflection proposes, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    state: z.enum(PROPOSAL_STATES).default("draft"),
    limit: z.number().int().min(1).max(1_000).default(20),
  }),
  run: ({ state, limit }, { memory }: ProposalDeps, { scope }) => readProposals(memory, scope, state, limit),
});

export const getProposal = defineOperation({
  name: "get-proposal",
  summary: "Read one proposal whole, with its evidence and what else could explain it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: ProposalRef }),
  async run({ ref }, { memory }: ProposalDeps, { scope }) {
    const proposal = await findProposal(memory, scope, proposalId(ref));
    if (!proposal) throw proposalNotFound(ref, scope);
    return proposal;
  },
});

/** The file name of a proposal, which can be used instead of its id. */
export const proposalFileName = ({ id }: Pick<Proposal, "id">): string => `${id}.md`;

/** A proposal as a page for a person who reviews it. Each text is on one line, so that none can add a heading. */
export function proposalMarkdown(proposal: Proposal): string {
  const { id, project, kind, target, createdAt, state } = proposal;
  const list = (items: readonly string[]): string[] => items.map((item) => `- ${foldLines(item)}`);
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? ["", `## ${title}`, "", ...lines] : [];
  return [
    `# ${foldLines(proposal.statement)}`,
    "",
    ...list([
      `Proposal: ${id} (${state})`,
      `Project: ${project}`,
      `Kind: ${kind}`,
      `Target: ${target}`,
      `Written: ${createdAt.toISOString()}`,
      `Can be accepted from: ${acceptableFrom(proposal).toISOString()}`,
    ]),
    ...section("Reasoning", [foldLines(proposal.reasoning)]),
    ...section("What could explain it", list(proposal.explanations)),
    ...section("Evidence", list(proposal.evidence)),
    "",
  ].join("\n");
}

/** The proposal as it is if another machine of the team had settled it first. */
function withoutLostVerdict<R extends { readonly proposal: Proposal }>(done: R, lost: readonly LostTo[]): R {
  const first = lost.find(({ subject }) => subject === done.proposal.id)?.winner;
  const state = PROPOSAL_STATES.find((known) => known === first);
  return state === undefined ? done : { ...done, proposal: { ...done.proposal, state } };
}

/**
 * The links that say what an accepted contradiction found: the newest decision of the target contradicts each of the
 * others that hold. They are reviewed like any other link, so a caller who may not report consent leaves them pending.
 */
async function contradictionsToMark(
  proposal: Proposal,
  deps: ProposalDeps,
  call: Call,
): Promise<readonly Link[]> {
  if (proposal.kind !== "contradiction") return [];
  const pairs = await unmarkedPairs(proposal, deps);
  if (pairs.length === 0) return [];
  const review = reviewOf(proposal, pairs, deps, call);
  const reason = startScreening(deps.secrets).text(
    "reason",
    `Both hold for the same target and do not go together, as ${proposal.id} found.`,
  );
  return pairs.map(({ newer, older }) => ({
    id: deps.ids.next(ID_PREFIX.link),
    project: proposal.project,
    from: newer.id,
    to: older.id,
    relation: "contradicts" as const,
    state: "pending" as const,
    origin: "memory" as const,
    reason,
    proposedBy: call.actor.author,
    proposedAt: deps.clock.now(),
    reviews: review ? [review] : [],
  }));
}

function contradictionNotices(links: readonly Link[]): Notice[] {
  return links.map((link) =>
    link.state === "active"
      ? `${linkSentence(link)}: the link ${link.id} is in force.`
      : `${linkSentence(link)}: the link ${link.id} waits for the approval of a person.`,
  );
}

interface Pair {
  readonly newer: Decision;
  readonly older: Decision;
}

/** A contradiction that is in force needs no second link, and one that was rejected stays rejected. */
async function unmarkedPairs(
  { project, target, evidence }: Proposal,
  { memory }: ProposalDeps,
): Promise<readonly Pair[]> {
  const found = await decisionsById(
    memory,
    project,
    evidence.filter((id) => DECISION_ID.test(id)),
  );
  const holding = found
    .filter(({ standing, topic, topicStated }) => standing === "active" && topicStated && topic === target)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  const newer = holding.pop();
  if (!newer) return [];
  const pairs: Pair[] = [];
  for (const older of holding) {
    const known = await findLink(memory, project, { from: newer.id, to: older.id, relation: "contradicts" });
    if (!known || known.state === "pending") pairs.push({ newer, older });
  }
  return pairs;
}

/** The approval that goes with accepting the proposal; undefined if the caller may not give it. */
function reviewOf(
  proposal: Proposal,
  pairs: readonly Pair[],
  deps: ProposalDeps,
  call: Call,
): LinkReview | undefined {
  const { author, client } = call.actor;
  const isPerson = author.kind === "human";
  const agrees = isPerson ? undefined : askToMark(proposal, pairs, call);
  if (agrees === false) throw declined(proposal);
  if (!isPerson && agrees === undefined && !call.mayReportConsent) return undefined;
  const how = agrees ? "asked" : isPerson ? "typed" : "called";
  return { verdict: "approved", by: author, client, how, at: actOf(deps, call).at };
}

function askToMark(
  { id, statement, reasoning, explanations }: Proposal,
  pairs: readonly Pair[],
  call: Call,
): boolean | undefined {
  const said = pairs
    .map(({ newer, older }) => `${shownId(newer.id)} contradicts ${shownId(older.id)}`)
    .join("; ");
  const named = new Map(pairs.flatMap(({ newer, older }) => [newer, older]).map((one) => [one.id, one]));
  return call.consent({
    key: `accept-${id}-${pairs.map(({ newer, older }) => `${newer.id}-${older.id}`).join("-")}`,
    text: questionText(
      `The ${namedAuthor(call.actor.author)} wants to accept ${shownId(id)}, which puts links in force: ${said}.`,
      [
        ["What is accepted", statement],
        ["Its reasoning", reasoning],
        ...explanations.map((one): QuotedText => ["It could also be", one]),
        ...[...named.values()].map((one): QuotedText => [shownId(one.id), one.statement]),
      ],
      "Approve?",
    ),
  });
}

function declined({ id }: Proposal): Fault {
  return new Fault("forbidden", `The person did not agree to accept ${id}.`, {
    reason: "declined",
    received: id,
    hint: "It stays open; ask the person before trying again.",
  });
}

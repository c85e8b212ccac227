import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { type AddedDecision, MOST_REPLACED } from "../../domain/decisions/decision-store.ts";
import { OUTCOME_STATUSES, PLAIN_SCORES } from "../../domain/decisions/outcome.ts";
import type { Link } from "../../domain/links/link.ts";
import { type Proposal, REPLACEMENT } from "../../domain/proposals/proposal.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { captureDecision, prepareDecision, REPEAT_WINDOW_MS } from "../decisions/capture-decision.ts";
import { recordOutcome } from "../decisions/record-outcome.ts";
import {
  AGREED,
  type Agreement,
  agreementTo,
  askToReplace,
  humansAmong,
} from "../decisions/replace-human.ts";
import { proposeLink } from "../links/propose-link.ts";
import { actOf, type Call, defineOperation, perform, projectOf } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";

/** Somebody else saves on the same topic at the same moment; more often than this is no coincidence. */
const MOST_TRIES = 5;
/** More open ones than anybody reviews. */
const MOST_PROPOSALS = 1_000;
export const MOST_LINKS = 20;

export const saveDecision = defineOperation({
  name: "save-decision",
  summary: "Keep a decision on a topic, in place of what held for it.",
  effect: "update",
  role: "agent",
  makesDecision: true,
  input: captureDecision.input.omit({ reportSameTopic: true }).extend({
    topic: boundedText(1, LIMITS.name),
    /** How it worked out, where that is known already. */
    outcome: z.enum(OUTCOME_STATUSES).optional(),
    /** Proposed together with it: a person approves them. */
    links: z
      .array(proposeLink.input.pick({ to: true, relation: true, reason: true }))
      .max(MOST_LINKS)
      .default([]),
  }),
  async run({ outcome, links, ...input }, deps: ProposalDeps, call) {
    const { decision, notices } = prepareDecision(input, deps, call);
    for (const { to } of links) await requireLinked(to, deps, call);
    const saved = await savedWhateverOthersDo(decision, deps, call);
    if (!saved.repeated) deps.afterDecision.stored(saved.decision, call);
    const settled =
      outcome === undefined || saved.repeated ? undefined : await settle(saved.decision, outcome, deps, call);
    const proposed = await proposeAll(saved.decision, links, deps, call);
    return {
      ...saved,
      decision: settled?.decision ?? saved.decision,
      links: proposed.links,
      notices: [...notices, ...saved.notices, ...(settled?.notices ?? []), ...proposed.notices],
    };
  },
});

type LinkTo = Pick<z.output<typeof proposeLink.input>, "to" | "relation" | "reason">;

/** Before anything is stored: a link to what does not exist is a slip of the caller. */
async function requireLinked(ref: string, { store }: ProposalDeps, call: Call): Promise<void> {
  const project = projectOf(call);
  if (await store.findDecision(project, ref)) return;
  throw new Fault("not_found", `Target decision not found: there is no decision ${ref} in ${project}.`, {
    field: "links.to",
    received: ref,
    reason: "decision_not_found",
    hint: "Nothing was stored. Name a decision that is there, or leave the link out.",
  });
}

/** The decision is stored already, so a link that cannot be is told and no failure. */
async function proposeAll({ id }: Decision, links: readonly LinkTo[], deps: ProposalDeps, call: Call) {
  const proposed: Link[] = [];
  const notices: Notice[] = [];
  for (const { to, relation, reason } of links) {
    try {
      const done = await perform(proposeLink, { from: id, to, relation, reason }, deps, call);
      proposed.push(done.link);
      notices.push(...done.notices.map(amongLinks));
    } catch (error) {
      if (call.signal.aborted) throw error;
      const { sentence, remedies } = Fault.from(error);
      notices.push({ text: `The link to ${to} was not proposed: ${sentence}`, remedies });
    }
  }
  return { links: proposed, notices };
}

const amongLinks = (notice: Notice): Notice =>
  typeof notice === "string" || notice.field === undefined
    ? notice
    : { ...notice, field: `links.${notice.field}` };

interface Saved extends AddedDecision {
  /** Set when it is a draft, because a person's decision holds. */
  readonly proposal?: Proposal | undefined;
  /** What of a person's it leaves alone. */
  readonly heldBack: readonly Decision[];
  readonly notices: readonly Notice[];
}

async function savedWhateverOthersDo(decision: Decision, deps: ProposalDeps, call: Call): Promise<Saved> {
  for (let tries = 1; ; tries++) {
    try {
      return await save(decision, deps, call);
    } catch (error) {
      if (!isOvertaken(error) || tries === MOST_TRIES) throw error;
    }
  }
}

const isOvertaken = (error: unknown): boolean =>
  error instanceof Fault && (error.reason === "topic_changed" || error.reason === "already_superseded");

async function save(decision: Decision, deps: ProposalDeps, call: Call): Promise<Saved> {
  const { topic } = decision;
  const filter = { scope: projectOf(call), topic, topicStated: true, standing: "active" as const };
  const { items: olds } = await deps.store.listDecisions(filter, MOST_REPLACED);
  const theirs = humansAmong(olds, call);
  const repeatedSince = new Date(decision.createdAt.getTime() - REPEAT_WINDOW_MS);
  if (theirs.length === 0) return replace(olds, decision, repeatedSince, undefined, deps, call);
  const agrees = askToReplace(theirs, decision, call);
  if (agrees === false) throw declined(theirs, topic);
  if (agrees === true) {
    return replace(olds, decision, repeatedSince, agreementTo(theirs, deps), deps, call);
  }
  return propose(theirs, decision, repeatedSince, deps, call);
}

async function replace(
  olds: readonly Decision[],
  decision: Decision,
  since: Date,
  agreement: Agreement | undefined,
  deps: ProposalDeps,
  call: Call,
): Promise<Saved> {
  // Going back to what held before is a change of mind, and no repetition.
  const repeats = olds.some(({ contextHash }) => contextHash === decision.contextHash);
  const added = await deps.store.addDecision(
    {
      decision: { ...decision, notes: agreement ? [agreement.note] : [] },
      ...(repeats && { repeatedSince: since }),
      supersedes: olds.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
      supersedesBecause: decision.reasoning,
      holding: olds.map(({ id }) => id),
    },
    { ...actOf(deps, call), ...(agreement && { by: { ...call.actor, author: agreement.person } }) },
  );
  return { ...added, heldBack: [], notices: agreement ? [AGREED] : [] };
}

/** An agent never changes the standing of a human's decision: the person gets a draft to say yes or no to. */
async function propose(
  theirs: readonly Decision[],
  decision: Decision,
  repeatedSince: Date,
  deps: ProposalDeps,
  call: Call,
): Promise<Saved> {
  const act = actOf(deps, call);
  const draft: Decision = { ...decision, standing: "draft" };
  const proposal = proposalOf(draft, theirs, act.at, deps);
  const added = await deps.store.addDraft({ decision: draft, repeatedSince }, proposal, act);
  return {
    ...added,
    proposal: added.repeated ? await proposalFor(added.decision, deps) : proposal,
    heldBack: theirs,
    notices: [],
  };
}

/** Made of ids, so that erasing a decision leaves none of its words behind. */
function proposalOf(draft: Decision, theirs: readonly Decision[], at: Date, deps: ProposalDeps): Proposal {
  const screen = startScreening(deps.secrets);
  const ids = theirs.map(({ id }) => id);
  return {
    id: deps.ids.next(ID_PREFIX.proposal),
    project: draft.project,
    kind: REPLACEMENT,
    target: screen.text("target", draft.id),
    statement: screen.text("statement", `Let ${draft.id} take the place of ${ids.join(", ")}.`),
    reasoning: screen.text(
      "reasoning",
      `An agent saved ${draft.id} on a topic on which a person's decision holds (${ids.join(", ")}), and only a person replaces that.`,
    ),
    domain: draft.domain,
    explanations: [],
    evidence: [draft.id, ...ids],
    state: "draft",
    createdAt: at,
    fedAt: at,
  };
}

async function proposalFor(
  { id, project }: Decision,
  { store }: ProposalDeps,
): Promise<Proposal | undefined> {
  const open = await store.listProposals(project, "draft", MOST_PROPOSALS);
  return open.find(({ target }) => target === id);
}

async function settle(
  { id, project }: Decision,
  status: (typeof OUTCOME_STATUSES)[number],
  deps: ProposalDeps,
  call: Call,
) {
  const outcome = { ref: id, status, score: PLAIN_SCORES[status] };
  return perform(recordOutcome, outcome, deps, { ...call, scope: project });
}

function declined(theirs: readonly Decision[], topic: string): Fault {
  const ids = theirs.map(({ id }) => id).join(", ");
  return new Fault("forbidden", `The person did not agree to replace ${ids}, so nothing was stored.`, {
    field: "topic",
    received: topic,
    reason: "declined",
    hint: "Go on with what the person decided, or save under another topic.",
  });
}

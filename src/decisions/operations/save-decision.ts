/** Saves a decision on a topic in place of what holds for it, or proposes to where a person decided. */

import * as z from "zod";
import { Fault, type Notice } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, perform, projectOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { type AddedDecision, type Decision, MOST_REPLACED, type Note } from "../rules/decision.ts";
import { withContextHash } from "../rules/decision-fields.ts";
import { OUTCOME_STATUSES, SCORE_BY_STATUS } from "../rules/outcome.ts";
import { type Proposal, REPLACEMENT } from "../rules/proposal.ts";
import { addDecision, decisionPage } from "../sql/decisions.ts";
import { addDraft, readProposals } from "../sql/proposals.ts";
import {
  addedRecords,
  captureDecision,
  inheritedDomain,
  prepareDecision,
  REPEAT_WINDOW_MS,
  replaced,
  withoutLost,
} from "./capture-decision.ts";
import type { ProposalDeps } from "./deps.ts";
import { proposeLink, proposeLinks, requireLinkTarget } from "./propose-links.ts";
import { recordOutcome } from "./record-outcome.ts";
import { askToReplace, CONSENT_REPORTED, humanDecisions, replacementNote } from "./supersede-decision.ts";

/** Retries when others save on the same topic at the same time. */
const MOST_TRIES = 5;
/** More open proposals than anybody reviews. */
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
    /** The outcome, if it is already known. */
    outcome: z.enum(OUTCOME_STATUSES).optional(),
    /** Links to propose with the decision. A person approves them. */
    links: z
      .array(proposeLink.input.pick({ to: true, relation: true, reason: true }))
      .max(MOST_LINKS)
      .default([]),
  }),
  async run({ outcome, links, ...input }, deps: ProposalDeps, call) {
    const { decision, notices } = prepareDecision(input, deps, call);
    for (const { to } of links) await requireLinkTarget(to, deps, call);
    const stated = input.module !== undefined || input.domain !== undefined;
    const saved = await saveWithRetries(decision, { inheritsDomain: !stated }, deps, call);
    const known = [...saved.superseded, ...saved.sameTopic, ...saved.heldBack];
    const repetitions = saved.repeated ? [] : await deps.afterDecision.stored(saved.decision, known, call);
    const settled =
      outcome === undefined || saved.repeated
        ? undefined
        : await recordKnownOutcome(saved.decision, outcome, deps, call);
    const proposed = await proposeLinks(saved.decision, links, deps, call);
    return {
      ...saved,
      decision: settled?.decision ?? saved.decision,
      links: proposed.links,
      notices: [
        ...notices,
        ...saved.notices,
        ...repetitions,
        ...(settled?.notices ?? []),
        ...proposed.notices,
      ],
    };
  },
  shares: { records: addedRecords, claims: replaced, withoutLost },
});

interface SavedDecision extends AddedDecision {
  /** Set if it was stored as a draft, because a decision of a person is active. */
  readonly proposal?: Proposal | undefined;
  /** The decisions of a person that it did not replace. */
  readonly heldBack: readonly Decision[];
  readonly notices: readonly Notice[];
}

async function saveWithRetries(
  decision: Decision,
  options: { readonly inheritsDomain: boolean },
  deps: ProposalDeps,
  call: Call,
): Promise<SavedDecision> {
  for (let tries = 1; ; tries++) {
    try {
      return await save(decision, options, deps, call);
    } catch (error) {
      if (!wasChangedMeanwhile(error) || tries === MOST_TRIES) throw error;
    }
  }
}

const wasChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Fault && (error.reason === "topic_changed" || error.reason === "already_superseded");

async function save(
  prepared: Decision,
  { inheritsDomain }: { readonly inheritsDomain: boolean },
  deps: ProposalDeps,
  call: Call,
): Promise<SavedDecision> {
  const { topic } = prepared;
  const filter = { scope: projectOf(call), topic, topicStated: true, standing: "active" as const };
  const { items: replaced } = await decisionPage(deps.memory, filter, MOST_REPLACED);
  const domain = inheritsDomain ? inheritedDomain(replaced) : undefined;
  const decision = domain === undefined ? prepared : withContextHash({ ...prepared, domain });
  const humanOwned = humanDecisions(replaced, call);
  const repeatedSince = new Date(decision.createdAt.getTime() - REPEAT_WINDOW_MS);
  if (humanOwned.length === 0) return replace(replaced, decision, repeatedSince, undefined, deps, call);
  const agrees = askToReplace(humanOwned, decision, call);
  if (agrees === false) throw declined(humanOwned, topic);
  if (agrees === true) {
    return replace(replaced, decision, repeatedSince, replacementNote(humanOwned, deps, call), deps, call);
  }
  return propose(humanOwned, decision, repeatedSince, deps, call);
}

async function replace(
  replaced: readonly Decision[],
  decision: Decision,
  since: Date,
  consent: Note | undefined,
  deps: ProposalDeps,
  call: Call,
): Promise<SavedDecision> {
  // Only a repetition of an active decision counts; returning to an earlier one is a change of mind.
  const repeats = replaced.some(({ contextHash }) => contextHash === decision.contextHash);
  const added = await addDecision(
    deps.memory,
    {
      decision: { ...decision, notes: consent ? [consent] : [] },
      ...(repeats && { repeatedSince: since }),
      supersedes: replaced.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
      supersedesBecause: decision.reasoning,
      holding: replaced.map(({ id }) => id),
    },
    actOf(deps, call),
  );
  return { ...added, heldBack: [], notices: consent ? [CONSENT_REPORTED] : [] };
}

/** An agent never changes the standing of a human's decision. The person gets a draft to accept or reject. */
async function propose(
  humanOwned: readonly Decision[],
  decision: Decision,
  repeatedSince: Date,
  deps: ProposalDeps,
  call: Call,
): Promise<SavedDecision> {
  const act = actOf(deps, call);
  const draft: Decision = { ...decision, standing: "draft" };
  const proposal = proposalOf(draft, humanOwned, act.at, deps);
  const added = await addDraft(deps.memory, { decision: draft, repeatedSince }, proposal, act);
  return {
    ...added,
    proposal: added.repeated ? await proposalFor(added.decision, deps) : proposal,
    heldBack: humanOwned,
    notices: [],
  };
}

/** Its texts contain only ids, so that erasing a decision leaves none of its text behind. */
function proposalOf(
  draft: Decision,
  humanOwned: readonly Decision[],
  at: Date,
  deps: ProposalDeps,
): Proposal {
  const screen = startScreening(deps.secrets);
  const ids = humanOwned.map(({ id }) => id);
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
  { memory }: ProposalDeps,
): Promise<Proposal | undefined> {
  const open = await readProposals(memory, project, "draft", MOST_PROPOSALS);
  return open.find(({ target }) => target === id);
}

async function recordKnownOutcome(
  { id, project }: Decision,
  status: (typeof OUTCOME_STATUSES)[number],
  deps: ProposalDeps,
  call: Call,
) {
  const outcome = { ref: id, status, score: SCORE_BY_STATUS[status] };
  // The reply says of the decision what becomes of both.
  return perform(recordOutcome, outcome, deps, { ...call, scope: project, sharing: undefined });
}

function declined(humanOwned: readonly Decision[], topic: string): Fault {
  const ids = humanOwned.map(({ id }) => id).join(", ");
  return new Fault("forbidden", `The person did not agree to replace ${ids}, so nothing was stored.`, {
    field: "topic",
    received: topic,
    reason: "declined",
    hint: "Go on with what the person decided, or save under another topic.",
  });
}

/** Reflects on the targets of a project: writes, feeds and expires drafts of proposals. */

import * as z from "zod";
import type { Act } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import type { Proposal } from "../rules/proposal.ts";
import { type ProposalDraft, reflectOn, type TargetEvidence } from "../rules/reflection.ts";
import { addProposal, closeProposal, evidenceByTarget, feedProposal } from "../sql/proposals.ts";
import type { ProposalDeps } from "./deps.ts";

/** More than anybody reviews at once. The rest comes up when these are settled. */
const MOST_TARGETS = 200;

export interface ReflectionReport {
  /** How many targets were examined. */
  readonly targets: number;
  readonly drafted: readonly Proposal[];
  readonly fed: readonly Proposal[];
  readonly expired: readonly Proposal[];
}

export const reflect = defineOperation({
  name: "reflect",
  summary:
    "Look for decisions that keep failing, contradict each other or were refuted, and draft proposals.",
  effect: "append",
  role: "agent",
  input: z.strictObject({}),
  run: (_, deps: ProposalDeps, call) => reflectOnTargets({ limit: MOST_TARGETS }, deps, call),
});

/** Writes, feeds and expires drafts. It never changes a decision. */
export async function reflectOnTargets(
  selection: { readonly targets: readonly string[] } | { readonly limit: number },
  deps: ProposalDeps,
  call: Call,
): Promise<ReflectionReport> {
  const targets = await evidenceByTarget(deps.memory, projectOf(call), selection);
  const drafted: Proposal[] = [];
  const fed: Proposal[] = [];
  const expired: Proposal[] = [];
  for (const evidence of targets) {
    call.signal.throwIfAborted();
    const act = actOf(deps, call);
    const { expire, feed, draft } = reflectOn(evidence, act.at);
    if (expire) expired.push(...(await unlessSettled(() => expireDraft(expire, deps, act))));
    if (feed) {
      const { reasoning } = screened(feed.draft, deps);
      const update = { reasoning, evidence: feed.draft.evidence, fedAt: feed.fedAt };
      const { project, id } = feed.proposal;
      fed.push(...(await unlessSettled(() => feedProposal(deps.memory, project, id, update, act))));
    }
    if (draft) {
      const { proposal, repeated } = await addProposal(
        deps.memory,
        proposalOf(draft, evidence, deps, act),
        act,
      );
      if (!repeated) drafted.push(proposal);
    }
  }
  return { targets: targets.length, drafted, fed, expired };
}

const expireDraft = ({ project, id }: Proposal, { memory }: ProposalDeps, act: Act): Promise<Proposal> =>
  closeProposal(memory, project, id, "expired", act);

/** Returns nothing if the draft was accepted, rejected or erased since it was read. */
async function unlessSettled(write: () => Promise<Proposal>): Promise<Proposal[]> {
  try {
    return [await write()];
  } catch (error) {
    if (error instanceof Fault && (error.code === "conflict" || error.code === "not_found")) return [];
    throw error;
  }
}

function proposalOf(
  draft: ProposalDraft,
  { project, target }: TargetEvidence,
  deps: ProposalDeps,
  { at }: Act,
): Proposal {
  return {
    ...screened(draft, deps),
    id: deps.ids.next(ID_PREFIX.proposal),
    project,
    target,
    state: "draft",
    createdAt: at,
    fedAt: at,
  };
}

/** The texts contain only ids and a screened target, but screening is the only way to get the type `Screened`. */
function screened({ kind, domain, evidence, ...texts }: ProposalDraft, { secrets }: ProposalDeps) {
  const screen = startScreening(secrets);
  return {
    kind,
    domain,
    evidence,
    statement: screen.text("statement", texts.statement),
    reasoning: screen.text("reasoning", texts.reasoning),
    explanations: screen.list("explanations", texts.explanations),
  };
}

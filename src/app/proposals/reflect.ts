import * as z from "zod";
import type { Proposal } from "../../domain/proposals/proposal.ts";
import { type ProposalDraft, reflectOn, type TargetEvidence } from "../../domain/proposals/reflection.ts";
import type { Act } from "../../domain/shared/act.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";

/** More than anybody reviews at once; what is left comes up when these are settled. */
const MOST_TARGETS = 200;

export interface Reflected {
  /** How many targets were looked at. */
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

/** Writes drafts, feeds them and lets them go. Decisions are never touched. */
export async function reflectOnTargets(
  wanted: { readonly targets: readonly string[] } | { readonly limit: number },
  deps: ProposalDeps,
  call: Call,
): Promise<Reflected> {
  const known = await deps.store.evidenceByTarget(projectOf(call), wanted);
  const drafted: Proposal[] = [];
  const fed: Proposal[] = [];
  const expired: Proposal[] = [];
  for (const evidence of known) {
    call.signal.throwIfAborted();
    const act = actOf(deps, call);
    const { expire, feed, draft } = reflectOn(evidence, act.at);
    if (expire) expired.push(...(await settledMeanwhile(() => letGo(expire, deps, act))));
    if (feed) {
      const { reasoning } = screened(feed.draft, deps);
      const food = { reasoning, evidence: feed.draft.evidence, fedAt: feed.fedAt };
      const { project, id } = feed.proposal;
      fed.push(...(await settledMeanwhile(() => deps.store.feedProposal(project, id, food, act))));
    }
    if (draft) {
      const { proposal, repeated } = await deps.store.addProposal(
        proposalOf(draft, evidence, deps, act),
        act,
      );
      if (!repeated) drafted.push(proposal);
    }
  }
  return { targets: known.length, drafted, fed, expired };
}

const letGo = ({ project, id }: Proposal, { store }: ProposalDeps, act: Act): Promise<Proposal> =>
  store.closeProposal(project, id, "expired", act);

/** A draft that somebody accepted, rejected or erased since it was read needs nothing more. */
async function settledMeanwhile(write: () => Promise<Proposal>): Promise<Proposal[]> {
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

/** Made of ids and a screened target; a text becomes screened in this one way only. */
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

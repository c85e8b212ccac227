import type { Depth } from "../../domain/guidance/context-depth.ts";
import { type TrackRecord, trackRecord } from "../../domain/guidance/track-record.ts";
import type { Intention, Warning } from "../../domain/guidance/warning.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { ComputedAnswer } from "../recall/answer-cache.ts";
import { type CandidateSearch, searchForStatement } from "../recall/find-relevant.ts";
import type { Call } from "../shared/operation.ts";
import { type FittingSkill, fittingSkills } from "../skills/applicable-skills.ts";
import { antipatternWarnings } from "./antipattern-warnings.ts";
import type { GuidanceDeps } from "./deps.ts";
import { type FoundPrecedent, findPrecedents } from "./find-precedents.ts";
import { confidenceGuidance } from "./get-confidence-guidance.ts";
import { choiceIn, threatWarnings, warningsFrom } from "./get-warnings.ts";
import { type CausalChain, chainsOf, type RelatedDecision, relatedTo } from "./related-decisions.ts";

const MOST_RELATED_TO = 10;

export interface Question extends Intention {
  readonly depth: Depth;
}

/** The part of a decision context that depends on the memory and on who asks, not on the time or the repository. */
export interface CacheableContext {
  readonly guidance: Awaited<ReturnType<typeof confidenceGuidance>>;
  /** Most relevant first, without drafts. */
  readonly precedents: readonly FoundPrecedent[];
  readonly record: TrackRecord;
  readonly warnings: readonly Warning[];
  readonly fitting: readonly FittingSkill[];
  readonly chains: readonly CausalChain[];
  readonly related: readonly RelatedDecision[];
  /** What the caller should know about the search. */
  readonly notes: readonly Notice[];
}

/** Everything but the guidance on confidence is derived from the results of one search. */
export async function buildCacheableContext(
  { depth, ...proposal }: Question,
  deps: GuidanceDeps,
  call: Call,
): Promise<ComputedAnswer<CacheableContext>> {
  // The statement is embedded in another process meanwhile.
  const [{ embedding, ...searched }, guidance] = await Promise.all([
    searchForStatement(proposal.statement, call.scope, deps),
    confidenceGuidance(proposal.domain, proposal.confidence, deps, call),
  ]);
  const precedents = await findPrecedents(searched, deps, call);
  const decisions = precedents.found.map(({ decision }) => decision);
  const proposed = choiceIn(proposal);
  const record = trackRecord(proposed, precedents.settled);
  const nearest = decisions.slice(0, MOST_RELATED_TO);
  const answer: CacheableContext = {
    guidance,
    precedents: precedents.found,
    record,
    warnings: [
      ...(await antipatternWarnings(proposal.statement, embedding.meaning, record, deps)),
      ...(await warningsFrom(proposal, precedents, record, deps, call)),
      ...(await threatWarnings(proposal.statement, embedding.meaning, deps)),
    ],
    fitting: await fittingSkills(proposed, precedents.settled, call.scope, deps),
    chains: depth === "full" ? await chainsOf(nearest, deps) : [],
    related: depth === "full" ? await relatedTo(nearest, deps, call) : [],
    notes: (await isEmpty(searched, deps)) ? [] : embedding.notes,
  };
  return { answer, cacheable: !embedding.failed };
}

/** A project without decisions has nothing that a search by words could miss. */
async function isEmpty(
  { scope, found }: CandidateSearch,
  { store }: Pick<GuidanceDeps, "store">,
): Promise<boolean> {
  return (
    found.candidates.length === 0 && (await store.decisionIds(scope, ID_PREFIX.decision, 1)).length === 0
  );
}

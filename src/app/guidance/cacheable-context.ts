import { detectDomain, GENERAL_DOMAIN } from "../../domain/decisions/domain-and-topic.ts";
import type { Depth } from "../../domain/guidance/context-depth.ts";
import { type TrackRecord, trackRecord } from "../../domain/guidance/track-record.ts";
import type { Intention, Warning } from "../../domain/guidance/warning.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { searchForStatement } from "../recall/find-relevant.ts";
import type { Call } from "../shared/operation.ts";
import { type FittingSkill, fittingSkills } from "../skills/applicable-skills.ts";
import type { ComputedAnswer } from "./answer-cache.ts";
import type { GuidanceDeps } from "./deps.ts";
import { type FoundPrecedent, findPrecedents } from "./find-precedents.ts";
import { confidenceGuidance } from "./get-confidence-guidance.ts";
import { choiceIn, threatWarnings, warningsFrom } from "./get-warnings.ts";
import { type CausalChain, chainsOf, type RelatedDecision, relatedTo } from "./related-decisions.ts";

/** How many of the most relevant decisions vote on the domain of a statement. */
const NEIGHBOURS = 5;
const MOST_RELATED_TO = 10;

export interface Question extends Omit<Intention, "domain"> {
  readonly domain?: string | undefined;
  readonly depth: Depth;
}

/** The part of a decision context that depends on the memory and on who asks, not on the time or the repository. */
export interface CacheableContext {
  readonly domain: string;
  readonly guidance: Awaited<ReturnType<typeof confidenceGuidance>>;
  /** Most relevant first, without drafts. */
  readonly precedents: readonly FoundPrecedent[];
  readonly record: TrackRecord;
  readonly warnings: readonly Warning[];
  readonly fitting: readonly FittingSkill[];
  readonly chains: readonly CausalChain[];
  readonly related: readonly RelatedDecision[];
  /** Something the caller should know about the search. */
  readonly note?: Notice | undefined;
}

/** Everything is derived from the results of one search. */
export async function buildCacheableContext(
  { domain: stated, depth, ...proposal }: Question,
  deps: GuidanceDeps,
  call: Call,
): Promise<ComputedAnswer<CacheableContext>> {
  const { embedding, ...searched } = await searchForStatement(proposal.statement, call.scope, deps);
  const precedents = await findPrecedents(searched, deps, call);
  const decisions = precedents.found.map(({ decision }) => decision);
  const domain = stated ?? domainOf(proposal.statement, decisions);
  const intention = { ...proposal, domain };
  const proposed = choiceIn(intention);
  const record = trackRecord(proposed, precedents.settled);
  const nearest = decisions.slice(0, MOST_RELATED_TO);
  const answer: CacheableContext = {
    domain,
    guidance: await confidenceGuidance(domain, proposal.confidence, deps, call),
    precedents: precedents.found,
    record,
    warnings: [
      ...(await warningsFrom(intention, precedents, record, deps, call)),
      ...(await threatWarnings(proposal.statement, embedding.meaning, deps)),
    ],
    fitting: await fittingSkills(proposed, precedents.settled, call.scope, deps),
    chains: depth === "full" ? await chainsOf(nearest, deps) : [],
    related: depth === "full" ? await relatedTo(nearest, deps, call) : [],
    note: embedding.note,
  };
  return { answer, cacheable: !embedding.failed };
}

/** The domain of most similar decisions. If they disagree or are few, the one that the words of the statement suggest. */
function domainOf(statement: string, precedents: readonly { readonly domain: string }[]): string {
  const counts = new Map<string, number>();
  for (const { domain } of precedents.slice(0, NEIGHBOURS)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  const [commonest = GENERAL_DOMAIN, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (count * 2 > NEIGHBOURS) return commonest;
  const detected = detectDomain(statement);
  return detected === GENERAL_DOMAIN ? commonest : detected;
}

import { detectDomain, GENERAL } from "../../domain/decisions/subject.ts";
import type { Depth } from "../../domain/guidance/context-depth.ts";
import type { Intention, Warning } from "../../domain/guidance/warning.ts";
import type { GivenUp } from "../../domain/guidance/warnings/rejected-choices.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { searchForStatement } from "../recall/find-relevant.ts";
import { precedentsAmong } from "../recall/similar-decisions.ts";
import type { Call } from "../shared/operation.ts";
import { type FittingSkill, fittingSkills } from "../skills/applicable-skills.ts";
import type { Made } from "./answer-cache.ts";
import type { GuidanceDeps } from "./deps.ts";
import { confidenceGuidance } from "./get-confidence-guidance.ts";
import { isSaid, MOST_PRECEDENTS, threatWarnings, warningsFrom } from "./get-warnings.ts";
import { type CausalChain, chainsOf, type RelatedDecision, relatedTo } from "./related-decisions.ts";
import { givenUp } from "./what-became.ts";

/** How many of the nearest say what area a statement belongs to. */
const NEIGHBOURS = 5;
const MOST_RELATED_TO = 10;

export interface Question extends Omit<Intention, "domain"> {
  readonly domain?: string | undefined;
  readonly depth: Depth;
}

export interface FoundPrecedent extends GivenUp {
  readonly relevance: number;
}

/** What the memory says about a proposed decision, whatever the time is, whoever asks and whatever the repository holds. */
export interface ContextGround {
  readonly domain: string;
  readonly guidance: Awaited<ReturnType<typeof confidenceGuidance>>;
  /** The most relevant first; drafts are nobody's word yet, and left out. */
  readonly precedents: readonly FoundPrecedent[];
  readonly warnings: readonly Warning[];
  readonly fitting: readonly FittingSkill[];
  readonly chains: readonly CausalChain[];
  readonly related: readonly RelatedDecision[];
  /** What has to be said about the search. */
  readonly note?: Notice | undefined;
}

/** One search, and everything goes by what it found. */
export async function groundOf(
  { domain: stated, depth, ...asked }: Question,
  deps: GuidanceDeps,
  call: Call,
): Promise<Made<ContextGround>> {
  const { embedding, ...searched } = await searchForStatement(asked.statement, call.scope, deps);
  const found = (await precedentsAmong(searched, MOST_PRECEDENTS, deps)).filter(({ decision }) =>
    isSaid(decision),
  );
  const decisions = found.map(({ decision }) => decision);
  const domain = stated ?? domainOf(asked.statement, decisions);
  const became = await givenUp(decisions, deps, call);
  const nearest = decisions.slice(0, MOST_RELATED_TO);
  const answer: ContextGround = {
    domain,
    guidance: await confidenceGuidance(domain, asked.confidence, deps, call),
    precedents: found.map(({ relevance }, i) => ({ ...(became[i] as GivenUp), relevance })),
    warnings: [
      ...(await warningsFrom({ ...asked, domain }, became, deps, call)),
      ...(await threatWarnings(asked.statement, embedding.meaning, deps)),
    ],
    fitting: await fittingSkills(searched, call.scope, deps),
    chains: depth === "full" ? await chainsOf(nearest, deps) : [],
    related: depth === "full" ? await relatedTo(nearest, deps, call) : [],
    note: embedding.note,
  };
  return { answer, keep: !embedding.failed };
}

/** Where most of what is like it belongs; by its own words where little is like it, or that is divided. */
function domainOf(statement: string, precedents: readonly { readonly domain: string }[]): string {
  const counts = new Map<string, number>();
  for (const { domain } of precedents.slice(0, NEIGHBOURS)) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  const [commonest = GENERAL, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (count * 2 > NEIGHBOURS) return commonest;
  const detected = detectDomain(statement);
  return detected === GENERAL ? commonest : detected;
}

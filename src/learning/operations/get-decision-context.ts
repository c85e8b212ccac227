/**
 * Gives the context of a decision before it is made. What does not depend on the clock or the repository is cached.
 */
import * as z from "zod";
import {
  Confidence,
  chooseDomain,
  type Decision,
  hasFailed,
  type Link,
  PROPOSABLE_RELATIONS,
} from "../../decisions/index.ts";
import {
  type CandidateSearch,
  type ChainStep,
  type ComputedAnswer,
  chainOf,
  searchForStatement,
} from "../../recall/index.ts";
import { readCodeCauses } from "../../repository/index.ts";
import { personOf } from "../../shared/actor.ts";
import type { Notice } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { DomainSlug } from "../../shared/names.ts";
import { type Call, defineOperation, type ResultOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { learnedPatterns } from "../rules/pattern-warnings.ts";
import type { Intention, Warning } from "../rules/warning.ts";
import {
  applicableSkills,
  type FittingSkill,
  skillOfWay,
  toLearnedAntipattern,
} from "./applicable-skills.ts";
import type { GuidanceDeps } from "./deps.ts";
import { estimateDecision, type Outlook } from "./estimate-decision.ts";
import { type FoundPrecedent, findPrecedents, isNotDraft } from "./find-precedents.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { confidenceGuidance, withOutlook } from "./get-confidence-guidance.ts";
import {
  antipatternWarnings,
  choiceIn,
  evidenceWarnings,
  reportWarnings,
  threatWarnings,
  warningsFrom,
} from "./get-warnings.ts";
import { withNewThreats } from "./shown-threats.ts";

export const DEPTHS = ["minimal", "standard", "full"] as const;
/** How much context to return for a proposed decision. Each depth includes everything of the one before it. */
type Depth = (typeof DEPTHS)[number];

/** How many items of each kind a depth returns. */
interface ContextLimits {
  readonly similar: number;
  readonly skills: number;
  readonly warnings: number;
  readonly failed: number;
  readonly lessons: number;
  readonly due: number;
}

const ALL = Number.POSITIVE_INFINITY;

/** No limit shrinks from one depth to the next, so a deeper context contains the shallower one. */
const CONTEXT_LIMITS: Readonly<Record<Depth, ContextLimits>> = {
  minimal: { similar: 0, skills: 0, warnings: 1, failed: 0, lessons: 0, due: 0 },
  standard: { similar: 3, skills: 2, warnings: ALL, failed: 3, lessons: 5, due: 3 },
  full: { similar: 10, skills: 10, warnings: ALL, failed: 10, lessons: 20, due: 10 },
};

const Proposal = z.strictObject({
  statement: boundedText(1, LIMITS.statement),
  /** The area it belongs to; detected unless given. */
  domain: DomainSlug.optional(),
  /** A domain from the configured list, for vocabularies that use one. */
  module: z.string().optional(),
  confidence: Confidence.optional(),
  depth: z.enum(DEPTHS).default("standard"),
  sessionId: boundedText(1, LIMITS.name).optional(),
});

export const getDecisionContext = defineOperation({
  name: "get-decision-context",
  summary:
    "What the memory knows about a decision before it is made: confidence, precedents, skills, warnings.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: Proposal,
  async run({ sessionId, module, domain: stated, ...input }, deps: GuidanceDeps, call) {
    const question = { ...input, domain: chooseDomain({ module, domain: stated, ...input }, deps) };
    const { author } = call.actor;
    const asker = [author.kind, personOf(author)];
    const key = [
      "context",
      call.scope,
      asker,
      question.statement,
      question.domain,
      question.confidence,
      question.depth,
    ];
    const cached = await deps.answers.answerTo(key, deps, () => buildCacheableContext(question, deps, call));
    const context = await completeContext(cached, { ...question, sessionId }, deps, call);
    rememberGuidance(
      {
        intention: { statement: input.statement, confidence: input.confidence, domain: question.domain },
        sessionId,
        warnings: context.warningReport.warnings.slice(0, CONTEXT_LIMITS[input.depth].warnings),
        firewallStatus: context.warningReport.firewallStatus,
        shown: [...context.similar, ...context.failed].map(({ decision }) => decision.id),
      },
      deps,
      call,
    );
    return { ...context, depth: input.depth };
  },
});

export type DecisionContext = ResultOf<typeof getDecisionContext>;

/** Adds what depends on the clock, the repository and the session, which is worked out for every reply. */
async function completeContext(
  cached: CacheableContext,
  { statement, domain, depth, sessionId }: Question & Pick<z.output<typeof Proposal>, "sessionId">,
  deps: GuidanceDeps,
  call: Call,
) {
  const { guidance, outlook, chains, related, notes } = cached;
  const limits = CONTEXT_LIMITS[depth];
  const precedents = await withPlaces(cached.precedents, deps, call);
  const session = startScreening(deps.secrets).optional("sessionId", sessionId);
  const decisions = precedents.map(({ decision }) => decision);
  const { skills, antipatterns, withheld } = await applicableSkills(deps, call, cached.fitting, {
    sessionId: session,
    limit: limits.skills,
  });
  const failed = precedents.filter(({ decision }) => hasFailed(decision));
  const warnings = [
    ...cached.warnings,
    ...learnedPatterns(antipatterns.map(toLearnedAntipattern)),
    ...(await evidenceWarnings({ found: precedents }, deps)),
  ];
  return {
    statement,
    domain,
    guidance,
    record: outlook.record,
    warningReport: reportWarnings(
      withNewThreats(warnings, sessionId, deps, call),
      outlook.record,
      precedents,
    ),
    similar: precedents.slice(0, limits.similar),
    skills,
    withheld,
    failed: failed.slice(0, limits.failed),
    /** Lessons of failures come first. */
    lessons: lessonsOf([...failed, ...precedents]).slice(0, limits.lessons),
    due: dueAmong(decisions, deps.clock.now()).slice(0, limits.due),
    chains,
    related,
    notices: notes,
  };
}

/** With what became of the code that they are about. */
async function withPlaces(
  precedents: readonly FoundPrecedent[],
  deps: GuidanceDeps,
  { scope }: Call,
): Promise<readonly FoundPrecedent[]> {
  const { causes, places } = await readCodeCauses(
    precedents.map(({ decision }) => decision),
    scope,
    deps,
  );
  return precedents.map((found) => {
    const { id } = found.decision;
    const checkAgain = [...(found.checkAgain ?? []), ...(causes.get(id) ?? [])];
    return { ...found, ...(checkAgain.length > 0 && { checkAgain }), places: places.get(id) };
  });
}

const lessonsOf = (precedents: readonly FoundPrecedent[]): string[] => [
  ...new Set(precedents.flatMap(({ lessons }) => lessons)),
];

/** Active decisions whose outcome should be known by now, the longest overdue first. */
function dueAmong(decisions: readonly Decision[], now: Date): (Decision & { readonly dueAt: Date })[] {
  return decisions
    .filter(
      (decision): decision is Decision & { readonly dueAt: Date } =>
        decision.standing === "active" &&
        decision.outcome === undefined &&
        decision.dueAt !== undefined &&
        decision.dueAt <= now,
    )
    .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1));
}

const MOST_RELATED_TO = 10;

interface Question extends Intention {
  readonly depth: Depth;
}

/** The part of a decision context that depends on the memory and on who asks, not on the time or the repository. */
interface CacheableContext {
  readonly guidance: ReturnType<typeof withOutlook>;
  /** Most relevant first, without drafts. */
  readonly precedents: readonly FoundPrecedent[];
  readonly outlook: Outlook;
  readonly warnings: readonly Warning[];
  readonly fitting: readonly FittingSkill[];
  readonly chains: readonly CausalChain[];
  readonly related: readonly RelatedDecision[];
  /** Notices for the caller about the search. */
  readonly notes: readonly Notice[];
}

/** Everything but the guidance on confidence is derived from the results of one search. */
async function buildCacheableContext(
  { depth, ...proposal }: Question,
  deps: GuidanceDeps,
  call: Call,
): Promise<ComputedAnswer<CacheableContext>> {
  // The statement is embedded in another process meanwhile.
  const [{ embedding, ...searched }, byDomain] = await Promise.all([
    searchForStatement(proposal.statement, call.scope, deps),
    confidenceGuidance(proposal.domain, proposal.confidence, deps, call),
  ]);
  const precedents = await findPrecedents(searched, deps, call);
  const decisions = precedents.found.map(({ decision }) => decision);
  const proposed = choiceIn(proposal);
  const outlook = await estimateDecision(
    { choice: proposed, domain: proposal.domain, confidence: proposal.confidence },
    searched,
    precedents.settled,
    deps,
    call,
  );
  const nearest = decisions.slice(0, MOST_RELATED_TO);
  const answer: CacheableContext = {
    guidance: withOutlook(byDomain, outlook),
    precedents: precedents.found,
    outlook,
    warnings: [
      ...(await antipatternWarnings(proposal.statement, embedding.meaning, outlook.record, deps)),
      ...(await warningsFrom(proposal, precedents, outlook, deps, call)),
      ...(await threatWarnings(proposal.statement, embedding.meaning, deps)),
    ],
    fitting: await skillOfWay(outlook, call.scope, deps),
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

const MOST_CHAINS = 3;
const MOST_STEPS = 5;
const MOST_RELATED = 10;

export interface CausalChain {
  /** Oldest first. */
  readonly steps: readonly ChainStep[];
}

export interface RelatedDecision {
  readonly link: Link;
  /** The decision at the other end of the link. */
  readonly decision: Decision;
}

/** The chains of replacements and outcomes around decisions. A decision with neither has no chain worth showing. */
async function chainsOf(decisions: readonly Decision[], deps: GuidanceDeps): Promise<CausalChain[]> {
  const chains: CausalChain[] = [];
  const covered = new Set<string>();
  for (const decision of decisions) {
    const { id, outcome, supersedes, supersededBy } = decision;
    if (chains.length === MOST_CHAINS) break;
    if (covered.has(id) || (!outcome && supersedes.length + supersededBy.length === 0)) continue;
    const { steps } = await chainOf(decision, MOST_STEPS, deps);
    const visible = steps.filter((step) => isNotDraft(step.decision));
    for (const step of visible) covered.add(step.decision.id);
    chains.push({ steps: visible });
  }
  return chains;
}

/** Decisions that approved links connect with these. */
async function relatedTo(
  decisions: readonly Decision[],
  { store }: Pick<GuidanceDeps, "store">,
  { scope }: Pick<Call, "scope">,
): Promise<RelatedDecision[]> {
  const known = new Set(decisions.map(({ id }) => id));
  const links = await store.linksOf(scope, [...known], PROPOSABLE_RELATIONS, ["active"], MOST_RELATED);
  // Nobody approved links that a machine made.
  const approved = links.filter(({ origin }) => origin !== "auto");
  const ends = approved.map((link) => ({ link, other: known.has(link.from) ? link.to : link.from }));
  const others = await store.decisionsById(
    scope,
    ends.map(({ other }) => other),
  );
  const byId = new Map(others.map((decision) => [decision.id, decision]));
  return ends.flatMap(({ link, other }) => {
    const decision = byId.get(other);
    return decision && isNotDraft(decision) ? [{ link, decision }] : [];
  });
}

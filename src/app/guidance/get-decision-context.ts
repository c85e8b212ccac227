import * as z from "zod";
import { Confidence, type Decision } from "../../domain/decisions/decision.ts";
import { hasFailed } from "../../domain/decisions/outcome.ts";
import { CONTEXT_LIMITS, DEPTHS } from "../../domain/guidance/context-depth.ts";
import { learnedPatterns } from "../../domain/guidance/warnings/known-patterns.ts";
import { personOf } from "../../domain/shared/actor.ts";
import { DomainSlug } from "../../domain/shared/domain-slug.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { chooseDomain } from "../decisions/choose-domain.ts";
import { readCodeCauses } from "../repository/read-causes.ts";
import { type Call, defineOperation, type ResultOf } from "../shared/operation.ts";
import { applicableSkills, toLearnedAntipattern } from "../skills/applicable-skills.ts";
import { buildCacheableContext, type CacheableContext, type Question } from "./cacheable-context.ts";
import type { GuidanceDeps } from "./deps.ts";
import type { FoundPrecedent } from "./find-precedents.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { evidenceWarnings, reportWarnings } from "./get-warnings.ts";
import { withNewThreats } from "./told-threats.ts";

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
  const { guidance, record, chains, related, notes } = cached;
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
    record,
    warningReport: reportWarnings(withNewThreats(warnings, sessionId, deps, call), record),
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

import * as z from "zod";
import { Confidence, type Decision } from "../../domain/decisions/decision.ts";
import { DEPTHS, SHOWN } from "../../domain/guidance/context-depth.ts";
import { minedPatterns } from "../../domain/guidance/warnings/known-patterns.ts";
import { DomainSlug } from "../../domain/shared/domain-slug.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { worked } from "../../domain/skills/skill.ts";
import { requireModule } from "../decisions/capture-decision.ts";
import { type Call, defineOperation, type ResultOf } from "../shared/operation.ts";
import { applicableSkills, minedFrom } from "../skills/applicable-skills.ts";
import { type ContextGround, type FoundPrecedent, groundOf } from "./context-ground.ts";
import type { GuidanceDeps } from "./deps.ts";
import { rememberGuidance } from "./follow-guidance.ts";
import { evidenceWarnings, warnedOf } from "./get-warnings.ts";

const Proposal = z.strictObject({
  statement: boundedText(1, LIMITS.statement),
  /** The area it belongs to; detected unless given. */
  domain: DomainSlug.optional(),
  /** A domain out of the configured list, for vocabularies that have one. */
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
  input: Proposal,
  async run({ sessionId, module, domain, ...input }, deps: GuidanceDeps, call) {
    const question = { ...input, domain: requireModule(module, deps.modules) ?? domain };
    const key = [call.scope, question.statement, question.domain, question.confidence, question.depth];
    const ground = await deps.answers.answerTo(key, deps, () => groundOf(question, deps, call));
    const context = await contextNow(ground, { ...input, sessionId }, deps, call);
    rememberGuidance(
      {
        intention: { statement: input.statement, confidence: input.confidence, domain: ground.domain },
        sessionId,
        warnings: context.warned.warnings.slice(0, SHOWN[input.depth].warnings),
        firewallStatus: context.warned.firewallStatus,
        shown: [...context.similar, ...context.failed].map(({ decision }) => decision.id),
      },
      deps,
      call,
    );
    return { ...context, depth: input.depth };
  },
});

export type DecisionContext = ResultOf<typeof getDecisionContext>;

/** What is known, as of now: the clock, the repository and the session have their say anew for every answer. */
async function contextNow(
  ground: ContextGround,
  { statement, depth, sessionId }: Pick<z.output<typeof Proposal>, "statement" | "depth" | "sessionId">,
  deps: GuidanceDeps,
  call: Call,
) {
  const { domain, guidance, precedents, chains, related, note } = ground;
  const most = SHOWN[depth];
  const session = startScreening(deps.secrets).optional("sessionId", sessionId);
  const decisions = precedents.map(({ decision }) => decision);
  const { skills, antipatterns, withheld } = await applicableSkills(deps, call, ground.fitting, {
    sessionId: session,
    limit: most.skills,
  });
  const failed = precedents.filter(hasFailed);
  return {
    statement,
    domain,
    guidance,
    warned: warnedOf([
      ...ground.warnings,
      ...minedPatterns(antipatterns.map(minedFrom)),
      ...(await evidenceWarnings(decisions, deps)),
    ]),
    similar: precedents.slice(0, most.similar),
    skills,
    withheld,
    failed: failed.slice(0, most.failed),
    /** What failures taught comes first. */
    lessons: lessonsOf([...failed, ...precedents]).slice(0, most.lessons),
    due: dueAmong(decisions, deps.clock.now()).slice(0, most.due),
    chains,
    related,
    notices: note === undefined ? [] : [note],
  };
}

const hasFailed = ({ decision: { outcome, progress } }: FoundPrecedent): boolean =>
  outcome ? !worked(outcome) : progress === "failed";

const lessonsOf = (precedents: readonly FoundPrecedent[]): string[] => [
  ...new Set(precedents.flatMap(({ lessons }) => lessons)),
];

/** Those about the same whose outcome should be known by now, the longest overdue first. */
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

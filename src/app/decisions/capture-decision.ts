import * as z from "zod";
import {
  Confidence,
  contextHash,
  DAY_MS,
  type Decision,
  type DecisionMeaning,
  DueDays,
  EVIDENCE_KINDS,
  RISK_LEVELS,
} from "../../domain/decisions/decision.ts";
import { DomainSlug, deriveTopic, detectDomain } from "../../domain/decisions/subject.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { followGuidance } from "../guidance/follow-guidance.ts";
import { actOf, type Call, type Deps, defineOperation, projectOf } from "../shared/operation.ts";

/** An agent that lost the reply sends the same capture again; within this time it gets the first one back. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

const texts = textList().default([]);

export const captureDecision = defineOperation({
  name: "capture-decision",
  summary: "Keep a decision with its confidence, before its outcome is known.",
  effect: "append",
  role: "agent",
  makesDecision: true,
  input: z.strictObject({
    statement: boundedText(1, LIMITS.statement),
    topic: boundedText(1, LIMITS.name).optional(),
    reasoning: boundedText(0, LIMITS.text).optional(),
    domain: DomainSlug.optional(),
    /** A domain out of the configured list, for vocabularies that have one. */
    module: z.string().optional(),
    confidence: Confidence.optional(),
    confidenceStated: z.boolean(),
    alternatives: texts,
    assumptions: texts,
    riskLevel: z.enum(RISK_LEVELS).optional(),
    risks: texts,
    evidence: z
      .array(z.strictObject({ kind: z.enum(EVIDENCE_KINDS), ref: boundedText(1, LIMITS.name) }))
      .max(LIMITS.listItems)
      .default([]),
    consequences: texts,
    label: boundedText(1, LIMITS.name).optional(),
    sessionId: boundedText(1, LIMITS.name).optional(),
    dueDays: DueDays.optional(),
    /** Whether the reply names other decisions that hold and have the same topic. */
    reportSameTopic: z.boolean().default(false),
  }),
  async run({ reportSameTopic, ...input }, deps, call) {
    const { decision, notices } = prepareDecision(input, deps, call);
    const repeatedSince = new Date(decision.createdAt.getTime() - REPEAT_WINDOW_MS);
    const added = await deps.store.addDecision(
      { decision, repeatedSince, reportSameTopic },
      actOf(deps, call),
    );
    deps.meaning.embedSoon();
    if (!added.repeated) followGuidance(added.decision, deps, call);
    return { ...added, notices };
  },
});

/** A decision as it will be stored, and what screening changed on the way. */
export function prepareDecision(
  input: Omit<z.output<typeof captureDecision.input>, "reportSameTopic">,
  deps: Deps,
  call: Call,
): { decision: Decision; notices: Notice[] } {
  const at = deps.clock.now();
  const { author, sessionId } = call.actor;
  const screen = startScreening(deps.secrets);
  const statement = screen.required("statement", input.statement);
  const meaning: DecisionMeaning = {
    project: projectOf(call),
    statement,
    topic:
      input.topic === undefined
        ? screen.text("topic", deriveTopic(statement))
        : screen.required("topic", input.topic),
    topicStated: input.topic !== undefined,
    reasoning: screen.optional("reasoning", input.reasoning),
    domain:
      requireModule(input.module, deps.modules) ??
      input.domain ??
      detectDomain(`${statement}\n${input.reasoning ?? ""}`),
    confidence: input.confidence,
    confidenceStated: input.confidenceStated,
    alternatives: screen.list("alternatives", input.alternatives),
    assumptions: screen.list("assumptions", input.assumptions),
    riskLevel: input.riskLevel,
    risks: screen.list("risks", input.risks),
    evidence: input.evidence.map(({ kind, ref }) => ({ kind, ref: screen.text("evidence", ref) })),
    consequences: screen.list("consequences", input.consequences),
    label: screen.optional("label", input.label),
    author,
  };
  const decision: Decision = {
    ...meaning,
    id: deps.ids.next(ID_PREFIX.decision),
    aliases: [],
    contextHash: contextHash(meaning),
    createdAt: at,
    updatedAt: at,
    standing: "active",
    progress: "pending",
    dueAt: new Date(at.getTime() + (input.dueDays ?? call.dueDays) * DAY_MS),
    sessionId: screen.optional("sessionId", input.sessionId) ?? sessionId,
    confidenceUpdates: [],
    notes: [],
    supersedes: [],
    supersededBy: [],
  };
  return { decision, notices: describeChanges(screen.changes) };
}

export function requireModule(module: string | undefined, known: readonly string[]): string | undefined {
  if (module === undefined || known.includes(module)) return module;
  throw new Fault("invalid", `There is no module ${JSON.stringify(module)}.`, {
    field: "module",
    received: module,
    reason: "invalid_module",
    hint: `Use one of ${known.join(", ")}, or leave the module out and it is detected.`,
  });
}

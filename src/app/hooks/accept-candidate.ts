import * as z from "zod";
import type { Checkpoint } from "../../domain/continuity/checkpoint.ts";
import type { Decision, Evidence } from "../../domain/decisions/decision.ts";
import { Confidence } from "../../domain/decisions/decision.ts";
import {
  type CheckpointDraft,
  candidateNotFound,
  type DecisionCandidate,
} from "../../domain/hooks/candidate.ts";
import { DomainSlug } from "../../domain/shared/domain-slug.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { saveCheckpoint } from "../continuity/save-checkpoint.ts";
import { captureDecision, captureEarlierDecision } from "../decisions/capture-decision.ts";
import { restoreDecision } from "../decisions/restore-decision.ts";
import { type Call, defineOperation, perform } from "../shared/operation.ts";
import { CandidateRef, requireReviewer } from "./require-reviewer.ts";
import type { ReviewDeps } from "./review-deps.ts";

/** What the person says instead of what was found. */
const Edits = z.strictObject({
  statement: boundedText(1, LIMITS.statement).optional(),
  reasoning: boundedText(0, LIMITS.text).optional(),
  confidence: Confidence.optional(),
  domain: DomainSlug.optional(),
  /** Of a checkpoint, which has none of the others. */
  summary: boundedText(1, LIMITS.text).optional(),
});
type Edits = z.output<typeof Edits>;

export type Accepted = { readonly notices: readonly Notice[] } & (
  | {
      readonly kind: "decision";
      readonly candidate: DecisionCandidate;
      readonly decision: Decision;
      /** Whether the same decision was there already. */
      readonly repeated: boolean;
    }
  | { readonly kind: "checkpoint"; readonly candidate: CheckpointDraft; readonly checkpoint: Checkpoint }
);

export const acceptCandidate = defineOperation({
  name: "accept-candidate",
  summary: "Make what was said in a session a decision of the person, or a checkpoint.",
  effect: "update",
  role: "admin",
  makesDecision: true,
  input: z.strictObject({ ref: CandidateRef, edits: Edits.default({}) }),
  async run({ ref, edits }, deps: ReviewDeps, call): Promise<Accepted> {
    requireReviewer(call);
    const candidate = await deps.store.findCandidate(call.scope, ref);
    if (!candidate) throw candidateNotFound(ref, call.scope);
    requireFitting(candidate.kind, edits);
    const inProject = { ...call, scope: candidate.project };
    const accepted =
      candidate.kind === "decision"
        ? await keepDecision(candidate, edits, deps, inProject)
        : await keepCheckpoint(candidate, edits, deps, inProject);
    // After the capture: if this is interrupted, the candidate waits on, and accepting it again finds the decision.
    await deps.store.settleCandidate(candidate.project, ref, deps.clock.now());
    return accepted;
  },
});

async function keepDecision(
  candidate: DecisionCandidate,
  { statement, reasoning, confidence, domain }: Edits,
  deps: ReviewDeps,
  call: Call,
): Promise<Accepted> {
  const given = {
    statement: statement ?? candidate.statement,
    reasoning: reasoning ?? candidate.reasoning,
    alternatives: [...candidate.alternatives],
    confidence,
    confidenceStated: confidence !== undefined,
    domain,
    source: candidate.quote,
    evidence: evidenceFor(candidate),
  };
  const madeAt = candidate.citation?.at;
  const captured = await (madeAt === undefined
    ? perform(captureDecision, given, deps, call)
    : perform(captureEarlierDecision, { ...given, madeAt }, deps, call));
  const { decision, repeated, notices } = captured;
  const kept = { kind: "decision", candidate, repeated } as const;
  // The person had taken it back a moment ago, and now accepts it again.
  if (repeated && decision.standing === "deprecated") {
    const restored = await perform(restoreDecision, { ref: decision.id }, deps, call);
    return { ...kept, decision: restored.decision, notices: restored.notices };
  }
  return { ...kept, decision, notices };
}

/** Where it stands first, so that whoever asks why finds the words. */
function evidenceFor({ files, citation }: DecisionCandidate): { kind: Evidence["kind"]; ref: string }[] {
  const { commit, pr, file, line, isOutside } = citation ?? {};
  const isInRepository = file !== undefined && !isOutside;
  return [
    ...(commit === undefined ? [] : [{ kind: "commit" as const, ref: commit }]),
    ...(pr === undefined ? [] : [{ kind: "pr" as const, ref: pr }]),
    ...(file === undefined || line === undefined ? [] : [{ kind: "note" as const, ref: `${file}:${line}` }]),
    ...[...(isInRepository ? [file] : []), ...files].map((ref) => ({ kind: "file" as const, ref })),
  ];
}

async function keepCheckpoint(
  candidate: CheckpointDraft,
  { summary }: Edits,
  deps: ReviewDeps,
  call: Call,
): Promise<Accepted> {
  const { checkpoint, notices } = await perform(
    saveCheckpoint,
    { summary: summary ?? candidate.summary, openFiles: [...candidate.files] },
    deps,
    call,
  );
  return { kind: "checkpoint", candidate, checkpoint, notices };
}

function requireFitting(kind: "decision" | "checkpoint", { summary, ...ofDecision }: Edits): void {
  const given = kind === "decision" ? { summary } : ofDecision;
  const [field] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (field === undefined) return;
  throw new Fault("invalid", `A ${kind} has no ${field}.`, {
    field: `edits.${field}`,
    reason: "not_of_this_kind",
    hint: "Nothing was changed.",
  });
}

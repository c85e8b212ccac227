import * as z from "zod";
import {
  Confidence,
  captureDecision,
  captureEarlierDecision,
  type Decision,
  type Evidence,
  type ProposalDeps,
} from "../../decisions/index.ts";
import { restoreDecision, retractDecision } from "../../learning/index.ts";

import { type Checkpoint, type ContinuityDeps, saveCheckpoint } from "../../sessions/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { CANDIDATE_ID, DECISION_ID } from "../../shared/ids.ts";
import { DomainSlug } from "../../shared/names.ts";
import { type Call, defineOperation, type PersonOnly, perform } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import {
  type Candidate,
  type CheckpointDraft,
  candidateNotFound,
  type DecisionCandidate,
} from "../rules/candidate.ts";
import {
  addCandidates,
  findCandidate,
  openCandidates,
  saveCheckpointDraft,
  settleCandidate,
} from "../sql/candidate-rows.ts";

const CandidateRef = z.string().regex(CANDIDATE_ID);

/**
 * What was said counts when a person says so. An agent that could accept candidates would turn its own sentences into
 * decisions.
 */
const PERSON_REVIEWS: PersonOnly<readonly unknown[]> = {
  does: "says whether what was said in a session was decided",
  agent: true,
  script: true,
};

export const MOST_LISTED = 1_000;

export const listCandidates = defineOperation({
  name: "list-candidates",
  summary: "What was said in sessions and waits for a person, the oldest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(MOST_LISTED).default(50) }),
  run: ({ limit }, { memory }: Pick<ReviewDeps, "memory">, { scope }) => openCandidates(memory, scope, limit),
});

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

type Accepted = { readonly notices: readonly Notice[] } & (
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
  personOnly: PERSON_REVIEWS,
  makesDecision: true,
  input: z.strictObject({ ref: CandidateRef, edits: Edits.default({}) }),
  async run({ ref, edits }, deps: ReviewDeps, call): Promise<Accepted> {
    const candidate = await findCandidate(deps.memory, call.scope, ref);
    if (!candidate) throw candidateNotFound(ref, call.scope);
    requireFitting(candidate.kind, edits);
    const inProject = { ...call, scope: candidate.project };
    const accepted =
      candidate.kind === "decision"
        ? await keepDecision(candidate, edits, deps, inProject)
        : await keepCheckpoint(candidate, edits, deps, inProject);
    // After the capture: if this is interrupted, the candidate waits on, and accepting it again finds the decision.
    await settleCandidate(deps.memory, candidate.project, ref, deps.clock.now());
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

export const rejectCandidate = defineOperation({
  name: "reject-candidate",
  summary: "Say that what was said in a session is nothing to keep.",
  effect: "update",
  role: "admin",
  personOnly: PERSON_REVIEWS,
  input: z.strictObject({ ref: CandidateRef }),
  async run({ ref }, { memory, clock }: ReviewDeps, call): Promise<Candidate> {
    const candidate = await findCandidate(memory, call.scope, ref);
    if (!candidate || !(await settleCandidate(memory, candidate.project, ref, clock.now())))
      throw candidateNotFound(ref, call.scope);
    return candidate;
  },
});

export const putBackCandidate = defineOperation({
  name: "put-back-candidate",
  summary: "Take back what was said about a candidate, so that it waits again.",
  effect: "update",
  role: "admin",
  personOnly: PERSON_REVIEWS,
  input: z.strictObject({
    candidate: z.custom<Candidate>(),
    /** The decision that it became, which no longer holds then. */
    became: z.string().regex(DECISION_ID).optional(),
  }),
  async run({ candidate, became }, deps: ReviewDeps, call): Promise<void> {
    if (became !== undefined)
      await perform(retractDecision, { ref: became }, deps, { ...call, scope: candidate.project });
    await (candidate.kind === "decision"
      ? addCandidates(deps.memory, [candidate])
      : saveCheckpointDraft(deps.memory, candidate));
  },
});

/** What a person needs to go through what waits: more than a program that handles one event may load. */
export interface ReviewDeps extends ProposalDeps, Omit<ContinuityDeps, "memory" | "observations"> {
  readonly observations: ProposalDeps["observations"] & ContinuityDeps["observations"];
}

/** A decision in the format of the Membria document: its fields, where it was captured, and its revisions. */

import * as z from "zod";
import {
  ASSUMPTION_STATES,
  assumptionsIn,
  type CapturedIn,
  changedFields,
  currentConfidence,
  type Decision,
  type EditableField,
  type FieldName,
  OUTCOME_STATUSES,
  PROGRESS,
  type Revision,
  RISK_LEVELS,
  STANDINGS,
} from "../../decisions/index.ts";
import { AUTHOR_KINDS, namedAuthor } from "../../shared/actor.ts";
import type { EveryKey } from "../../shared/canonical-json.ts";
import { inQuotes, labelledList } from "../quote.ts";
import { decisionId, decisionIdHint, maxTokens, timestamp } from "../shared-arguments.ts";

/** Where a decision came from. Of the exchange it is only said that it is kept. */
const CapturedInFields = z.object({
  client: z.string(),
  session: z.string(),
  branch: z.string().optional(),
  head: z.string().optional(),
  files: z.array(z.string()),
  has_exchange: z.literal(true).optional(),
});
type CapturedInFields = z.output<typeof CapturedInFields>;

const authored = z.object({ at: timestamp, by: z.string(), author: z.enum(AUTHOR_KINDS) });

/** A decision in the format of the Membria document, with a few more fields. */
const DecisionFields = z.object({
  decision_id: z.string(),
  statement: z.string(),
  alternatives: z.array(z.string()),
  confidence: z.number().nullable(),
  module: z.string(),
  created_at: timestamp,
  created_by: z.string(),
  status: z.enum(PROGRESS),
  outcome: z.enum(OUTCOME_STATUSES).nullable(),
  assumptions: z.array(z.string()),
  reasoning: z.string(),
  linked_pr: z.string().optional(),
  linked_commit: z.string().optional(),
  context_hash: z.string(),
  /** Whether the exchange in which it was decided is kept. Its text is only shown to who asks for it. */
  has_source: z.literal(true).optional(),
  standing: z.enum(STANDINGS),
  supersedes: z.array(z.string()),
  superseded_by: z.array(z.string()),
  project: z.string(),
  topic: z.string(),
  author: z.enum(AUTHOR_KINDS),
  /** On whose behalf an agent or a script acted. */
  person: z.string().optional(),
  final_score: z.number().optional(),
  risk_level: z.enum(RISK_LEVELS).optional(),
  evidence: z.array(z.string()),
  risks: z.array(z.string()),
  consequences: z.array(z.string()),
  confidence_updates: z.array(authored.extend({ confidence: z.number() })),
  notes: z.array(authored.extend({ text: z.string() })),
  /** The latest judgements of its assumptions. An assumption that nobody judged holds. */
  assumption_states: z
    .array(
      authored.extend({
        assumption_id: z.string(),
        assumption: z.string(),
        state: z.enum(ASSUMPTION_STATES),
        because: z.string().optional(),
      }),
    )
    .optional(),
});

type Shown = z.output<typeof DecisionFields>;

/** Where one decision is shown whole. */
export const WholeDecisionFields = DecisionFields.extend({ captured_in: CapturedInFields.optional() });
type ShownWhole = z.output<typeof WholeDecisionFields>;

/** The result field of each field of a decision; null if it is not shown. A missing field does not compile. */
export const SHOWN_AS = {
  id: "decision_id",
  project: "project",
  statement: "statement",
  topic: "topic",
  topicStated: null,
  reasoning: "reasoning",
  domain: "module",
  confidence: "confidence",
  confidenceStated: null,
  alternatives: "alternatives",
  assumptions: "assumptions",
  riskLevel: "risk_level",
  risks: "risks",
  evidence: "evidence",
  consequences: "consequences",
  label: null,
  author: "created_by",
  aliases: null,
  createdAt: "created_at",
  dueAt: null,
  sessionId: null,
  source: "has_source",
  questions: null,
  updatedAt: null,
  standing: "standing",
  progress: "status",
  linkedPr: "linked_pr",
  linkedCommit: "linked_commit",
  confidenceUpdates: "confidence_updates",
  notes: "notes",
  capturedIn: "captured_in",
  anchors: null,
  assumptionStates: "assumption_states",
  contextHash: "context_hash",
  hashVersion: null,
  outcome: "outcome",
  supersedes: "supersedes",
  supersededBy: "superseded_by",
} as const satisfies Readonly<Record<FieldName, keyof ShownWhole | null>>;

export const authorText = ({ created_by, author, person }: Shown): string =>
  `the ${namedAuthor({ kind: author, name: created_by })}${person === undefined ? "" : ` for ${inQuotes(person)}`}`;

export function decisionFields(decision: Decision): Shown {
  const fields: EveryKey<Shown> = {
    decision_id: decision.id,
    statement: decision.statement,
    alternatives: [...decision.alternatives],
    confidence: currentConfidence(decision) ?? null,
    module: decision.domain,
    created_at: decision.createdAt.toISOString(),
    created_by: decision.author.name,
    status: decision.progress,
    outcome: decision.outcome?.status ?? null,
    final_score: decision.outcome?.score,
    assumptions: [...decision.assumptions],
    reasoning: decision.reasoning ?? "",
    linked_pr: decision.linkedPr,
    linked_commit: decision.linkedCommit,
    context_hash: decision.contextHash,
    has_source: decision.source ? true : undefined,
    standing: decision.standing,
    supersedes: [...decision.supersedes],
    superseded_by: [...decision.supersededBy],
    project: decision.project,
    topic: decision.topic,
    author: decision.author.kind,
    person: decision.author.person,
    risk_level: decision.riskLevel,
    evidence: decision.evidence.map(({ kind, ref }) => `${kind}: ${ref}`),
    risks: [...decision.risks],
    consequences: [...decision.consequences],
    confidence_updates: decision.confidenceUpdates.map(({ confidence, at, by }) => ({
      confidence,
      at: at.toISOString(),
      by: by.name,
      author: by.kind,
    })),
    notes: decision.notes.map(({ text, at, by }) => ({
      text,
      at: at.toISOString(),
      by: by.name,
      author: by.kind,
    })),
    assumption_states: judgedAssumptions(decision),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Shown;
}

function judgedAssumptions(decision: Decision): Shown["assumption_states"] {
  const judged = assumptionsIn(decision).flatMap(({ id, text, judgement }) =>
    judgement
      ? [
          {
            assumption_id: id,
            assumption: text,
            state: judgement.state,
            ...(judgement.because !== undefined && { because: judgement.because }),
            at: judgement.at.toISOString(),
            by: judgement.by.name,
            author: judgement.by.kind,
          },
        ]
      : [],
  );
  return judged.length === 0 ? undefined : judged;
}

export const wholeDecisionFields = (decision: Decision): ShownWhole => ({
  ...decisionFields(decision),
  ...(decision.capturedIn && { captured_in: capturedInFields(decision.capturedIn) }),
});

/** Who corrected a decision, when and in what. The words themselves are read on the command line. */
export const RevisionFields = z.object({
  revision: z.number(),
  at: timestamp,
  by: z.string(),
  author: z.enum(AUTHOR_KINDS),
  context_hash: z.string(),
  changed: z.array(z.string()).describe("Since the revision before"),
});
type RevisionFields = z.output<typeof RevisionFields>;

export const revisionFields = (revisions: readonly Revision[]): RevisionFields[] =>
  revisions.map(({ number, at, author, contextHash, content }, n) => {
    const before = revisions[n - 1];
    return {
      revision: number,
      at: at.toISOString(),
      by: author.name,
      author: author.kind,
      context_hash: contextHash,
      changed: before ? changedFields(before.content, content).map(shownName) : [],
    };
  });

/** The name that a field has in a result. */
export const shownName = (field: EditableField): string =>
  field === "source" ? "source" : (SHOWN_AS[field] ?? field);

const capturedInFields = ({
  client,
  session,
  branch,
  head,
  files,
  exchange,
}: CapturedIn): CapturedInFields => ({
  client,
  session,
  ...(branch && { branch }),
  ...(head && { head }),
  files: [...files],
  ...(exchange && { has_exchange: true }),
});

/** The lines of a list, for agents and for people. */
export const capturedInItems = ({ client, session, branch, head }: CapturedInFields): string[] => [
  `client: ${client}`,
  `session: ${session}`,
  ...(branch === undefined ? [] : [`branch: ${branch}`]),
  ...(head === undefined ? [] : [`HEAD: ${head}`]),
];

export const capturedInLines = (captured: CapturedInFields | undefined): string[] =>
  captured === undefined
    ? []
    : [
        ...labelledList("Captured in", capturedInItems(captured)),
        ...labelledList("Files touched before it", captured.files),
      ];

/** The parts that all tools share that read one decision by its id. */
export const readDecisionParts = {
  input: z.strictObject({ decision_id: decisionId, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint },
  quotesMemory: true,
  toOperation: ({ decision_id }: { decision_id: string }) => ({ ref: decision_id }),
  fields: { ref: "decision_id" } as const,
};

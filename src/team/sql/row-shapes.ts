import * as z from "zod";
import {
  ASSUMPTION_STATES,
  EVIDENCE_KINDS,
  isRepositoryPath,
  LINK_STATES,
  LINK_VERDICTS,
  OUTCOME_STATUSES,
  PROGRESS,
  PROPOSAL_STATES,
  RELATIONS,
  RISK_LEVELS,
  SKETCH,
  STANDINGS,
  VALENCES,
} from "../../decisions/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { escapeControls, LIMITS } from "../../shared/text.ts";

/**
 * What the rows of other machines have to look like. What this Membria reads must be what it expects, or reading the record
 * would fail for ever. Keys that only a newer one knows are let through, because the row keeps them, and their texts are
 * checked like all others.
 */
export const id = z.string().min(1).max(200);
export const ids = z.array(id);
/** Screened by whoever wrote it: no control characters, and no longer than a text may be. */
export const text = z
  .string()
  .max(2 * LIMITS.text)
  .refine((value) => escapeControls(value) === value);
const texts = z.array(text).optional();
const unread: z.ZodType = z.lazy(() =>
  z.union([text, z.number(), z.boolean(), z.null(), z.array(unread), z.record(text, unread)]),
);
const rowOf = <S extends z.core.$ZodLooseShape>(fields: S) => z.object(fields).catchall(unread);
export const time = z.number().int();
/** What no machine shares, so that none may say it for another. */
export const ofOneMachine = z.never().optional();
const share = z.number().min(0).max(1);
const yesOrNo = z.union([z.literal(0), z.literal(1)]);
export const standing = z.enum(STANDINGS);
export const progress = z.enum(PROGRESS);

/** As `StoredAuthor`. */
export const by = rowOf({
  kind: z.enum(AUTHOR_KINDS),
  name: text.optional(),
  person: id.optional(),
});
const authorColumns = { author_kind: z.enum(AUTHOR_KINDS), author: text, person: id.nullable() };

const decisionWords = rowOf({
  reasoning: text.optional(),
  alternatives: texts,
  assumptions: texts,
  risk_level: z.enum(RISK_LEVELS).optional(),
  risks: texts,
  evidence: z.array(rowOf({ kind: z.enum(EVIDENCE_KINDS), ref: text })).optional(),
  consequences: texts,
  label: text.optional(),
  hash_version: z.number().int().optional(),
  source: text.optional(),
  questions: texts,
});

/** A path that leads out of the repository would be read here. */
const anchorFields = {
  path: text.refine(isRepositoryPath),
  symbol: text.optional(),
  line: z.number().int().positive().optional(),
  sketch: z.string().regex(SKETCH),
  removed: z.literal(true).optional(),
};
export const anchor = rowOf(anchorFields);

/** What is said of an assumption. */
export const judgement = rowOf({
  assumption: id,
  state: z.enum(ASSUMPTION_STATES),
  because: text.optional(),
});

const decisionBody = decisionWords.extend({
  linked_pr: text.optional(),
  linked_commit: text.optional(),
  confidence_updates: z.array(rowOf({ confidence: share, at: time, by })).optional(),
  notes: z.array(rowOf({ text, at: time, by })).optional(),
  assumption_states: z.array(judgement.extend({ at: time, by })).optional(),
  captured_in: ofOneMachine,
  anchors: z.array(rowOf({ ...anchorFields, at: time, by })).optional(),
});

/** A wording becomes a part of the row. What else it may not say of the decision is settled afterwards. */
const wording = decisionWords.extend({ captured_in: ofOneMachine });

const memory = {
  id,
  project: id,
  content: text,
  context_hash: z.string(),
  created_at: time,
  updated_at: time,
  aliases: z.array(text),
  ...authorColumns,
};

export const decisionRow = rowOf({
  ...memory,
  type: z.literal("decision"),
  topic: text,
  topic_stated: yesOrNo,
  domain: text,
  standing,
  progress,
  confidence: share.nullable(),
  confidence_stated: yesOrNo,
  due_at: time.nullable(),
  session: text.nullable(),
  body: decisionBody,
});

export const insightRow = rowOf({
  ...memory,
  type: z.literal("insight"),
  topic: text.nullable(),
  topic_stated: yesOrNo,
  domain: z.null(),
  standing: z.null(),
  progress: z.null(),
  confidence: z.null(),
  confidence_stated: yesOrNo,
  due_at: z.null(),
  session: z.null(),
  body: rowOf({
    category: text.optional(),
    tags: z.array(text),
    source: text.optional(),
    rest: texts,
  }),
});

const history = { id, decision_id: id, project: id, at: time, ...authorColumns };

export const outcomeRow = rowOf({
  ...history,
  domain: text,
  status: z.enum(OUTCOME_STATUSES),
  score: share,
  stated_confidence: share.nullable(),
  body: rowOf({
    reported: rowOf({}).optional(),
    signals: z.array(rowOf({ id, at: time })),
    lessons: z.array(text),
    metrics: rowOf({}).optional(),
  }),
});

export const signalRow = rowOf({
  ...history,
  type: text,
  valence: z.enum(VALENCES),
  body: rowOf({ description: text.optional(), metrics: rowOf({}).optional() }),
});

export const revisionRow = rowOf({
  id,
  decision_id: id,
  at: time,
  ...authorColumns,
  context_hash: z.string(),
  body: rowOf({
    content: text,
    topic: text,
    topic_stated: yesOrNo,
    domain: text,
    body: wording,
  }),
});

export const review = rowOf({ verdict: z.enum(LINK_VERDICTS), at: time, by });

export const linkRow = rowOf({
  id,
  project: id,
  from_id: id,
  to_id: id,
  relation: z.enum(RELATIONS),
  state: z.enum(LINK_STATES),
  at: time,
  body: rowOf({
    origin: text.optional(),
    reason: text.optional(),
    evidence: text.optional(),
    proposed_by: by.optional(),
    reviews: z.array(review).optional(),
    merge: rowOf({ standing, progress }).optional(),
    merged_from: id.optional(),
  }),
});

export const proposalRow = rowOf({
  id,
  project: id,
  target: text,
  state: z.enum(PROPOSAL_STATES),
  created_at: time,
  fed_at: time,
  body: rowOf({
    kind: text,
    statement: text,
    reasoning: text,
    domain: text,
    explanations: z.array(text),
    evidence: ids,
  }),
});

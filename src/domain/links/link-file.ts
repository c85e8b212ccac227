import * as z from "zod";
import { PROGRESS, STANDINGS } from "../decisions/decision.ts";
import { MEMORY_AUTHOR } from "../shared/actor.ts";
import {
  portableAuthor as author,
  portableDate as date,
  portableId as id,
  portableProject as project,
  portableText as text,
} from "../shared/portable-values.ts";
import type { Screened } from "../shared/text.ts";
import { LINK_ORIGINS, LINK_STATES, LINK_VERDICTS, type Link, RELATIONS, REVIEW_WAYS } from "./link.ts";

const ends = { id, project, from: id, to: id, relation: z.enum(RELATIONS), state: z.enum(LINK_STATES) };
const review = z.object({
  verdict: z.enum(LINK_VERDICTS),
  by: author,
  client: text,
  how: z.enum(REVIEW_WAYS),
  at: date,
  reason: text.optional(),
});
const moment = z.number().transform((value) => new Date(value));

/** A link in an export or backup file. */
export const LinkInFile = z.object({
  ...ends,
  origin: z.enum(LINK_ORIGINS),
  reason: text,
  evidence: text.optional(),
  contextDecision: z.string().optional(),
  suggestedBy: z.number().optional(),
  proposedBy: author,
  proposedAt: date,
  reviews: z.array(review),
  sourceFacts: z
    .object({
      relation: z.string().optional(),
      weight: z.number().optional(),
      approvedAt: date.optional(),
    })
    .optional(),
  merge: z.object({ standing: z.enum(STANDINGS), progress: z.enum(PROGRESS) }).optional(),
  mergedFrom: z.string().optional(),
}) satisfies z.ZodType<Link>;

/** A link in a file written by version 0.1.0. */
export const LinkInFileOfV1 = z.object({
  ...ends,
  at: z.union([date, moment]),
  body: z.object({
    origin: z.enum(LINK_ORIGINS).default("memory"),
    reason: text.default("" as Screened),
    evidence: text.optional(),
    context_decision: z.string().optional(),
    suggested_by: z.number().optional(),
    proposed_by: author.default(MEMORY_AUTHOR),
    reviews: z.array(review.extend({ at: moment })).default([]),
    original: z.string().optional(),
    weight: z.number().optional(),
    approved_at: moment.optional(),
  }),
});

export function linkOfFileV1({ at, body, ...rest }: z.output<typeof LinkInFileOfV1>): Link {
  const { original: relation, weight, approved_at: approvedAt } = body;
  const isImported = relation !== undefined || weight !== undefined || approvedAt !== undefined;
  return {
    ...rest,
    origin: body.origin,
    reason: body.reason,
    evidence: body.evidence,
    contextDecision: body.context_decision,
    suggestedBy: body.suggested_by,
    proposedBy: body.proposed_by,
    proposedAt: at,
    reviews: body.reviews,
    sourceFacts: isImported ? { relation, weight, approvedAt } : undefined,
  };
}

import * as z from "zod";
import { withContextHash } from "../../domain/decisions/context-hash.ts";
import { EXPORTED_FIELDS, shapeOf } from "../../domain/decisions/decision-fields.ts";
import { OUTCOME_STATUSES, Score } from "../../domain/decisions/outcome.ts";
import { SIGNAL_TYPES, VALENCES } from "../../domain/decisions/signal.ts";
import { LinkInFile, LinkInFileOfV1, linkOfFileV1 } from "../../domain/links/link-file.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import { PROPOSAL_KINDS, PROPOSAL_STATES } from "../../domain/proposals/proposal.ts";
import {
  portableAuthor as author,
  portableDate as date,
  portableId as id,
  portableProject as project,
  portableText as text,
  portableTexts as texts,
} from "../../domain/shared/portable-values.ts";
import { PortableMemory } from "./portable-memories.ts";

/** Raised when older programs could not read new files correctly. Files of earlier versions can still be read. */
export const EXPORT_VERSION = 4;
export const EXPORT_FORMAT = "membria-export";

export const ExportHeader = z.object({ format: z.literal(EXPORT_FORMAT), version: z.number().int() });

const json = z.record(z.string(), z.unknown());

const decision = z.object(shapeOf("value", EXPORTED_FIELDS));

const outcome = z.object({
  id,
  decisionId: id,
  project,
  domain: z.string(),
  status: z.enum(OUTCOME_STATUSES),
  score: Score,
  at: date,
  statedConfidence: z.number().min(0).max(1).optional(),
  reported: z.object({
    ciPassed: z.boolean().optional(),
    incidentFound: z.boolean().optional(),
    reliabilityScore: z.number().optional(),
    performanceMetrics: json.optional(),
  }),
  signals: z.array(z.object({ id, type: z.enum(SIGNAL_TYPES), valence: z.enum(VALENCES), at: date })),
  lessons: texts,
  metrics: z.object({
    performanceImpact: z.number().optional(),
    reliability: z.number().optional(),
    maintenanceCost: z.number().optional(),
  }),
  author,
  withdrawn: z.object({ at: date, by: author }).optional(),
});

const signal = z.object({
  id,
  decisionId: id,
  project,
  type: z.enum(SIGNAL_TYPES),
  valence: z.enum(VALENCES),
  description: text.optional(),
  metrics: json,
  at: date,
  author,
});

const file = z.object({
  project,
  folder: z.string(),
  path: z.string(),
  decisionId: id,
  text,
  dress: z.object({
    byteOrderMark: z.boolean(),
    lineEnding: z.enum(["lf", "crlf"]),
    otherwise: z.array(z.number()),
  }),
  fileHash: z.string(),
  memoryHash: z.string(),
});

const proposal = z.object({
  id,
  project,
  kind: z.enum(PROPOSAL_KINDS),
  target: text,
  statement: text,
  reasoning: text,
  domain: z.string(),
  explanations: texts,
  evidence: z.array(z.string()),
  state: z.enum(PROPOSAL_STATES),
  createdAt: date,
  fedAt: date,
});

/** One record of an export, parsed so that it can be stored. Hashes are computed again, because the file is not trusted. */
export const PortableRecord = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("decision"),
    decision: decision.transform((meant) => ({
      ...withContextHash(meant),
      supersedes: [],
      supersededBy: [],
    })),
    outcomes: z.array(outcome),
    signals: z.array(signal),
    files: z.array(file),
  }),
  z.object({ kind: z.literal("memory"), memory: PortableMemory }),
  z.object({
    kind: z.literal("link"),
    link: z.union([LinkInFile, LinkInFileOfV1.transform(linkOfFileV1)]),
  }),
  z.object({ kind: z.literal("proposal"), proposal }),
]) satisfies z.ZodType<ImportedRecord>;

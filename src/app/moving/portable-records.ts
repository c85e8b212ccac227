import * as z from "zod";
import { HASH_VERSION, withContextHash } from "../../domain/decisions/context-hash.ts";
import { EXPORTED_FIELDS, shapeOf } from "../../domain/decisions/decision-fields.ts";
import { OUTCOME_STATUSES, Score } from "../../domain/decisions/outcome.ts";
import {
  contentOf,
  EDITABLE_FIELDS,
  firstRevisionId,
  type Revision,
} from "../../domain/decisions/revision.ts";
import { SIGNAL_TYPES, VALENCES } from "../../domain/decisions/signal.ts";
import { LinkInFile, LinkInFileOfV1, linkOfFileV1 } from "../../domain/links/link-file.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import { PROPOSAL_KINDS, PROPOSAL_STATES } from "../../domain/proposals/proposal.ts";
import { inOrder } from "../../domain/shared/canonical-json.ts";
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
export const EXPORT_VERSION = 6;
export const EXPORT_FORMAT = "membria-export";

export const ExportHeader = z.object({ format: z.literal(EXPORT_FORMAT), version: z.number().int() });

const json = z.record(z.string(), z.unknown());

const decision = z.object(shapeOf("value", EXPORTED_FIELDS));

const revision = z.object({
  id,
  at: date,
  author,
  content: z.object(shapeOf("value", [...EDITABLE_FIELDS, "topicStated"])),
});

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

/** With the hash of each wording. The first is as old as the decision, and the newest one is what the decision says. */
function inItsWords(meant: z.output<typeof decision>, revisions: readonly z.output<typeof revision>[]) {
  let at = meant.createdAt.getTime() - 1;
  const wordings = revisions
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || inOrder(a.id, b.id))
    .map((made, n): Revision => {
      const content = contentOf({ ...made.content, hashVersion: HASH_VERSION });
      const { contextHash } = withContextHash({ ...meant, ...content });
      at = n === 0 ? meant.createdAt.getTime() : Math.max(at + 1, made.at.getTime());
      return {
        id: n === 0 ? firstRevisionId(meant.id) : made.id,
        decisionId: meant.id,
        number: n + 1,
        at: new Date(at),
        author: n === 0 ? meant.author : made.author,
        contextHash,
        content,
      };
    });
  const { content } = wordings.at(-1) ?? {};
  return {
    decision: { ...withContextHash({ ...meant, ...content }), supersedes: [], supersededBy: [] },
    ...(wordings.length > 1 && { revisions: wordings }),
  };
}

/** One record of an export, parsed so that it can be stored. Hashes are computed again, because the file is not trusted. */
export const PortableRecord = z.discriminatedUnion("kind", [
  z
    .object({
      kind: z.literal("decision"),
      decision,
      outcomes: z.array(outcome),
      signals: z.array(signal),
      files: z.array(file),
      /** Since version 4, for decisions that were edited. */
      revisions: z.array(revision).optional(),
    })
    .transform(({ decision, revisions, ...rest }) => ({ ...rest, ...inItsWords(decision, revisions ?? []) })),
  z.object({ kind: z.literal("memory"), memory: PortableMemory }),
  z.object({
    kind: z.literal("link"),
    link: z.union([LinkInFile, LinkInFileOfV1.transform(linkOfFileV1)]),
  }),
  z.object({ kind: z.literal("proposal"), proposal }),
]) satisfies z.ZodType<ImportedRecord>;

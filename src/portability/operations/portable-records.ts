import * as z from "zod";
import {
  contentOf,
  EDITABLE_FIELDS,
  EXPORTED_FIELDS,
  firstRevisionId,
  HASH_VERSION,
  LinkInFile,
  LinkInFileOfV1,
  linkOfFileV1,
  OUTCOME_STATUSES,
  PROPOSAL_KINDS,
  PROPOSAL_STATES,
  type Revision,
  Score,
  SIGNAL_TYPES,
  shapeOf,
  VALENCES,
  withContextHash,
} from "../../decisions/index.ts";
import type { OtherMemory } from "../../recall/index.ts";
import { EXPOSURE_CONTEXTS } from "../../sessions/index.ts";
import {
  portableAuthor as author,
  portableDate as date,
  portableId as id,
  inOrder,
  portableProject as project,
  portableText as text,
  portableTexts as texts,
} from "../../shared/canonical-json.ts";
import type { ImportedRecord } from "../rules/import-store.ts";

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

const aliases = z.array(z.string().min(1));

const checkpoint = z.object({
  id,
  aliases,
  project,
  summary: text,
  openFiles: texts,
  nextSteps: text,
  head: z.string().optional(),
  author,
  createdAt: date,
  sourceFacts: z.object({ recentConversation: texts.optional(), status: text.optional() }).optional(),
});

const insight = z.object({
  id,
  aliases,
  project,
  content: text,
  continued: texts.optional(),
  topic: text.optional(),
  category: text.optional(),
  tags: texts,
  source: text.optional(),
  author,
  createdAt: date,
});

const context = z.object({
  id,
  project,
  context: z.enum(EXPOSURE_CONTEXTS).optional(),
  confidence: z.number(),
  author,
  at: date,
});

const common = { id, aliases, project, author, createdAt: date };
const noContext = z.literal("none").transform(() => undefined);

/** The format of version 0.1.0. */
const inExportOfV1 = z.discriminatedUnion("type", [
  z
    .object({
      ...common,
      type: z.literal("checkpoint"),
      content: text,
      body: z.object({
        open_files: texts,
        next_steps: text,
        head: z.string().optional(),
        recent_conversation: texts.optional(),
        status: text.optional(),
      }),
    })
    .transform(({ type, content, body, ...kept }) => ({
      type,
      checkpoint: {
        ...kept,
        summary: content,
        openFiles: body.open_files,
        nextSteps: body.next_steps,
        head: body.head,
        sourceFacts:
          body.recent_conversation || body.status
            ? { recentConversation: body.recent_conversation, status: body.status }
            : undefined,
      },
    })),
  z
    .object({
      ...common,
      type: z.literal("insight"),
      content: text,
      topic: text.optional(),
      body: z.object({
        category: text.optional(),
        tags: texts.default([]),
        source: text.optional(),
        rest: texts.optional(),
      }),
    })
    .transform(({ type, body: { rest, ...said }, ...kept }) => ({
      type,
      insight: { ...kept, ...said, continued: rest },
    })),
  z
    .object({
      ...common,
      type: z.literal("context"),
      content: z.union([z.enum(EXPOSURE_CONTEXTS), noContext]),
      body: z.object({ confidence: z.number() }),
    })
    .transform(({ type, content, body, aliases: _, createdAt: at, ...kept }) => ({
      type,
      context: { ...kept, context: content, confidence: body.confidence, at },
    })),
]);

/** A memory other than a decision, in the current format or that of version 0.1.0. */
const PortableMemory = z.union([
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("checkpoint"), checkpoint }),
    z.object({ type: z.literal("insight"), insight }),
    z.object({ type: z.literal("context"), context }),
  ]),
  inExportOfV1,
]) satisfies z.ZodType<OtherMemory>;

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
    .transform(({ decision, revisions, outcomes, signals, files, kind }) => {
      // A record speaks of its own decision alone, whatever it says: a file must not change another one.
      const ofDecision = <T>(part: T): T => ({ ...part, decisionId: decision.id });
      return {
        kind,
        outcomes: outcomes.map(ofDecision),
        signals: signals.map(ofDecision),
        files: files.map(ofDecision),
        ...inItsWords(decision, revisions ?? []),
      };
    }),
  z.object({ kind: z.literal("memory"), memory: PortableMemory }),
  z.object({
    kind: z.literal("link"),
    link: z.union([LinkInFile, LinkInFileOfV1.transform(linkOfFileV1)]),
  }),
  z.object({ kind: z.literal("proposal"), proposal }),
]) satisfies z.ZodType<ImportedRecord>;

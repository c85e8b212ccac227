import * as z from "zod";
import { EXPOSURE_CONTEXTS } from "../../domain/continuity/exposure.ts";
import type { OtherMemory } from "../../domain/recall/memory.ts";
import {
  portableAuthor as author,
  portableDate as date,
  portableId as id,
  portableProject as project,
  portableText as text,
  portableTexts as texts,
} from "../../domain/shared/portable-values.ts";

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
export const PortableMemory = z.union([
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("checkpoint"), checkpoint }),
    z.object({ type: z.literal("insight"), insight }),
    z.object({ type: z.literal("context"), context }),
  ]),
  inExportOfV1,
]) satisfies z.ZodType<OtherMemory>;

import * as z from "zod";
import { saveInsight } from "../../sessions/index.ts";
import { foldLines } from "../../shared/text.ts";
import { memoryTool } from "./dialect.ts";

const { shape } = saveInsight.input;

export const memorySaveInsightTool = memoryTool({
  name: "memory_save_insight",
  canonicalName: "save/insight",
  title: "Save an insight",
  description:
    "Save a lesson or a quick note. Use when something was learned but nothing was chosen; for a choice use memory_save_decision.",
  operation: saveInsight,
  input: z.strictObject({
    content: shape.content.describe("What was learned"),
    topic: shape.topic.describe("What it is about, e.g. auth_strategy"),
    category: shape.category,
    tags: shape.tags.unwrap().optional(),
    source: shape.source.describe("Who or what taught it"),
  }),
  hints: {
    content: { suggestion: "Say what was learned, in a sentence or two." },
    tags: { suggestion: 'Send a list of words, such as ["testing"].' },
  },
  result: z.object({
    success: z.literal(true),
    data: z.object({
      insight_id: z.string(),
      topic: z.string().nullable(),
      project: z.string(),
      timestamp: z.string(),
    }),
  }),
  toOperation: (args) => args,
  fromOperation: ({ insight, notices }) => ({
    success: true as const,
    data: {
      insight_id: insight.id,
      topic: insight.topic ?? null,
      project: insight.project,
      timestamp: insight.createdAt.toISOString(),
    },
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }) =>
    `Insight saved: ${data.insight_id}${data.topic === null ? "" : ` (topic: ${foldLines(data.topic)})`}`,
});

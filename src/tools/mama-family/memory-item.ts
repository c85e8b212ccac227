/** Memories and the links between decisions in the format of MAMA, as fields and as lines of text. */

import * as z from "zod";
import {
  currentConfidence,
  type Decision,
  OUTCOME_STATUSES,
  RELATIONS,
  type SemanticLink,
  STANDINGS,
} from "../../decisions/index.ts";
import type { Memory } from "../../recall/index.ts";
import { EXPOSURE_CONTEXTS } from "../../sessions/index.ts";
import { AUTHOR_KINDS } from "../../shared/actor.ts";
import { foldLines } from "../../shared/text.ts";
import { byAuthor, inQuotes, recordLine } from "../quote.ts";

/** Lists of memories are shortened; this is how to read one of them. */
export const READ_WHOLE = "memory_load_context has one decision completely.";

const shared = { id: z.string(), author: z.enum(AUTHOR_KINDS), created_at: z.string() };

/** A decision in the format of MAMA. */
export const MemoryItem = z.object({
  ...shared,
  type: z.literal("decision"),
  topic: z.string(),
  decision: z.string(),
  reasoning: z.string(),
  confidence: z.number().nullable(),
  outcome: z.enum(OUTCOME_STATUSES).nullable(),
  standing: z.enum(STANDINGS),
  supersedes: z.array(z.string()),
  superseded_by: z.array(z.string()),
  label: z.string().optional(),
});

export const CheckpointItem = z.object({
  ...shared,
  type: z.literal("checkpoint"),
  summary: z.string(),
  open_files: z.array(z.string()),
  next_steps: z.string(),
});

export const InsightItem = z.object({
  ...shared,
  type: z.literal("insight"),
  content: z.string(),
  topic: z.string().nullable(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  source: z.string().nullable(),
});

export const ContextItem = z.object({
  ...shared,
  type: z.literal("context"),
  content: z.enum(EXPOSURE_CONTEXTS).nullable(),
  confidence: z.number(),
});

/** A memory of any type. */
export const AnyMemoryItem = z.discriminatedUnion("type", [
  MemoryItem,
  CheckpointItem,
  InsightItem,
  ContextItem,
]);

export function memoryItem(decision: Decision): z.output<typeof MemoryItem> {
  return {
    id: decision.id,
    type: "decision",
    topic: decision.topic,
    decision: decision.statement,
    reasoning: decision.reasoning ?? "",
    confidence: currentConfidence(decision) ?? null,
    outcome: decision.outcome?.status ?? null,
    standing: decision.standing,
    author: decision.author.kind,
    created_at: decision.createdAt.toISOString(),
    supersedes: [...decision.supersedes],
    superseded_by: [...decision.supersededBy],
    ...(decision.label !== undefined && { label: decision.label }),
  };
}

export function anyMemoryItem(memory: Memory): z.output<typeof AnyMemoryItem> {
  switch (memory.type) {
    case "decision":
      return memoryItem(memory.decision);
    case "checkpoint": {
      const { id, summary, openFiles, nextSteps, author, createdAt } = memory.checkpoint;
      return {
        id,
        type: "checkpoint",
        summary,
        open_files: [...openFiles],
        next_steps: nextSteps,
        author: author.kind,
        created_at: createdAt.toISOString(),
      };
    }
    case "insight": {
      const { id, content, topic, category, tags, source, author, createdAt } = memory.insight;
      return {
        id,
        type: "insight",
        content,
        topic: topic ?? null,
        category: category ?? null,
        tags: [...tags],
        source: source ?? null,
        author: author.kind,
        created_at: createdAt.toISOString(),
      };
    }
    case "context": {
      const { id, context, confidence, author, at } = memory.context;
      return {
        id,
        type: "context",
        content: context ?? null,
        confidence,
        author: author.kind,
        created_at: at.toISOString(),
      };
    }
  }
}

/** A memory in the text answer, with the reasoning of a decision below it: some clients show only the text. */
export function memoryLines(item: z.output<typeof AnyMemoryItem>, found: readonly string[] = []): string[] {
  const line = memoryLine(item, found);
  return item.type === "decision" && item.reasoning !== ""
    ? [line, `  Why: ${foldLines(item.reasoning)}`]
    : [line];
}

/** One line of the text answer. `found` says why it is in the list. */
export function memoryLine(item: z.output<typeof AnyMemoryItem>, found: readonly string[] = []): string {
  const name = `${item.created_at.slice(0, 10)} ${item.id}`;
  const line = (facts: readonly string[], text: string): string =>
    recordLine(name, [...facts, byAuthor(item.author), ...found], text);
  switch (item.type) {
    case "decision":
      return line([item.standing, ...(item.outcome ? [item.outcome] : [])], item.decision);
    case "checkpoint":
      return line(["checkpoint"], item.summary);
    case "insight":
      // Anybody may choose the category, so it is quoted among our own words.
      return line(["insight", ...(item.category === null ? [] : [inQuotes(item.category)])], item.content);
    case "context":
      return line(["context"], `${item.content ?? "none"}, confidence ${item.confidence}`);
  }
}

export const LinkEdge = z.object({
  from: z.string(),
  to: z.string(),
  relationship: z.enum(RELATIONS),
  reason: z.string().optional(),
});
type LinkEdge = z.output<typeof LinkEdge>;

export const semanticEdges = (semantic: readonly SemanticLink[]): LinkEdge[] =>
  semantic.map(({ link: { from, to, relation, reason } }) => ({
    from,
    to,
    relationship: relation,
    ...(reason !== "" && { reason }),
  }));

/** The decisions at the other ends of the links, without duplicates. */
export function linkedDecisions(
  versions: readonly Decision[],
  semantic: readonly SemanticLink[],
): Decision[] {
  const own = new Set(versions.map(({ id }) => id));
  const others = semantic.map(({ other }) => other).filter(({ id }) => !own.has(id));
  return [...new Map(others.map((other) => [other.id, other])).values()];
}

export const edgeLine = ({ from, relationship, to, reason }: LinkEdge): string =>
  `${from} ${relationship} ${to}${reason ? `: ${reason}` : ""}`;

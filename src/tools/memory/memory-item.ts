import * as z from "zod";
import { AUTHOR_KINDS } from "../../domain/actor.ts";
import { currentConfidence, type Decision, STANDINGS } from "../../domain/decision.ts";
import { OUTCOME_STATUSES } from "../../domain/outcome.ts";

export const MEMORY_TYPES = ["decision", "checkpoint", "insight", "context"] as const;

/** A memory in the words of MAMA. */
export const MemoryItem = z.object({
  id: z.string(),
  type: z.enum(MEMORY_TYPES),
  topic: z.string(),
  decision: z.string(),
  reasoning: z.string(),
  confidence: z.number().nullable(),
  outcome: z.enum(OUTCOME_STATUSES).nullable(),
  standing: z.enum(STANDINGS),
  author: z.enum(AUTHOR_KINDS),
  created_at: z.string(),
  supersedes: z.array(z.string()),
  superseded_by: z.array(z.string()),
});

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
  };
}

/** One line of a readable answer. */
export function memoryLine({
  id,
  created_at,
  decision,
  standing,
  outcome,
}: z.output<typeof MemoryItem>): string {
  const state = [standing, ...(outcome ? [outcome] : [])].join(", ");
  return `${created_at.slice(0, 10)} ${id} (${state}): ${decision}`;
}

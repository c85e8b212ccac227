import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import { MEMORY_TYPES, type Memory, NOTE_TYPES, type NoteType } from "../../domain/recall/memory.ts";
import { massOf } from "../../domain/recall/query-terms.ts";
import { rank } from "../../domain/recall/ranking.ts";
import { textQuery } from "../../domain/shared/search-text.ts";
import { TRAVERSAL_DEPTH } from "../links/traverse-links.ts";
import { type Call, type Deps, defineOperation } from "../shared/operation.ts";
import { searchDecisions } from "./search-decisions.ts";

/** Of all types of notes, before those that are not asked for are left out. */
const MOST_CANDIDATES = 200;

/** What a search leads to beyond what it finds; more is for whoever opens one of them. */
const MOST_LINKED = 5;

export interface LinkedDecision {
  readonly decision: Decision;
  /** How many links away from what was found. */
  readonly links: number;
}

export interface FoundMemory {
  readonly memory: Memory;
  readonly relevance: number;
}

const { query, limit } = searchDecisions.input.shape;

export const searchMemories = defineOperation({
  name: "search-memories",
  summary: "Find decisions by words and meaning, and checkpoints and insights by their words.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    query,
    limit,
    types: z
      .array(z.enum(MEMORY_TYPES))
      .min(1)
      .default(["decision", ...NOTE_TYPES]),
  }),
  async run({ query, limit, types }, deps, call) {
    const decisions = types.includes("decision")
      ? await searchDecisions.run({ query, limit, mode: "balanced" }, deps, call)
      : undefined;
    const wanted = NOTE_TYPES.filter((type) => types.includes(type));
    const notes = wanted.length > 0 ? await searchNotes(query, limit, wanted, deps, call) : [];
    const found = (decisions?.results ?? []).map(
      ({ decision, relevance }): FoundMemory => ({ memory: { type: "decision", decision }, relevance }),
    );
    const results = merged(found, notes).slice(0, limit);
    return {
      results,
      linked: await linkedTo(results, deps, call),
      methods: decisions?.methods ?? (["words"] as const),
      message: decisions?.message ?? "Found nothing: no memory of these types shares a word with the query.",
      notices: decisions?.notices ?? [],
    };
  },
});

/** Where links in force lead from the decisions that were found, the nearest first. */
async function linkedTo(
  found: readonly FoundMemory[],
  { linkGraph, store }: Deps,
  { scope }: Call,
): Promise<LinkedDecision[]> {
  const starts = found.flatMap(({ memory }) => (memory.type === "decision" ? [memory.decision.id] : []));
  if (starts.length === 0) return [];
  const { reached } = await linkGraph.traverse(starts, TRAVERSAL_DEPTH.context);
  const nearest = [...reached].filter(([, links]) => links > 0).slice(0, MOST_LINKED);
  const decisions = await store.decisionsById(
    scope,
    nearest.map(([id]) => id),
  );
  return decisions.flatMap((decision) =>
    // A draft is nobody's word yet, so it is not brought up unasked.
    decision.standing === "draft" ? [] : [{ decision, links: reached.get(decision.id) ?? 0 }],
  );
}

async function searchNotes(
  query: string,
  limit: number,
  types: readonly NoteType[],
  { store }: Deps,
  { scope }: Call,
): Promise<FoundMemory[]> {
  const text = textQuery(query);
  const { candidates, terms, rowsInIndex } = await store.findNotes({
    scope,
    types,
    text,
    limit: MOST_CANDIDATES,
  });
  const { results } = rank(
    candidates,
    { mass: massOf(terms, rowsInIndex), cjkShare: text.cjkShare },
    "balanced",
  );
  const relevance = new Map(results.map((one) => [one.candidate.id, one.relevance]));
  const memories = await store.memoriesById(results.slice(0, limit).map(({ candidate }) => candidate.id));
  return memories.map((memory) => ({ memory, relevance: relevance.get(idOf(memory)) ?? 0 }));
}

function idOf(memory: Memory): string {
  switch (memory.type) {
    case "decision":
      return memory.decision.id;
    case "checkpoint":
      return memory.checkpoint.id;
    case "insight":
      return memory.insight.id;
    case "context":
      return memory.context.id;
  }
}

/** By relevance, and each of the two in its own order: what holds stays above what does not. */
function merged(decisions: readonly FoundMemory[], notes: readonly FoundMemory[]): FoundMemory[] {
  const left = [...notes];
  const all = decisions.flatMap((decision) => {
    const before = left.findIndex((note) => note.relevance <= decision.relevance);
    return [...left.splice(0, before === -1 ? left.length : before), decision];
  });
  return [...all, ...left];
}

import * as z from "zod";
import {
  type CheckAgain,
  type Decision,
  decisionsById,
  depthOr,
  reducedDepth,
  TRAVERSAL_DEPTH,
} from "../../decisions/index.ts";
import { type Call, defineOperation, perform } from "../../shared/operations/operation.ts";
import { questionQuery } from "../../shared/words/search-text.ts";
import type { Candidate, SearchedWording } from "../rules/match-candidates.ts";
import type { MatchedPart } from "../rules/matched-part.ts";
import { informationIn } from "../rules/query-terms.ts";
import { rankWordings } from "../rules/ranking.ts";
import { MEMORY_TYPES, type Memory, NOTE_TYPES, type NoteType } from "../rules/recall-store.ts";
import { fillWithWeak, type Strength } from "../rules/relevance.ts";
import { findNotes, memoriesById, readMemories } from "../sql/memories.ts";
import type { OthersOnTarget } from "./compare-results.ts";
import type { RecallDeps } from "./deps.ts";
import { embedQueries } from "./embed-query.ts";
import { type SearchMethod, searchDecisions, withoutRepetitions } from "./search-decisions.ts";

/** For all types of notes together, before they are filtered by type. */
const MOST_CANDIDATES = 200;

/** How many linked decisions are returned besides the results. */
const MOST_LINKED = 5;

interface LinkedDecision {
  readonly decision: Decision;
  /** The distance from the nearest result, in links. */
  readonly links: number;
}

interface FoundMemory {
  readonly memory: Memory;
  readonly relevance: number;
  readonly strength: Strength;
  readonly perhapsReplacedBy?: string | undefined;
  readonly othersOnTarget?: OthersOnTarget | undefined;
  /** Why a decision should be looked at again. */
  readonly checkAgain?: readonly CheckAgain[] | undefined;
  /** The part of a decision that matched, if not its statement. */
  readonly matched?: MatchedPart | undefined;
}

const { query, also, limit } = searchDecisions.input.shape;

export const searchMemories = defineOperation({
  name: "search-memories",
  summary: "Find decisions, checkpoints and insights by their words and by what they mean.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    query,
    also,
    limit,
    types: z
      .array(z.enum(MEMORY_TYPES))
      .min(1)
      .default(["decision", ...NOTE_TYPES]),
    /** How far links are followed from the results. */
    depth: depthOr(TRAVERSAL_DEPTH.context),
  }),
  async run({ query, also, limit, types, depth }, deps: RecallDeps, call) {
    const decisions = types.includes("decision")
      ? await perform(searchDecisions, { query, also, limit }, deps, call)
      : undefined;
    const noteTypes = NOTE_TYPES.filter((type) => types.includes(type));
    const wordings = [query, ...withoutRepetitions(query, also)];
    const { notes, methods } =
      noteTypes.length > 0
        ? await searchNotes(wordings, limit, noteTypes, deps, call)
        : { notes: [], methods: ["words"] as const };
    const found = (decisions?.results ?? []).map(
      ({
        decision,
        relevance,
        strength,
        matched,
        perhapsReplacedBy,
        othersOnTarget,
        checkAgain,
      }): FoundMemory => ({
        memory: { type: "decision", decision },
        relevance,
        strength,
        matched,
        perhapsReplacedBy,
        othersOnTarget,
        checkAgain,
      }),
    );
    const strong = mergeByRelevance(found.filter(isStrong), notes.filter(isStrong));
    const weak = mergeByRelevance(found.filter(isWeak), notes.filter(isWeak));
    const results = fillWithWeak(strong, weak, limit);
    return {
      results,
      // A decision that is linked to something that only comes close is too far away.
      linked: await findLinked(strong.slice(0, limit), depth, deps, call),
      methods: decisions?.methods ?? methods,
      message:
        decisions?.message ??
        "Found nothing: no memory of these types shares a word or a meaning with the query.",
      notices: [...(decisions?.notices ?? []), ...reducedDepth("depth", depth)],
    };
  },
});

/** Decisions that links in force connect to the results, nearest first. */
async function findLinked(
  found: readonly FoundMemory[],
  depth: number,
  { linkGraph, memory }: RecallDeps,
  { scope }: Call,
): Promise<LinkedDecision[]> {
  const starts = found.flatMap(({ memory }) => (memory.type === "decision" ? [memory.decision.id] : []));
  if (starts.length === 0) return [];
  const { reached } = await linkGraph.traverse(scope, starts, depth);
  const nearest = [...reached].filter(([, links]) => links > 0).slice(0, MOST_LINKED);
  const decisions = await decisionsById(
    memory,
    scope,
    nearest.map(([id]) => id),
  );
  return decisions.flatMap((decision) =>
    // Nobody has approved a draft yet, so it is not shown here.
    decision.standing === "draft" ? [] : [{ decision, links: reached.get(decision.id) ?? 0 }],
  );
}

async function searchNotes(
  wordings: readonly string[],
  limit: number,
  types: readonly NoteType[],
  deps: RecallDeps,
  { scope }: Call,
): Promise<{ readonly notes: FoundMemory[]; readonly methods: readonly SearchMethod[] }> {
  const { memory } = deps;
  const { meanings } = await embedQueries(wordings, deps);
  const searched: SearchedWording<Candidate>[] = [];
  for (const [i, text] of wordings.map(questionQuery).entries()) {
    const meaning = meanings[i];
    const found = await findNotes(memory, { scope, types, text, meaning, limit: MOST_CANDIDATES });
    const information = informationIn(found.terms, found.rowsInIndex);
    const profile = { information, cjkShare: text.cjkShare, model: meaning?.profile };
    searched.push({ candidates: found.candidates, query: profile });
  }
  const { strong, weak } = rankWordings(searched, "balanced");
  const best = new Map(fillWithWeak(strong, weak, limit).map((result) => [result.candidate.id, result]));
  const memories = await memoriesById(memory, scope, [...best.keys()]);
  const notes = memories.flatMap((memory) => {
    const found = best.get(idOf(memory));
    return found ? [{ memory, relevance: found.relevance, strength: found.strength }] : [];
  });
  return { notes, methods: meanings[0] ? ["words", "meaning"] : ["words"] };
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

const isStrong = ({ strength }: FoundMemory): boolean => strength === "strong";
const isWeak = ({ strength }: FoundMemory): boolean => strength === "weak";

/** Merges by relevance but keeps the order within each list: active decisions stay above the others. */
function mergeByRelevance(decisions: readonly FoundMemory[], notes: readonly FoundMemory[]): FoundMemory[] {
  const remaining = [...notes];
  const all = decisions.flatMap((decision) => {
    const before = remaining.findIndex((note) => note.relevance <= decision.relevance);
    return [...remaining.splice(0, before === -1 ? remaining.length : before), decision];
  });
  return [...all, ...remaining];
}

export const listMemories = defineOperation({
  name: "list-memories",
  summary: "List what was saved last, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    types: z.array(z.enum(MEMORY_TYPES)).min(1),
    since: z.date().optional(),
    limit: z.number().int().min(1).max(100).default(10),
  }),
  run: ({ types, since, limit }, { memory }: RecallDeps, { scope }) =>
    readMemories(memory, { scope, types, since }, limit),
});

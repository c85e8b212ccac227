/** Follows links from decision to decision, and caches what it found. */

import * as z from "zod";
import type { Notice } from "../../shared/errors.ts";
import type { Clock, Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import type { Scope } from "../../shared/scope.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { AuditEntry } from "../../store/log/audit.ts";
import { effectsOf } from "../../store/log/audit-actions.ts";
import { type LinkEnds, RELATIONS, type Relation } from "../rules/link.ts";
import { findLink, neighbours } from "../sql/links.ts";

/** The largest depth, whatever a caller asks for, so that one question cannot walk through the whole memory. */
export const DEPTH_CAP = 5;
/** The depth of each use: the history of a topic, the context of search results, the surroundings of a decision. */
export const TRAVERSAL_DEPTH = { topic: 3, context: DEPTH_CAP, decision: 2 } as const;

/** The depth that a caller asks for. More than `DEPTH_CAP` is reduced to it, and `reducedDepth` says so. */
export const depthOr = (usual: number) => z.number().int().min(0).default(usual);

/** `field` is the field of the operation that has the depth. */
export const reducedDepth = (field: string, depth: number): Notice[] =>
  depth > DEPTH_CAP
    ? [
        {
          field,
          text: `was ${depth} and was reduced to ${DEPTH_CAP}: links are not followed further than that.`,
        },
      ]
    : [];

/** More than any answer shows. */
const MOST_DECISIONS = 1_000;
const MOST_PER_DECISION = 100;
/** The links of this many decisions are read at a time, so that other work can run in between. */
const SLICE = 200;
const MOST_CACHED = 100;
const CACHED_MS = 5 * MINUTE_MS;
/** After more changes than this the whole cache is cleared. */
const MOST_CHANGES = 200;

export interface Traversal {
  /** The distance of each decision in links, nearest first. The starting decisions have distance 0. */
  readonly reached: ReadonlyMap<string, number>;
  readonly edges: readonly LinkEnds[];
  /** Whether the traversal stopped at a limit. */
  readonly cut: boolean;
}

/** Follows links in force in both directions, and caches the results. */
export interface LinkGraph {
  /** A depth above `DEPTH_CAP` is reduced to it. */
  traverse(
    scope: Scope,
    starts: readonly string[],
    depth: number,
    relations?: readonly Relation[],
  ): Promise<Traversal>;
  /** Cache statistics since the process started. */
  usage(): { readonly hits: number; readonly misses: number; readonly hitRate: number | undefined };
}

interface Entry {
  readonly traversed: Traversal;
  readonly until: number;
}

export function linkGraph(memory: Memory, clock: Clock, log?: Pick<Log, "debug">): LinkGraph {
  /** In the order of last use. */
  const cache = new Map<string, Entry>();
  let position: number | undefined;
  let hits = 0;
  let misses = 0;

  const note = (operation: "hit" | "miss", started: number): void =>
    log?.debug("Cache operation", {
      cache: "links",
      operation,
      duration_ms: roundTo(1, performance.now() - started),
      entries: cache.size,
    });

  /** Drops outdated entries. Reads the change feed, which has the changes of all processes. */
  const catchUp = async (): Promise<number> => {
    const now = await memory.position();
    if (position === undefined || now < position) cache.clear();
    else if (now > position) {
      const entries = await memory.changesAfter(position, MOST_CHANGES);
      const touched =
        entries.length < MOST_CHANGES ? await decisionsWithChangedLinks(entries, memory) : undefined;
      for (const [key, { traversed }] of cache) {
        if (!touched || touched.some((id) => traversed.reached.has(id))) cache.delete(key);
      }
      position = Math.max(position, entries.length < MOST_CHANGES ? (entries.at(-1)?.seq ?? now) : now);
      return position;
    }
    position = now;
    return now;
  };

  return {
    async traverse(scope, starts, depth, relations = RELATIONS) {
      const reach = Math.max(0, Math.min(depth, DEPTH_CAP));
      const key = `${scope}:${starts.join("+")}:${relations.join(",")}:${reach}`;
      const started = performance.now();
      const at = await catchUp();
      const cached = cache.get(key);
      cache.delete(key);
      if (cached && cached.until > clock.now().getTime()) {
        cache.set(key, cached);
        hits++;
        note("hit", started);
        return cached.traversed;
      }
      misses++;
      const traversed = await walk(memory, scope, starts, reach, relations);
      note("miss", started);
      // If something changed during the walk, the result may have missed it and is not cached.
      if (position === at) {
        cache.set(key, { traversed, until: clock.now().getTime() + CACHED_MS });
        if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value as string);
      }
      return traversed;
    },
    usage: () => ({ hits, misses, hitRate: hits + misses === 0 ? undefined : hits / (hits + misses) }),
  };
}

/** The decisions whose links changed; undefined if any could have. */
async function decisionsWithChangedLinks(
  entries: readonly AuditEntry[],
  memory: Memory,
): Promise<string[] | undefined> {
  const touched: string[] = [];
  for (const { action, subject, project } of entries) {
    const { changesLinks } = effectsOf(action);
    if (changesLinks === "any") return undefined;
    if (changesLinks === "of-decision") touched.push(subject);
    if (changesLinks === "of-link") {
      const link = await findLink(memory, project, subject);
      if (!link) return undefined;
      touched.push(link.from, link.to);
    }
  }
  return touched;
}

async function walk(
  memory: Memory,
  scope: Scope,
  starts: readonly string[],
  depth: number,
  relations: readonly Relation[],
): Promise<Traversal> {
  const reached = new Map<string, number>(starts.map((id) => [id, 0]));
  const edges = new Map<string, LinkEnds>();
  let cut = false;
  let frontier = [...reached.keys()];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: string[] = [];
    for (let from = 0; from < frontier.length && !cut; from += SLICE) {
      const found = await neighbours(
        memory,
        scope,
        frontier.slice(from, from + SLICE),
        relations,
        MOST_PER_DECISION,
      );
      for (const edge of found) {
        const beyond = [edge.from, edge.to].filter((id) => !reached.has(id));
        if (beyond.length > 0 && reached.size >= MOST_DECISIONS) {
          cut = true;
          continue;
        }
        for (const id of beyond) {
          reached.set(id, step);
          next.push(id);
        }
        edges.set(`${edge.from} ${edge.relation} ${edge.to}`, edge);
      }
    }
    frontier = next;
  }
  return { reached, edges: [...edges.values()], cut };
}

import { type LinkEnds, RELATIONS, type Relation } from "../../domain/links/link.ts";
import type { AuditEntry } from "../../domain/log/audit.ts";
import type { RecordKind } from "../../domain/shared/ids.ts";
import type { Clock } from "../../domain/shared/ports.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { MINUTE_MS } from "../../domain/shared/time.ts";
import type { Store } from "../../domain/store.ts";

/** However far a caller wants to go: a memory is not walked through from end to end by one question. */
export const DEPTH_CAP = 5;
/** How far each use goes: how a topic evolved, what a search may lead to, and what stands right beside a decision. */
export const TRAVERSAL_DEPTH = { topic: 3, context: DEPTH_CAP, decision: 2 } as const;

/** More than any answer shows. */
const MOST_DECISIONS = 1_000;
const MOST_PER_DECISION = 100;
/** Decisions whose links are read at a time, so that other work comes through in between. */
const SLICE = 200;
const MOST_CACHED = 100;
const CACHED_MS = 5 * MINUTE_MS;
/** Behind by more than this, everything is read anew. */
const MOST_CHANGES = 200;

export interface Traversed {
  /** How many links away each decision is, the nearest first; those it began with are at 0. */
  readonly reached: ReadonlyMap<string, number>;
  readonly edges: readonly LinkEnds[];
  /** Whether there is more than was walked through. */
  readonly cut: boolean;
}

/** Walks along links in force, in both directions, and remembers where it went. */
export interface LinkGraph {
  /** Depth beyond the cap is cut to it. */
  traverse(
    scope: Scope,
    starts: readonly string[],
    depth: number,
    relations?: readonly Relation[],
  ): Promise<Traversed>;
  /** How often the way was known already, since the process began. */
  usage(): { readonly hits: number; readonly misses: number; readonly hitRate: number | undefined };
}

interface Entry {
  readonly traversed: Traversed;
  readonly until: number;
}

export function linkGraph(store: Store, clock: Clock): LinkGraph {
  /** In the order of their last use. */
  const cache = new Map<string, Entry>();
  let position: number | undefined;
  let hits = 0;
  let misses = 0;

  /** Drops what changed, in this process or another: the change feed is read before every answer. */
  const catchUp = async (): Promise<number> => {
    const now = await store.position();
    if (position === undefined || now < position) cache.clear();
    else if (now > position) {
      const entries = await store.changesAfter(position, MOST_CHANGES);
      const touched = entries.length < MOST_CHANGES ? await touchedBy(entries, store) : undefined;
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
      const at = await catchUp();
      const known = cache.get(key);
      cache.delete(key);
      if (known && known.until > clock.now().getTime()) {
        cache.set(key, known);
        hits++;
        return known.traversed;
      }
      misses++;
      const traversed = await walk(store, scope, starts, reach, relations);
      // What changed while it was walked may have been missed, and then it is not worth keeping.
      if (position === at) {
        cache.set(key, { traversed, until: clock.now().getTime() + CACHED_MS });
        if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value as string);
      }
      return traversed;
    },
    usage: () => ({ hits, misses, hitRate: hits + misses === 0 ? undefined : hits / (hits + misses) }),
  };
}

/** Records that stand in no relation to links. */
const APART: ReadonlySet<RecordKind> = new Set<RecordKind>([
  "outcome",
  "signal",
  "checkpoint",
  "insight",
  "context",
  "proposal",
  "skill",
  "guidance",
]);

/** The decisions whose links changed; undefined when it could be any. */
async function touchedBy(entries: readonly AuditEntry[], store: Store): Promise<string[] | undefined> {
  const touched: string[] = [];
  for (const { kind, action, subject, project } of entries) {
    if (APART.has(kind) || action === "link.proposed" || action === "link.rejected") continue;
    if (kind === "decision") {
      if (action === "decision.superseded" || action === "decision.erased") touched.push(subject);
    } else {
      const link = action === "link.approved" ? await store.findLink(project, subject) : undefined;
      if (!link) return undefined;
      touched.push(link.from, link.to);
    }
  }
  return touched;
}

async function walk(
  store: Store,
  scope: Scope,
  starts: readonly string[],
  depth: number,
  relations: readonly Relation[],
): Promise<Traversed> {
  const reached = new Map<string, number>(starts.map((id) => [id, 0]));
  const edges = new Map<string, LinkEnds>();
  let cut = false;
  let frontier = [...reached.keys()];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: string[] = [];
    for (let from = 0; from < frontier.length && !cut; from += SLICE) {
      const found = await store.neighbours(
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

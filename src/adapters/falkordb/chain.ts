import type { Graph } from "./graph.ts";
import { number, text } from "./reply.ts";

/** As far as a chain is followed; one that is longer is one of a test. */
const FARTHEST = 1_000;

/** Steps in one query: all paths of that length are tried, whose number grows with each step where many decisions meet. */
const STRIDE = 4;

/**
 * The decisions that one replaced and that replaced it, up to `most` steps away, without the one itself. Each direction is
 * followed alone: what replaced the same decision is neither before nor after.
 */
export async function chainOf(graph: Graph, decision: string, most: number): Promise<string[]> {
  const steps = Math.min(most, FARTHEST);
  const [older, newer] = await Promise.all([
    follow(graph, decision, steps, (edges) => `-[:SUPERSEDES${edges}]->`),
    follow(graph, decision, steps, (edges) => `<-[:SUPERSEDES${edges}]-`),
  ]);
  return [...new Set([...older, ...newer])].filter((id) => id !== decision);
}

async function follow(
  graph: Graph,
  start: string,
  most: number,
  arrow: (edges: string) => string,
): Promise<ReadonlySet<string>> {
  const seen = new Set([start]);
  let ends: readonly string[] = [start];
  for (let left = most; left > 0 && ends.length > 0; left -= STRIDE) {
    const steps = Math.min(left, STRIDE);
    // In two parts: in one, the server would begin with all decisions and look which of them lead here.
    const rows = await graph.read(
      `UNWIND $ends AS id
       MATCH (start:Decision {id: id})
       WITH start
       MATCH p = (start)${arrow(`*1..${steps}`)}(d)
         WHERE all(e IN relationships(p) WHERE e.state = 'active')
       RETURN d.id, min(length(p))`,
      { ends },
    );
    const found = (rows ?? []).map(([id, distance]) => ({ id: text(id), distance: number(distance) }));
    const fresh = found.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    ends = fresh.filter(({ distance }) => distance === steps).map(({ id }) => id);
  }
  return seen;
}

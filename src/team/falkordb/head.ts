import { setTimeout as wait } from "node:timers/promises";
import type { LogHead, SeenMachine } from "../rules/team-log.ts";
import { damagedLog, type GraphRow, isAlreadyIndexed, numberIn, stillStarting, text } from "./connection.ts";
import type { Graph } from "./entries.ts";

/** The columns of a head, of a log named `l`. */
export const HEAD = "l.life, l.lifeId, l.entries, l.projected";
export const HEAD_COLUMNS = 4;

/** @throws Fault if it is none. */
export function headOf([life, lifeId, entries, projected]: GraphRow): LogHead {
  try {
    return {
      life: numberIn(life),
      lifeId: text(lifeId),
      entries: numberIn(entries),
      projected: numberIn(projected),
    };
  } catch (error) {
    throw damagedLog(error);
  }
}

export async function readHead(graph: Graph): Promise<LogHead | undefined> {
  const rows = await graph.read(`MATCH (l:Log) RETURN ${HEAD}`);
  return rows?.[0] && headOf(rows[0]);
}

/**
 * One query, so that of several machines one begins the life and the others get its head. The entries of a log that was
 * rolled back stay, with their positions, and are numbered on.
 */
const BEGIN = `
  MERGE (l:Log {id: 'log'})
  ON CREATE SET l.life = $life, l.lifeId = $lifeId, l.entries = 0, l.projected = 0
  ON MATCH SET
    l.life = CASE WHEN l.lifeId = $instead THEN $life ELSE l.life END,
    l.lifeId = CASE WHEN l.lifeId = $instead THEN $lifeId ELSE l.lifeId END
  RETURN ${HEAD}`;

export async function beginLife(
  graph: Graph,
  begun: { readonly life: number; readonly lifeId: string; readonly instead: string | undefined },
): Promise<LogHead> {
  // Before the log is: whoever sees it finds it indexed.
  await ensureIndexes(graph);
  await waitForIndexes(graph);
  const [row] = await graph.write(BEGIN, { ...begun, instead: begun.instead ?? null });
  return headOf(row ?? []);
}

/** The log is among them, because a query that is planned before there is any makes another one. */
const INDEXES: readonly (readonly [label: string, property: string])[] = [
  ["Log", "id"],
  ["Change", "entry"],
  ["Change", "key"],
  ["Machine", "origin"],
  ["Decision", "id"],
  ["Outcome", "id"],
  ["Signal", "id"],
  ["Skill", "id"],
];

/**
 * False if there is no graph. A server that has just started builds its indexes for some seconds; what needs many of them
 * would look through all nodes for each of its rows and hold up everybody.
 * @throws Fault if the indexes are not ready
 */
export async function isReady(graph: Graph): Promise<boolean> {
  const rows = await graph.read("CALL db.indexes() YIELD status RETURN status");
  if (rows?.some(([status]) => status !== "OPERATIONAL")) throw stillStarting();
  return rows !== undefined;
}

/** New indexes take a moment. Whoever comes while they are not there is told to come later, which is not worth it here. */
async function waitForIndexes(graph: Graph): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const rows = await graph.read("CALL db.indexes() YIELD status RETURN status");
    if (rows?.every(([status]) => status === "OPERATIONAL")) return;
    await wait(25);
  }
}

async function ensureIndexes(graph: Graph): Promise<void> {
  const rows = (await graph.read("CALL db.indexes() YIELD label, properties RETURN label, properties")) ?? [];
  const present = new Set(rows.map(([label, properties]) => `${label}.${String(properties)}`));
  for (const [label, property] of INDEXES) {
    if (present.has(`${label}.${property}`)) continue;
    try {
      await graph.write(`CREATE INDEX FOR (n:${label}) ON (n.${property})`);
    } catch (error) {
      // Another machine was faster.
      if (!(error instanceof Error && isAlreadyIndexed(error.cause))) throw error;
    }
  }
}

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
    const found = (rows ?? []).map(([id, distance]) => ({ id: text(id), distance: numberIn(distance) }));
    const fresh = found.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    ends = fresh.filter(({ distance }) => distance === steps).map(({ id }) => id);
  }
  return seen;
}

const REPORT = `
  MERGE (m:Machine {origin: $origin})
  SET m.seenAt = $seenAt, m.entry = $entry, m.lifeId = $lifeId`;

export async function report(graph: Graph, machine: Omit<SeenMachine, "seenAt">, now: Date): Promise<void> {
  const { origin, entry, lifeId } = machine;
  await graph.write(REPORT, { origin, entry, lifeId, seenAt: now.toISOString() });
}

const MACHINES = "MATCH (m:Machine) RETURN m.origin, m.seenAt, m.entry, m.lifeId ORDER BY m.origin";

export async function readMachines(graph: Graph): Promise<SeenMachine[]> {
  const rows = (await graph.read(MACHINES)) ?? [];
  return rows.map(([origin, seenAt, entry, lifeId]) => ({
    origin: text(origin),
    seenAt: new Date(text(seenAt)),
    entry: numberIn(entry),
    lifeId: text(lifeId),
  }));
}

import { setTimeout as wait } from "node:timers/promises";
import type { LogHead } from "../../domain/team/team-log.ts";
import { damagedLog, isAlreadyIndexed, stillStarting } from "./faults.ts";
import type { Graph } from "./graph.ts";
import { type GraphRow, number, text } from "./reply.ts";

/** The columns of a head, of a log named `l`. */
export const HEAD = "l.life, l.lifeId, l.entries, l.projected";
export const HEAD_COLUMNS = 4;

/** @throws Fault if it is none. */
export function headOf([life, lifeId, entries, projected]: GraphRow): LogHead {
  try {
    return {
      life: number(life),
      lifeId: text(lifeId),
      entries: number(entries),
      projected: number(projected),
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

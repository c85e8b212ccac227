import type { SeenMachine } from "../../domain/team/team-log.ts";
import type { Graph } from "./graph.ts";
import { number, text } from "./reply.ts";

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
    entry: number(entry),
    lifeId: text(lifeId),
  }));
}

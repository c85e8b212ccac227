import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { differences } from "../../../src/repair/sql/said-tables.ts";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import { keyText, type SharedChange } from "../../../src/team/rules/member-change.ts";
import type { TeamProgress } from "../../../src/team/rules/membership.ts";
import type { TeamLog } from "../../../src/team/rules/team-log.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { everyChange } from "../../../src/team/sql/team-store.ts";
import type { FalkorDb } from "../falkordb.ts";
import { silentLog } from "../silent-log.ts";
import { openTeamLog } from "../team-log.ts";
import { type Machine, PROJECT, TEAM_USER } from "./programs.ts";

const PAGE = 1_000;

/** What a memory knows, read beside the program that runs on it. */
export async function openReplica(machine: Machine) {
  const memory = await openMemoryFile(machine.memory, silentLog);
  const connection = await connect(machine.memory);
  const progress = async (): Promise<TeamProgress> => {
    const found = await teamOf(memory, PROJECT);
    if (!found) throw new Error(`${machine.name} shares nothing.`);
    return found;
  };
  return {
    name: machine.name,
    memory,
    connection,
    progress,
    async changes(): Promise<SharedChange[]> {
      const all: SharedChange[] = [];
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: Awaited<ReturnType<typeof everyChange>> = await everyChange(memory, PROJECT, after, PAGE);
        all.push(...page.changes);
        after = page.next;
      }
      return all;
    },
    async close(): Promise<void> {
      await connection.close();
      await memory.close();
    },
  };
}
export type Replica = Awaited<ReturnType<typeof openReplica>>;

/** The log of the team, read without what lies between. */
export async function openHubLog(hub: FalkorDb, replica: Replica): Promise<TeamLog> {
  const { graph } = await replica.progress();
  const url = hub.url.replace("//", `//${TEAM_USER.name}:${TEAM_USER.password}@`);
  return openTeamLog({ url, graph });
}

export async function changesOf(log: TeamLog): Promise<SharedChange[]> {
  const head = await log.head();
  if (!head) return [];
  const all: SharedChange[] = [];
  for (let cursor = { lifeId: head.lifeId, entry: 0, key: undefined as string | undefined }; ; ) {
    const slice = await log.after(cursor, PAGE);
    if (slice.state === "lost") throw new Error("The log is another one now.");
    const last = slice.entries.at(-1);
    if (!last) return all;
    all.push(...slice.entries);
    cursor = { lifeId: head.lifeId, entry: last.entry, key: keyText(last) };
  }
}

/** Whether nobody has anything to say or to read any more. */
export async function isDrained(log: TeamLog, replicas: readonly Replica[]): Promise<boolean> {
  const head = await log.head().catch(() => undefined);
  if (!head) return false;
  for (const replica of replicas) {
    const { pending, cursor } = await replica.progress();
    if (pending > 0 || cursor?.lifeId !== head.lifeId || cursor.entry !== head.entries) return false;
  }
  return true;
}

/** What two replicas say differently. Somebody who said nothing that is shared is known on one machine only. */
export async function differencesOf(one: Replica, other: Replica): Promise<string[]> {
  const found = await differences(one.connection, other.connection, 20);
  return found.filter(({ what }) => what !== "person").map(({ what, id, how }) => `${what} ${id}: ${how}`);
}

/** Decisions that more than one other took the place of. */
export const replacedTwice = (connection: Connection): Promise<string[]> =>
  connection.read((sql) =>
    sql
      .all(`SELECT to_id FROM links WHERE relation = 'supersedes' AND state = 'active'
        AND json_extract(body, '$.merge') IS NULL AND json_extract(body, '$.merged_from') IS NULL
        GROUP BY to_id HAVING count(DISTINCT from_id) > 1`)
      .map((row) => row["to_id"] as string),
  );

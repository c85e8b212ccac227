import { createHash } from "node:crypto";
import { memoryOver } from "../../src/memory/open-memory.ts";

import type { Act } from "../../src/shared/actor.ts";
import { type Connection, connect, TEMPORARY } from "../../src/store/file/connection.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { headerDigest, keyText } from "../../src/team/rules/member-change.ts";
import { type Membership, positionOf } from "../../src/team/rules/membership.ts";
import type {
  AppendedChange,
  LogCursor,
  LogEntry,
  OfferedChange,
  SharedPartsOf,
} from "../../src/team/rules/team-log.ts";
import type { Judge, LostClaim, ReceivedChanges } from "../../src/team/rules/team-store.ts";
import {
  confirmShared,
  emptiedChanges,
  everyChange,
  readOutgoing,
  receiveEntries,
  storeJoining,
} from "../../src/team/sql/team-store.ts";
import { actor, DAY } from "./decisions.ts";
import { silentLog } from "./silent-log.ts";

/** The order that a team agrees on, as an array: what the log of a team promises, without a server. */
export class LogModel {
  life = 1;
  entries: LogEntry[] = [];

  /** As after the server was emptied, or restored from a copy with so many entries. */
  begin(entries: readonly LogEntry[] = []): void {
    this.life += 1;
    this.entries = [...entries];
  }

  append(changes: readonly OfferedChange[]): AppendedChange[] {
    return changes.map((change): AppendedChange => {
      const { origin, seq } = change;
      const known = this.entries.find((entry) => keyText(entry) === keyText(change));
      if (known) {
        const same = headerDigest(known.header) === headerDigest(change.header);
        return { origin, seq, as: same ? "known" : "different", position: known.position };
      }
      const entry = this.entries.length + 1;
      const position = change.position ?? positionOf(this.life, entry);
      this.entries.push(structuredClone({ ...change, entry, position }) as LogEntry);
      return { origin, seq, as: "new", position };
    });
  }

  erase(changes: readonly SharedPartsOf[]): void {
    for (const change of changes) {
      const n = this.entries.findIndex((entry) => keyText(entry) === keyText(change));
      const known = this.entries[n];
      if (known) this.entries[n] = { ...known, parts: change.parts };
    }
  }
}

export const PROJECT = "shop";
export const TEAM = "team_made";

/** A machine of a team with a memory of its own, which shares when it is told to. */
export interface Machine {
  readonly name: string;
  readonly memory: Memory;
  /** Its clock, which others do not share. */
  act(): Act;
  pull(log: LogModel, most?: number, judge?: Judge): Promise<ReceivedChanges>;
  push(log: LogModel, most?: number): Promise<readonly AppendedChange[]>;
  /** Brings a log that was lost what this machine has of it, and reads it from the beginning. */
  heal(log: LogModel): Promise<void>;
  readonly lost: LostClaim[];
}

/** One whose tables can be looked at. */
export interface Replica extends Machine {
  readonly connection: Connection;
}

export interface MachineOptions extends Partial<Pick<Membership, "sharedAfter" | "sharesSources">> {
  readonly skewMs?: number;
  readonly root?: string;
  readonly home?: string;
}

const cursors = new WeakMap<Machine, LogCursor>();

export async function replica(name: string, skewMs = 0, sharedAfter = 0): Promise<Replica> {
  const connection = await connect(TEMPORARY);
  const memory = await memoryOver(connection, TEMPORARY, silentLog);
  const machine = await machineWith(memory, name, { skewMs, sharedAfter });
  return Object.assign(machine, { connection });
}

/** Lets a memory share its project. */
export async function machineWith(
  memory: Memory,
  name: string,
  { skewMs = 0, sharedAfter = 0, sharesSources = false, ...folders }: MachineOptions = {},
): Promise<Machine> {
  let now = DAY.getTime() + skewMs;
  const act = (): Act => {
    now += 1_000;
    return { by: { ...actor(), role: "admin" }, at: new Date(now) };
  };
  await storeJoining(
    memory,
    {
      project: PROJECT,
      team: TEAM,
      teamKey: "key",
      url: "redis://127.0.0.1:6379",
      graph: "membria",
      origin: `org_${name}`,
      sharedAfter,
      sharesSources,
      joinedAt: DAY,
    },
    act(),
  );
  const sign = (header: string): string => createHash("sha256").update(header).digest("base64");
  const sealing = { sign, ...folders };
  const lost: LostClaim[] = [];
  const self: Machine = {
    name,
    memory,
    act,
    lost,
    async pull(log, most = Number.POSITIVE_INFINITY, judge = () => undefined) {
      const from = cursors.get(self)?.entry ?? 0;
      const entries = log.entries.slice(from, from + most);
      const last = entries.at(-1);
      const cursor = {
        lifeId: `life${log.life}`,
        entry: from + entries.length,
        ...(last && { key: keyText(last) }),
      };
      const received = await receiveEntries(memory, PROJECT, entries, { ...cursor, life: log.life }, judge);
      cursors.set(self, cursor);
      log.erase(received.toErase);
      lost.push(...received.lost);
      return received;
    },
    async push(log, most = 100) {
      const changes = await readOutgoing(memory, PROJECT, sealing, most);
      const appended = log.append(changes);
      await confirmShared(memory, PROJECT, appended);
      log.erase(await emptiedChanges(memory, PROJECT));
      return appended;
    },
    async heal(log) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: Awaited<ReturnType<typeof everyChange>> = await everyChange(memory, PROJECT, after, 7);
        log.append(page.changes);
        after = page.next;
      }
      log.erase(await emptiedChanges(memory, PROJECT));
      cursors.delete(self);
    },
  };
  return self;
}

/** Pulls and pushes until nobody has anything to say. */
export async function syncAll(log: LogModel, replicas: readonly Machine[]): Promise<void> {
  for (let before = -1; before !== log.entries.length; ) {
    before = log.entries.length;
    for (const one of replicas) {
      await one.pull(log);
      while ((await one.push(log)).length > 0);
    }
  }
  for (const one of replicas) await one.pull(log);
}

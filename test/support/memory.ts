import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { secretScanner } from "../../src/adapters/secrets/secret-scanner.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Call, Deps } from "../../src/app/operation.ts";
import type { AuthorKind, Role } from "../../src/domain/actor.ts";
import type { Clock, Ids, Log } from "../../src/domain/ports.ts";
import { startScreening } from "../../src/domain/screening.ts";
import { MODULES } from "../../src/domain/subject.ts";
import type { Screened } from "../../src/domain/text.ts";

export const START = new Date("2026-02-12T10:30:00.000Z");

/** Stands still until it is moved. */
export interface MovedClock extends Clock {
  advance(ms: number): void;
}

export function movedClock(start = START): MovedClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
  };
}

/** `dec_000001`, `dec_000002`, … */
export function countedIds(): Ids {
  let count = 0;
  return { next: (prefix) => `${prefix}_${String(++count).padStart(6, "0")}` };
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silent };

export const screened = (text: string): Screened => startScreening({ scan: () => [] }).text("text", text);

export interface Caller {
  readonly kind?: AuthorKind;
  readonly name?: string;
  readonly role?: Role;
  readonly project?: string;
  readonly notices?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Somebody who calls: an agent in the project `shop`, unless told otherwise. */
export function callBy(caller: Caller = {}): Call {
  return {
    actor: {
      role: caller.role ?? "agent",
      author: { kind: caller.kind ?? "agent", name: screened(caller.name ?? "test-agent") },
      client: screened("test-agent/1.0"),
    },
    scope: caller.project ?? "shop",
    notices: caller.notices ?? [],
    signal: caller.signal ?? new AbortController().signal,
    progress: () => {},
  };
}

export interface TestMemory extends Deps {
  readonly clock: MovedClock;
  readonly path: string;
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "membria-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The real store on a file of its own, with a clock that stands still and ids that count. */
export async function openMemory(log: Log = silent): Promise<TestMemory> {
  const path = join(await temporaryFolder(), "membria.db");
  const store = await openSqliteStore(path, log);
  onTestFinished(() => store.close());
  return {
    store,
    clock: movedClock(),
    ids: countedIds(),
    secrets: secretScanner(),
    log,
    modules: MODULES,
    path,
  };
}

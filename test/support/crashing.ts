import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { checkCoverage } from "../../src/repair/sql/coverage.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { type Run, runProgram } from "./command-line.ts";
import { raw } from "./raw-sqlite.ts";
import { silentLog } from "./silent-log.ts";

const PRELOADED = new URL("crash-point.mjs", import.meta.url).href;

/** Where a process is killed: at its call with this number. */
export interface CrashPoint {
  readonly call: number;
  readonly name: string;
  readonly when: "before" | "halfway" | "after";
}

/** A folder with a memory in `home`, and with whatever else an operation reads and writes. */
export interface Place {
  readonly root: string;
  readonly memory: string;
  file(name: string): string;
  run(...argv: string[]): Promise<Run>;
  runWith(input: string, ...argv: string[]): Promise<Run>;
  /** The calls that change files or commit, of a run that nobody kills. */
  calls(argv: readonly string[], input?: string): Promise<string[]>;
  /** Starts the program and has it killed there. @throws if it ended otherwise. */
  kill(point: CrashPoint, argv: readonly string[], input?: string): Promise<void>;
  withStore<T>(work: (store: Memory) => Promise<T>): Promise<T>;
  copy(to: string): Promise<Place>;
}

function placeAt(root: string): Place {
  const memory = join(root, "home", "membria.db");
  const settings = {
    MEMBRIA_HOME: join(root, "home"),
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_PERSON: "somebody",
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_LOG_LEVEL: "error",
    // A command looks whether a copy is due after its work, which is no part of it.
    MEMBRIA_BACKUPS: "0",
  };
  const start = (argv: readonly string[], input?: string, crash?: Record<string, string>): Promise<Run> =>
    runProgram(argv, {
      env: { ...settings, ...crash },
      ...(input !== undefined && { input }),
      ...(crash && { preloaded: PRELOADED }),
    });
  return {
    root,
    memory,
    file: (name) => join(root, name),
    run: (...argv) => start(argv),
    runWith: (input, ...argv) => start(argv, input),
    async calls(argv, input) {
      const list = join(root, "calls");
      const { code, err } = await start(argv, input, { CRASH_CALLS: list });
      if (code !== 0) throw new Error(`It failed before anybody killed it: ${err}`);
      const names = (await readFile(list, "utf8")).trimEnd().split("\n");
      await rm(list);
      return names;
    },
    async kill({ call, when }, argv, input) {
      const { code, err } = await start(argv, input, { CRASH_AT: String(call), CRASH_WHEN: when });
      if (code !== null) throw new Error(`It was not killed at call ${call}, but ended with ${code}: ${err}`);
    },
    async withStore(work) {
      const store = await openMemoryFile(memory, silentLog);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    async copy(to) {
      await cp(root, to, { recursive: true });
      return placeAt(to);
    },
  };
}

/** A place with an empty memory. It is the root of a repository, so that a folder in it has the same name in a copy. */
export async function newPlace(root: string): Promise<Place> {
  await mkdir(join(root, ".git"), { recursive: true });
  return placeAt(root);
}

/** Before and after each call, and in the middle of what it writes. */
export function crashPoints(calls: readonly string[]): CrashPoint[] {
  return calls.flatMap((name, i) => {
    const whens =
      name === "write" ? (["before", "halfway", "after"] as const) : (["before", "after"] as const);
    return whens.map((when) => ({ call: i + 1, name, when }));
  });
}

/** What a killed process left that nobody removed, and what the memory says against itself. */
export async function damageIn({ root, withStore, memory }: Place): Promise<string[]> {
  const names = await readdir(root, { recursive: true });
  const leftOver = names.filter((name) => /\.draft$|\.tmp$|\.[0-9a-f]{8}$/.test(name));
  const { problem, uncovered } = await withStore((store) => checkCoverage(store));
  const waiting = await raw(memory, (db) => db.prepare("SELECT path FROM adr_writes").all());
  return [
    ...leftOver.map((name) => `${name} is left over`),
    ...(problem === undefined ? [] : [problem]),
    ...uncovered.map(({ what, id, how }) => `${what} ${id} ${how}`),
    ...waiting.map(({ path }) => `${path} is still to be written`),
  ];
}

export const withoutIds = (text: string): string => text.replace(/\bdec_[a-z0-9]+/g, "dec_");

const sortedJson = (rows: readonly object[]): string[] =>
  rows.map((row) => withoutIds(JSON.stringify(row))).sort();

/** What is in the memory, without ids and times, which differ from run to run. */
export function contentsOf({ memory }: Place): Promise<Record<string, readonly string[]>> {
  const queries = {
    decisions: "SELECT content, standing FROM memories WHERE type = 'decision'",
    links: `SELECT f.content AS newer, l.relation, t.content AS older, l.state, l.origin FROM links l
            JOIN memories f ON f.id = l.from_id JOIN memories t ON t.id = l.to_id`,
    files: `SELECT a.folder, a.path, a.text, m.content, a.memory_hash = '' AS unlinked
            FROM adr_files a JOIN memories m ON m.id = a.decision_id`,
    imports: "SELECT kind, state, count(*) AS runs FROM imports GROUP BY kind, state",
  };
  return raw(memory, (db) =>
    Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [name, sortedJson(db.prepare(query).all() as object[])]),
    ),
  );
}

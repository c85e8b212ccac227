import * as fc from "fast-check";
import { expect } from "vitest";
import { memoryOver } from "../../src/memory/open-memory.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import type { Act, Author } from "../../src/shared/actor.ts";
import { Fault } from "../../src/shared/errors.ts";
import { type Connection, connect } from "../../src/store/file/connection.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { DAY, screened } from "./decisions.ts";
import { MINUTE, type Perform, type Picks, STEPS, type WrittenSoFar } from "./script-steps.ts";
import { silentLog } from "./silent-log.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Those who write in a script. */
const AUTHORS: readonly Author[] = [
  { kind: "agent", name: screened("coding-agent") },
  { kind: "agent", name: screened("coding-agent"), person: screened("Ada") },
  { kind: "human", name: screened("Ada") },
  { kind: "human", name: screened("Ben") },
  { kind: "script", name: screened("nightly") },
  { kind: "script", name: screened("nightly"), person: screened("Cleo") },
];
/** One call of the store. Any steps in any order are a script. */
interface ScriptStep {
  readonly call: StepName;
  readonly picks: Picks;
  readonly by: number;
  /** Minutes after the first day. Steps are not in the order of their times. */
  readonly minute: number;
}

type StepName = keyof typeof STEPS;

/** How often a step occurs beside the others. What the others need comes more often than what removes it. */
const WEIGHTS: Partial<Record<StepName, number>> = {
  capture: 6,
  supersede: 4,
  update: 5,
  join: 4,
  edit: 4,
  outcome: 4,
  merge: 4,
  restore: 4,
  reopen: 2,
  signal: 3,
  draft: 3,
  proposeLink: 6,
  reviewLink: 8,
  propose: 3,
  feed: 2,
  import: 5,
};

const number = fc.nat({ max: 999 });

const scriptStep: fc.Arbitrary<ScriptStep> = fc.record({
  call: fc.oneof(
    ...(Object.keys(STEPS) as StepName[]).map((name) => ({
      weight: WEIGHTS[name] ?? 1,
      arbitrary: fc.constant(name),
    })),
  ),
  picks: fc.tuple(number, number, number),
  by: fc.nat({ max: AUTHORS.length - 1 }),
  minute: fc.nat({ max: 60 }),
});

export const script: fc.Arbitrary<ScriptStep[]> = fc.array(scriptStep, { maxLength: 80, size: "max" });

/** Runs the steps one after the other. What the store refuses has written nothing and is passed over. */
async function runScript(
  memory: Memory,
  steps: readonly ScriptStep[],
  people: () => Promise<readonly string[]>,
  afterEach: () => Promise<void>,
): Promise<void> {
  let made = 0;
  const written: WrittenSoFar = {
    memory,
    decisions: [],
    drafts: [],
    merged: [],
    proposals: [],
    links: [],
    checkpoints: [],
    insights: [],
    imports: [],
    backup: [],
    people,
    id: (prefix) => `${prefix}_${String(++made).padStart(16, "0")}`,
  };
  for (const { call, picks, by, minute } of steps) {
    const author = AUTHORS[by] as Author;
    const act: Act = {
      by: { author, role: "admin", client: screened("script/1.0") },
      at: new Date(DAY.getTime() + minute * MINUTE),
    };
    try {
      await (STEPS[call] as Perform)(written, act, picks);
    } catch (error) {
      if (!(error instanceof Fault) || error.code === "internal") throw error;
    }
    await afterEach();
  }
}

/** Writes the script into a new memory, verifies it and passes it on. */
export async function withWritten(
  steps: readonly ScriptStep[],
  use: (path: string, connection: Connection) => Promise<void>,
  afterEach: (connection: Connection) => Promise<void> = async () => {},
): Promise<void> {
  const folder = await temporaryFolder();
  const path = folder.file("membria.db");
  const file = await connect(path);
  const memory = await memoryOver(file, path, silentLog);
  // Nobody reads the file after a crash.
  await file.outsideTransaction("PRAGMA synchronous = OFF");
  const connection = await connect(path);
  try {
    const people = () =>
      connection.read((sql) => sql.all("SELECT id FROM people ORDER BY id").map(({ id }) => id as string));
    await runScript(memory, steps, people, () => afterEach(connection));
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await use(path, connection);
  } finally {
    await connection.close();
    await memory.close();
    await folder.remove();
  }
}

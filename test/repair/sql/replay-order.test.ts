import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DecisionChange } from "../../../src/decisions/rules/decision.ts";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { applyChange, type ReadChange } from "../../../src/repair/sql/replay.ts";
import { differences } from "../../../src/repair/sql/said-tables.ts";
import { addCheckpoint } from "../../../src/sessions/sql/notes.ts";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { outcome, signal } from "../../support/outcomes.ts";
import { script, withWritten } from "../../support/random-script.ts";
import { withEmptyMemory } from "../../support/replayed.ts";
import { relatedChanges, shuffledWhereIndependent } from "../../support/shuffled-changes.ts";
import { silentLog } from "../../support/silent-log.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const PATIENCE = SOAK ? 600_000 : 240_000;

describe("Changes that arrive in another order", () => {
  it(
    "say the same if only those that share no record have changed places",
    () =>
      fc.assert(
        fc.asyncProperty(script, fc.infiniteStream(fc.nat()), (steps, numbers) =>
          withWritten(steps, async (_, connection) => {
            const random = () => numbers.next().value as number;
            const shuffled = shuffledWhereIndependent(await relatedChanges(connection), random);
            await expectSame(connection, shuffled);
          }),
        ),
        { numRuns: SOAK ? 500 : 20, interruptAfterTimeLimit: PATIENCE / 2 },
      ),
    PATIENCE,
  );

  // All of them are about one decision and so depend on each other; that they were written in some order says nothing.
  it.each<[string, (memory: Memory, minute: number, n: number) => Promise<unknown>]>([
    [
      "outcomes of a decision, of which the last by time counts",
      (memory, minute, n) =>
        addOutcome(memory, "shop", "dec_a", outcome((n % 3) / 2, { id: `out_${n}` }), at(minute)),
    ],
    [
      "outcomes at the same time, of which the last by id counts",
      (memory, _, n) => addOutcome(memory, "shop", "dec_a", outcome((n % 3) / 2, { id: `out_${n}` }), at(0)),
    ],
    [
      "signals of a decision",
      (memory, minute, n) => addSignal(memory, "shop", "dec_a", signal({ id: `sig_${n}` }), at(minute)),
    ],
    ["notes on a decision", (memory, minute, n) => update(memory, minute, { note: screened(`Note ${n}`) })],
    [
      "updates of a confidence",
      (memory, minute, n) => update(memory, minute, { confidence: n / 10, note: screened(`${n}`) }),
    ],
    [
      "checkpoints",
      (memory, minute, n) =>
        addCheckpoint(
          memory,
          {
            id: `chk_${n}`,
            aliases: [],
            project: "shop",
            summary: screened(`Half of ${n}`),
            openFiles: [],
            nextSteps: screened("The other half"),
            author: actor().author,
            createdAt: at(minute).at,
          },
          at(minute),
        ),
    ],
  ])("say the same in any order: %s", async (_, write) => {
    const path = (await folderOfTest()).file("membria.db");
    const memory = await openMemoryFile(path, silentLog);
    await addDecision(memory, { decision: decision({ id: "dec_a", confidence: 0.5 }) }, act());
    for (const [n, minute] of [3, 1, 4, 2, 5].entries()) await write(memory, minute, n);
    await memory.close();
    const connection = await connect(path);
    const [first, ...others] = (await relatedChanges(connection)).map(({ change }) => change);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(others, { minLength: others.length }), async (shuffled) =>
        expectSame(connection, [first as ReadChange, ...shuffled]),
      ),
      { numRuns: 10 },
    );
    await connection.close();
  });
});

const at = (minute: number) => act(new Date(DAY.getTime() + minute * 60_000));
const update = (memory: Memory, minute: number, change: DecisionChange) =>
  writeDecisionChange(memory, "shop", "dec_a", change, at(minute));

async function expectSame(original: Connection, changes: readonly ReadChange[]): Promise<void> {
  await withEmptyMemory(async (empty) => {
    await empty.write((sql) => {
      for (const change of changes) applyChange(sql, change);
    });
    expect(await differences(original, empty, 10)).toEqual([]);
  });
}

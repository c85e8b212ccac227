import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHANGE_TYPES } from "../../../src/repair/sql/change-types.ts";
import { applyChange, changesAfter } from "../../../src/repair/sql/replay.ts";
import { differences } from "../../../src/repair/sql/said-tables.ts";
import type { Connection } from "../../../src/store/file/connection.ts";
import type { SaidAction } from "../../../src/store/log/audit-actions.ts";
import { script, withWritten } from "../../support/random-script.ts";
import { expectSameWhenReplayed, withEmptyMemory } from "../../support/replayed.ts";

/** What somebody says. Only an upgrade writes existing records. */
const WRITTEN = (Object.keys(CHANGE_TYPES) as SaidAction[]).filter((action) => action !== "record.existing");
const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const PATIENCE = SOAK ? 600_000 : 240_000;
/** Few scripts write every action only by chance, so the short run has the same ones each time. */
const FEW_RUNS = SOAK ? {} : { seed: 8 };
/** A failing script is made shorter for as long. */
const IN_TIME = { interruptAfterTimeLimit: PATIENCE / 2 };

describe("Whatever is written, in any order", () => {
  it(
    "is a change that can be made again, and verifies",
    async () => {
      const logged = new Set<string>();
      await fc.assert(
        fc.asyncProperty(script, async (steps) => {
          await withWritten(steps, async (path, connection) => {
            for (const { action } of await actionsIn(connection)) logged.add(action);
            await expectSameWhenReplayed(path);
          });
        }),
        { numRuns: SOAK ? 1_000 : 40, ...FEW_RUNS, ...IN_TIME },
      );
      expect(
        WRITTEN.filter((action) => !logged.has(action)),
        "actions that no script wrote",
      ).toEqual([]);
    },
    PATIENCE,
  );

  it(
    "says the same in a memory that makes each change soon after it was written",
    () =>
      fc.assert(
        fc.asyncProperty(script, async (steps) => {
          await withEmptyMemory(async (follower) => {
            await withWritten(
              steps,
              async (_, connection) => {
                await catchUp(connection, follower);
                expect(await differences(connection, follower, 10)).toEqual([]);
              },
              (connection) => catchUp(connection, follower),
            );
          });
        }),
        { numRuns: SOAK ? 300 : 15, ...IN_TIME },
      ),
    PATIENCE,
  );
});

const actionsIn = (connection: Connection): Promise<{ action: string }[]> =>
  connection.read((sql) => sql.all("SELECT DISTINCT action FROM audit") as unknown as { action: string }[]);

const positions = new WeakMap<Connection, number>();

async function catchUp(from: Connection, to: Connection): Promise<void> {
  const { changes, position } = await from.read((sql) => changesAfter(sql, positions.get(to) ?? 0, 1_000));
  await to.write((sql) => {
    for (const change of changes) applyChange(sql, change);
  });
  if (position !== undefined) positions.set(to, position);
}

import { expect, onTestFinished, test } from "vitest";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { CHANGE_TYPES } from "../../../src/repair/sql/change-types.ts";
import { keeper } from "../../../src/store/file/connection.ts";
import type { ChangeTypes } from "../../../src/store/log/change.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { decision, screened } from "../../support/decisions.ts";
import { LogModel, PROJECT, type Replica, replica, syncAll } from "../../support/team-replicas.ts";

const TYPES = CHANGE_TYPES as unknown as ChangeTypes;
/** As of a version from before decisions could be changed as they are now. */
const OLDER: ChangeTypes = {
  ...TYPES,
  "decision.updated": { apply: () => {}, version: 0 },
};

async function machines(...names: readonly string[]): Promise<Replica[]> {
  const all = await Promise.all(names.map((name) => replica(name)));
  onTestFinished(async () => {
    for (const { memory } of all) await memory.close();
  });
  return all;
}

/** The same machine with the program of an older version. */
function older(one: Replica): Replica {
  return Object.assign(one, {
    memory: Object.assign(one.memory, { types: OLDER, kept: keeper(() => one.memory) }),
  });
}

/** The same machine after an upgrade. */
const upgraded = (one: Replica): Replica =>
  Object.assign(one, { memory: Object.assign(one.memory, { types: TYPES, kept: keeper(() => one.memory) }) });

test("an older version keeps what it does not know, passes it on to the letter, and knows it after an upgrade", async () => {
  const [newer, old, third] = (await machines("a", "b", "c")) as [Replica, Replica, Replica];
  older(old);
  const log = new LogModel();
  const at = newer.act();
  await addDecision(newer.memory, { decision: decision({ id: "dec_one", createdAt: at.at }) }, at);
  await writeDecisionChange(
    newer.memory,
    PROJECT,
    "dec_one",
    { note: screened("Said by a newer one") },
    newer.act(),
  );
  await syncAll(log, [newer, old]);
  const notesOf = async ({ memory }: Replica) =>
    (await findDecision(memory, PROJECT, "dec_one"))?.notes.length;
  expect(await notesOf(old)).toBe(0);
  expect((await teamOf(old.memory, PROJECT))?.setAside).toEqual({ unknown_change: 1 });

  const second = new LogModel();
  await old.heal(second);
  expect(second.entries).toEqual(log.entries);
  await third.pull(second);
  expect(await notesOf(third)).toBe(1);

  await writeDecisionChange(newer.memory, PROJECT, "dec_one", { linkedPr: screened("#1") }, newer.act());
  await newer.push(log);
  upgraded(old);
  await old.pull(log);
  expect(await findDecision(old.memory, PROJECT, "dec_one")).toEqual(
    await findDecision(newer.memory, PROJECT, "dec_one"),
  );
  expect((await teamOf(old.memory, PROJECT))?.setAside).toEqual({});
});

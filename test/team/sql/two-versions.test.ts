import { expect, onTestFinished, test } from "vitest";
import { CHANGE_TYPES } from "../../../src/repair/sql/change-types.ts";
import type { ChangeTypes } from "../../../src/store/log/change.ts";
import type { TeamStore } from "../../../src/team/rules/team-store.ts";
import { sqliteTeams } from "../../../src/team/sql/team-store.ts";
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
    for (const { store } of all) await store.close();
  });
  return all;
}

/** The same machine with the program of an older version. */
function older(one: Replica): Replica {
  const teams: TeamStore = sqliteTeams(one.connection, OLDER);
  return Object.assign(one, { store: Object.assign(one.store, teams) });
}

/** The same machine after an upgrade. */
const upgraded = (one: Replica): Replica =>
  Object.assign(one, { store: Object.assign(one.store, sqliteTeams(one.connection, TYPES)) });

test("an older version keeps what it does not know, passes it on to the letter, and knows it after an upgrade", async () => {
  const [newer, old, third] = (await machines("a", "b", "c")) as [Replica, Replica, Replica];
  older(old);
  const log = new LogModel();
  const at = newer.act();
  await newer.store.addDecision({ decision: decision({ id: "dec_one", createdAt: at.at }) }, at);
  await newer.store.updateDecision(
    PROJECT,
    "dec_one",
    { note: screened("Said by a newer one") },
    newer.act(),
  );
  await syncAll(log, [newer, old]);
  const notesOf = async ({ store }: Replica) => (await store.findDecision(PROJECT, "dec_one"))?.notes.length;
  expect(await notesOf(old)).toBe(0);
  expect((await old.store.teamOf(PROJECT))?.setAside).toEqual({ unknown_change: 1 });

  const second = new LogModel();
  await old.heal(second);
  expect(second.entries).toEqual(log.entries);
  await third.pull(second);
  expect(await notesOf(third)).toBe(1);

  await newer.store.updateDecision(PROJECT, "dec_one", { linkedPr: screened("#1") }, newer.act());
  await newer.push(log);
  upgraded(old);
  await old.pull(log);
  expect(await old.store.findDecision(PROJECT, "dec_one")).toEqual(
    await newer.store.findDecision(PROJECT, "dec_one"),
  );
  expect((await old.store.teamOf(PROJECT))?.setAside).toEqual({});
});

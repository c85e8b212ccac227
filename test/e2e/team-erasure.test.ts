import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../support/falkordb.ts";
import { rewritten } from "../support/team/faults.ts";
import { joinedMachines, type Machine, TEAM_USERS } from "../support/team/programs.ts";
import { changesOf, isDrained, openHubLog, openReplica } from "../support/team/what-is-where.ts";
import { madeUpWord } from "../support/words-on-disk.ts";

/** Those of the words that are in any file of a folder. */
function wordsUnder(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    // Only the end of each word, because an index stores a prefix shared with the word before only once.
    return words.filter((word) => bytes.includes(word.slice(4))).map((word) => `${word} in ${file}`);
  });
}

describe("What is erased on one machine of a team", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  let one: Machine;
  let two: Machine;
  let words: { statement: string; lesson: string; later: string };
  let erased: string;

  beforeEach(async () => {
    hub = await startFalkorDb({ users: TEAM_USERS });
    // With copies of the memory, which the text has to leave, too.
    [one, two] = (await joinedMachines(hub, ["one", "two"], { MEMBRIA_BACKUPS: "3" })) as [Machine, Machine];
    words = { statement: madeUpWord(), lesson: madeUpWord(), later: madeUpWord() };
    const captured = await one.done("membria_capture_decision", {
      statement: `Ask ${words.statement} about the cache`,
      alternatives: ["Ask nobody"],
      confidence: 0.8,
    });
    erased = String(captured["decision_id"]);
    await learn(one, words.lesson);
    await two.start();
    await inStep();
  });
  afterEach(async () => {
    for (const machine of [one, two]) await machine.remove();
    await hub.remove();
  });

  const learn = (machine: Machine, word: string): Promise<unknown> =>
    machine.done("membria_record_outcome", {
      decision_id: erased,
      final_status: "success",
      final_score: 1,
      lessons_learned: [`Only ${word} knew`],
    });

  /** Nothing stays open, because a reader keeps the text of an erasure in the file. */
  async function inStep(): Promise<void> {
    const replicas = [await openReplica(one), await openReplica(two)] as const;
    const log = await openHubLog(hub, replicas[0]);
    try {
      await eventually(async () => expect(await isDrained(log, replicas)).toBe(true));
    } finally {
      await log.close();
      for (const replica of replicas) await replica.close();
    }
  }

  const forget = async () => {
    const { remaining, team } = await one.answer(["forget", erased, "--yes"]);
    const [told] = team as { erased: boolean; rewritten: boolean; unseen: { origin: string }[] }[];
    return { remaining, ...told };
  };

  async function expectGoneEverywhere(): Promise<void> {
    const all = Object.values(words);
    for (const machine of [one, two])
      await eventually(() => expect(wordsUnder(machine.home, all), machine.name).toEqual([]));
    const replica = await openReplica(one);
    const log = await openHubLog(hub, replica);
    try {
      const { graph } = await replica.progress();
      await eventually(async () => {
        const inLog = JSON.stringify(await changesOf(log));
        expect(
          all.filter((word) => inLog.includes(word)),
          "in the log",
        ).toEqual([]);
      });
      expect(await hub.command("EXISTS", `telemetry{${graph}}`)).toBe(0);
    } finally {
      await log.close();
      await replica.close();
    }
    // The graph with all that it knows, the log and what the server keeps of queries are in its files.
    await eventually(() => expect(wordsUnder(hub.data, all), "in the server's files").toEqual([]));
  }

  it("leaves every replica, the log, the graph and the server's files", async () => {
    const all = [words.statement, words.lesson];
    expect(wordsUnder(hub.data, all)).toHaveLength(2);
    expect(wordsUnder(two.home, all).length).toBeGreaterThanOrEqual(2);
    expect(await forget()).toMatchObject({ remaining: null, erased: true, rewritten: true });
    await inStep();
    await expectGoneEverywhere();
  });

  it("leaves them when a machine that was away says more about it, and the command names that machine", async () => {
    await two.between.refuses();
    await learn(two, words.later);
    const replica = await openReplica(two);
    const { origin } = await replica.progress();
    await replica.close();
    const told = await forget();
    expect(told).toMatchObject({ erased: true, rewritten: true, unseen: [{ origin }] });
    expect(told.unseen).toHaveLength(1);
    await eventually(() => expect(wordsUnder(hub.data, Object.values(words))).toEqual([]));
    await two.between.passes();
    await inStep();
    await expectGoneEverywhere();
  });

  it("leaves them again when an old copy of the server comes back", async () => {
    await rewritten(hub);
    const copy = await hub.copyData();
    await forget();
    await inStep();
    await expectGoneEverywhere();
    await hub.restoreData(copy);
    expect(wordsUnder(hub.data, [words.statement])).toHaveLength(1);
    await inStep();
    await expectGoneEverywhere();
  });
});

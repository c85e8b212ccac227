import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { positionOf } from "../../../src/team/rules/membership.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { at, offeredChange, openTeamLog, startOf } from "../../support/team-log.ts";

describe("The lives of a log", WITH_FALKORDB, () => {
  let server: FalkorDb;
  const open = () => openTeamLog({ url: server.url, graph: "team" });
  let log: ReturnType<typeof openTeamLog>;

  beforeAll(async () => {
    server = await startFalkorDb();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    await server.empty();
    log = open();
    return () => log.close();
  });

  it("begin with one of several machines that begin at once", async () => {
    const machines = Array.from({ length: 8 }, open);
    const heads = await Promise.all(machines.map((machine) => machine.begin(1, undefined)));
    expect(new Set(heads.map(({ lifeId }) => lifeId)).size).toBe(1);
    expect(heads).toEqual(heads.map(() => ({ life: 1, lifeId: heads[0]?.lifeId, entries: 0, projected: 0 })));
    await Promise.all(machines.map((machine) => machine.close()));
  });

  it("begin with one log, however often machines begin one at once on a server that has nothing", async () => {
    const machines = Array.from({ length: 4 }, open);
    const rounds: (readonly unknown[])[] = [];
    for (let round = 0; round < 40; round++) {
      await server.empty();
      const ids = await Promise.all(
        machines.map(async (machine) => (await machine.begin(1, undefined)).lifeId),
      );
      rounds.push([...new Set([...ids, (await log.head())?.lifeId])]);
    }
    expect(rounds.filter((ids) => ids.length > 1)).toEqual([]);
    await Promise.all(machines.map((machine) => machine.close()));
  });

  it("do not begin again where a log is", async () => {
    const head = await log.begin(1, undefined);
    await log.append([offeredChange("a", 1)], startOf(head));
    expect(await log.begin(5, undefined)).toEqual({ ...head, entries: 1 });
  });

  it("follow each other once, even if several machines noticed the loss", async () => {
    const first = await log.begin(1, undefined);
    await log.append([offeredChange("a", 1)], startOf(first));
    const machines = Array.from({ length: 8 }, open);
    const heads = await Promise.all(machines.map((machine) => machine.begin(2, first)));
    expect(new Set(heads.map(({ lifeId }) => lifeId)).size).toBe(1);
    expect(heads[0]).toMatchObject({ life: 2, entries: 1 });
    expect(heads[0]?.lifeId).not.toBe(first.lifeId);
    // One that comes late, and still believes in the first life.
    expect(await log.begin(2, first)).toEqual(heads[0]);
    await Promise.all(machines.map((machine) => machine.close()));
  });

  it("are begun again after the server was emptied, and all is offered again with its positions", async () => {
    const first = await log.begin(1, undefined);
    const appended = await log.append([offeredChange("a", 1), offeredChange("a", 2)], startOf(first));
    const slice = await log.after(startOf(first), 10);
    const [, last] = slice.state === "read" ? slice.entries : [];
    await server.empty();

    expect(await log.head()).toBeUndefined();
    expect(await log.after(at(first, last!), 10)).toEqual({ state: "lost", head: undefined });
    expect(await log.append([offeredChange("a", 3)], at(first, last!))).toEqual({
      state: "lost",
      head: undefined,
    });
    expect(await log.head()).toBeUndefined();

    const second = await log.begin(2, first);
    expect(second).toMatchObject({ life: 2, entries: 0 });
    const confirmed = appended.state === "appended" ? appended.changes.map(({ position }) => position) : [];
    const offered = confirmed.map((position, i) => offeredChange("a", i + 1, { position }));
    await log.append([...offered, offeredChange("a", 3)], startOf(second));
    expect(await log.after(startOf(second), 10)).toMatchObject({
      entries: [
        { position: positionOf(1, 1) },
        { position: positionOf(1, 2) },
        { position: positionOf(2, 3) },
      ],
    });
  });

  it("end when an older copy is restored: those who read further notice, also after others wrote on", async () => {
    const first = await log.begin(1, undefined);
    await log.append([offeredChange("a", 1)], startOf(first));
    const copy = await server.copyData();
    await log.append([offeredChange("a", 2)], startOf(first));
    const slice = await log.after(startOf(first), 10);
    const [one, two] = slice.state === "read" ? slice.entries : [];
    await server.restoreData(copy);

    const restored = { ...first, entries: 1 };
    expect(await log.after(at(first, two!), 10)).toEqual({ state: "lost", head: restored });
    // A machine that had read the first entry only sees no difference, and writes.
    expect(await log.append([offeredChange("b", 1)], at(first, one!))).toMatchObject({ state: "appended" });
    expect(await log.after(at(first, two!), 10)).toMatchObject({ state: "lost" });
    expect(await log.append([offeredChange("a", 3)], at(first, two!))).toMatchObject({ state: "lost" });

    const second = await log.begin(2, first);
    expect(second).toEqual({ life: 2, lifeId: second.lifeId, entries: 2, projected: 0 });
    await log.append([offeredChange("a", 2, { position: positionOf(1, 2) })], startOf(second));
    await log.append([offeredChange("a", 3)], startOf(second));
    expect(await log.after(startOf(second), 10)).toMatchObject({
      entries: [
        { origin: "a", seq: 1, entry: 1, position: positionOf(1, 1) },
        { origin: "b", seq: 1, entry: 2, position: positionOf(1, 2) },
        { origin: "a", seq: 2, entry: 3, position: positionOf(1, 2) },
        { origin: "a", seq: 3, entry: 4, position: positionOf(2, 4) },
      ],
    });
  });

  it("survive the sudden end of the server", async () => {
    const head = await log.begin(1, undefined);
    await log.append([offeredChange("a", 1)], startOf(head));
    await server.kill();
    await server.start();
    expect(await log.head()).toEqual({ ...head, entries: 1 });
    expect(await log.append([offeredChange("a", 1), offeredChange("a", 2)], startOf(head))).toMatchObject({
      changes: [{ as: "known" }, { as: "new" }],
    });
  });

  it("are not read from a graph that has other values under their names", async () => {
    await log.begin(1, undefined);
    await server.command("GRAPH.QUERY", "team", "MATCH (l:Log) SET l.life = 'log', l.lifeId = NULL");
    await expect(log.head()).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("GRAPH.DELETE"),
    });
    await server.command("GRAPH.DELETE", "team");
    expect(await log.begin(2, undefined)).toMatchObject({ life: 2 });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { positionOf } from "../../../src/team/rules/membership.ts";
import type { LogHead, LogSlice, OfferedChange } from "../../../src/team/rules/team-log.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { at, offeredChange, openTeamLog, part, startOf } from "../../support/team-log.ts";

const entriesOf = (slice: LogSlice) => (slice.state === "read" ? slice.entries : []);

describe("The log of a team in FalkorDB", WITH_FALKORDB, () => {
  let server: FalkorDb;
  let log: ReturnType<typeof openTeamLog>;
  let head: LogHead;
  let graphs = 0;

  const open = () => openTeamLog({ url: server.url, graph: `team ${graphs}` });
  const keys = async () =>
    entriesOf(await log.after(startOf(head), 1_000)).map((e) => `${e.origin}:${e.seq}`);

  beforeAll(async () => {
    server = await startFalkorDb();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    graphs += 1;
    log = open();
    head = await log.begin(1, undefined);
    return () => log.close();
  });

  it("is not there until it was begun, and reading does not begin it", async () => {
    graphs += 1;
    const fresh = open();
    expect(await fresh.head()).toBeUndefined();
    expect(await fresh.after({ lifeId: "x", entry: 0 }, 10)).toEqual({ state: "lost", head: undefined });
    expect(await fresh.machines()).toEqual([]);
    await fresh.erase({ records: ["dec_1"], changes: [] });
    expect(await server.command("GRAPH.LIST")).not.toContain(`team ${graphs}`);
    await fresh.close();
  });

  it("gives changes positions and numbers in the order in which they came", async () => {
    const result = await log.append([offeredChange("b", 1), offeredChange("a", 7)], startOf(head));
    expect(result).toEqual({
      state: "appended",
      changes: [
        { origin: "b", seq: 1, as: "new", position: positionOf(1, 1) },
        { origin: "a", seq: 7, as: "new", position: positionOf(1, 2) },
      ],
    });
    await log.append([offeredChange("c", 1)], startOf(head));
    const slice = await log.after(startOf(head), 10);
    expect(entriesOf(slice)).toEqual([
      { ...offeredChange("b", 1), entry: 1, position: positionOf(1, 1) },
      { ...offeredChange("a", 7), entry: 2, position: positionOf(1, 2) },
      { ...offeredChange("c", 1), entry: 3, position: positionOf(1, 3) },
    ]);
    expect(slice.head).toEqual({ ...head, entries: 3 });
    expect(await log.head()).toEqual({ ...head, entries: 3 });
  });

  it("is read in slices, from where a machine stands", async () => {
    await log.append(
      Array.from({ length: 7 }, (_, i) => offeredChange("a", i + 1)),
      startOf(head),
    );
    const first = entriesOf(await log.after(startOf(head), 3));
    const second = entriesOf(await log.after(at(head, first.at(-1)!), 3));
    const third = entriesOf(await log.after(at(head, second.at(-1)!), 3));
    expect([first, second, third].map((entries) => entries.map(({ seq }) => seq))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7],
    ]);
    expect(entriesOf(await log.after(at(head, third.at(-1)!), 3))).toEqual([]);
  });

  it("takes a change once, however often it is sent", async () => {
    const changes = [offeredChange("a", 1), offeredChange("a", 2)];
    await log.append(changes, startOf(head));
    const again = await log.append([...changes, offeredChange("a", 3)], startOf(head));
    expect(again).toMatchObject({
      changes: [
        { as: "known", position: positionOf(1, 1) },
        { as: "known", position: positionOf(1, 2) },
        { as: "new", position: positionOf(1, 3) },
      ],
    });
    expect(await keys()).toEqual(["a:1", "a:2", "a:3"]);
  });

  it("keeps the first of two changes with one key, and says that the other differs", async () => {
    const [first, other] = [offeredChange("a", 1), offeredChange("a", 1, { text: "other words" })];
    await log.append([first], startOf(head));
    expect(await log.append([other, first], startOf(head))).toMatchObject({
      changes: [
        { as: "different", position: positionOf(1, 1) },
        { as: "known", position: positionOf(1, 1) },
      ],
    });
    expect(entriesOf(await log.after(startOf(head), 10))).toMatchObject([{ header: first.header }]);
  });

  it("does so within one batch, too", async () => {
    const [first, other] = [offeredChange("a", 1), offeredChange("a", 1, { text: "other words" })];
    expect(
      await log.append([first, other, { ...first }, { ...other, header: first.header }], startOf(head)),
    ).toMatchObject({
      changes: [{ as: "new" }, { as: "different" }, { as: "known" }, { as: "known" }],
    });
    expect(await keys()).toEqual(["a:1"]);
  });

  it("keeps positions that were confirmed before", async () => {
    const position = positionOf(7, 123_456);
    const result = await log.append(
      [offeredChange("a", 1, { position }), offeredChange("a", 2)],
      startOf(head),
    );
    expect(result).toMatchObject({ changes: [{ as: "new", position }, { position: positionOf(1, 2) }] });
    expect(entriesOf(await log.after(startOf(head), 10))).toMatchObject([
      { entry: 1, position },
      { entry: 2, position: positionOf(1, 2) },
    ]);
  });

  it("keeps numbers to the last digit", async () => {
    const position = positionOf(2 ** 13 - 1, 2 ** 40 - 1);
    await log.append([offeredChange("a", 2 ** 53 - 1, { position })], startOf(head));
    expect(entriesOf(await log.after(startOf(head), 1))).toEqual([
      { ...offeredChange("a", 2 ** 53 - 1), position, entry: 1 },
    ]);
  });

  it.each([
    ["quotes and backslashes", `"'\\" \\\\ \\u0041 $x {k: 1} \`id\` // /* */ ; RETURN 1`],
    ["a NUL", "before\0after"],
    ["line ends and control characters", "a\nb\r\nc\td\u0001\u001b[0m\u2028\u0085"],
    ["other scripts", "결정을 내렸다 – Ünïcödé 👩‍💻 \u202e"],
    ["half a character", "\ud83d"],
    ["a megabyte", "entscheidend ".repeat(90_000)],
    ["nothing", ""],
  ])("keeps text with %s", async (_, text) => {
    await log.append([offeredChange("a", 1, { text }), offeredChange("a", 2)], startOf(head));
    expect(entriesOf(await log.after(startOf(head), 10)).map(({ parts }) => parts)).toEqual([
      [part(text)],
      [part("words")],
    ]);
  });

  it("takes no NUL where a text is kept to the letter, and nothing else of that call", async () => {
    const broken = { ...offeredChange("a", 2), header: '{"a":"\0"}' };
    await expect(log.append([offeredChange("a", 1), broken], startOf(head))).rejects.toMatchObject({
      code: "invalid",
    });
    expect(await keys()).toEqual([]);
  });

  it("takes 200 changes at once, of which it knows some", async () => {
    const changes = Array.from({ length: 200 }, (_, i) => offeredChange(`m${i % 3}`, i + 1));
    await log.append(changes.slice(50, 60), startOf(head));
    const result = await log.append(changes, startOf(head));
    const results = result.state === "appended" ? result.changes : [];
    expect(results.filter(({ as }) => as === "known")).toHaveLength(10);
    const entries = entriesOf(await log.after(startOf(head), 500));
    expect(entries.map(({ entry }) => entry)).toEqual(changes.map((_, i) => i + 1));
    const found = new Map(entries.map(({ seq, position }) => [seq, position]));
    expect(results.map(({ seq, position }) => [seq, position])).toEqual(
      changes.map(({ seq }) => [seq, found.get(seq)]),
    );
  });

  it("gives no position twice, however many machines write at once", async () => {
    const machines = Array.from({ length: 8 }, open);
    const write = (machine: ReturnType<typeof open>, origin: string) =>
      Array.from({ length: 10 }, (_, i) => machine.append([offeredChange(origin, i + 1)], startOf(head)));
    await Promise.all(machines.flatMap((machine, m) => write(machine, `m${m}`)));
    const entries = entriesOf(await log.after(startOf(head), 100));
    expect(entries.map(({ position }) => position)).toEqual(entries.map((_, i) => positionOf(1, i + 1)));
    expect(entries).toHaveLength(80);
    await Promise.all(machines.map((machine) => machine.close()));
  });

  it("takes an empty batch for what it is", async () => {
    expect(await log.append([], startOf(head))).toEqual({ state: "appended", changes: [] });
    expect(await log.append([], { lifeId: "another", entry: 0 })).toEqual({ state: "lost", head });
  });

  describe("says that a cursor is lost, and appends nothing,", () => {
    const refused = async (cursor: { lifeId: string; entry: number; key?: string }) => {
      const here = await log.head();
      expect(await log.after(cursor, 10)).toEqual({ state: "lost", head: here });
      expect(await log.append([offeredChange("z", 1)], cursor)).toEqual({ state: "lost", head: here });
      expect(await log.head()).toEqual(here);
    };
    const some: OfferedChange[] = [offeredChange("a", 1), offeredChange("a", 2)];

    it("of another life", async () => {
      await refused({ lifeId: "another", entry: 0 });
    });

    it("beyond the end", async () => {
      await log.append(some, startOf(head));
      await refused({ lifeId: head.lifeId, entry: 3, key: "a:3" });
    });

    it("at an entry that is another one now", async () => {
      await log.append(some, startOf(head));
      await refused({ lifeId: head.lifeId, entry: 2, key: "b:2" });
      await refused({ lifeId: head.lifeId, entry: 2 });
    });
  });

  it("knows the machines that reported themselves", async () => {
    const [early, late] = [new Date("2026-03-01T10:00:00.123Z"), new Date("2026-03-02T10:00:00.456Z")];
    await log.report({ origin: "b", entry: 1, lifeId: head.lifeId }, early);
    await log.report({ origin: "a", entry: 2, lifeId: head.lifeId }, early);
    await log.report({ origin: "b", entry: 3, lifeId: head.lifeId }, late);
    expect(await log.machines()).toEqual([
      { origin: "a", entry: 2, lifeId: head.lifeId, seenAt: early },
      { origin: "b", entry: 3, lifeId: head.lifeId, seenAt: late },
    ]);
  });
});

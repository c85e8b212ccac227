import { expect, it } from "vitest";
import { NOT_RECEIVED } from "../../../src/hooks/rules/hook-session.ts";
import {
  hookSession,
  noteSession,
  readTold,
  recordTold,
  toldSoFar,
  toldTotals,
  touchedFiles,
} from "../../../src/hooks/sql/hook-store.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { DAY, screened } from "../../support/decisions.ts";
import { SESSION, told } from "../../support/hook-records.ts";

const IN_SHOP = { ...SESSION, project: "shop" } as const;
const minutes = (n: number): Date => new Date(DAY.getTime() + n * 60_000);

export function followingSessions(opened: () => OpenedStore): void {
  it("a new one begins with what is known of it, and survives a restart", async () => {
    const { memory } = opened();
    expect(await hookSession(memory, SESSION)).toBeUndefined();
    const begun = await noteSession(memory, { ...IN_SHOP, folder: "/home/shop" }, {}, DAY);
    expect(begun).toEqual({
      ...IN_SHOP,
      folder: "/home/shop",
      startedAt: DAY,
      seenAt: DAY,
      epoch: 0,
      isOff: false,
      prompt: undefined,
      captured: [],
    });
    expect(await hookSession(await opened().reopen(), SESSION)).toEqual(begun);
  });

  it("one that is seen again keeps its beginning and its folder, and says which project it is about now", async () => {
    const { memory } = opened();
    await noteSession(memory, { ...IN_SHOP, folder: "/home/shop" }, {}, DAY);
    const again = await noteSession(memory, { ...SESSION, project: "depot" }, {}, minutes(5));
    expect(again).toMatchObject({
      project: "depot",
      folder: "/home/shop",
      startedAt: DAY,
      seenAt: minutes(5),
    });
    // Hooks run side by side, and a slow one must not make the session look older.
    expect(await noteSession(memory, IN_SHOP, {}, minutes(2))).toMatchObject({ seenAt: minutes(5) });
  });

  it("two clients may have a session of the same name", async () => {
    const { memory } = opened();
    await noteSession(memory, IN_SHOP, { isOff: true }, DAY);
    await noteSession(memory, { ...IN_SHOP, client: "codex" }, {}, DAY);
    expect(await hookSession(memory, { ...SESSION, client: "codex" })).toMatchObject({ isOff: false });
    expect(await hookSession(memory, SESSION)).toMatchObject({ isOff: true });
  });

  it("one can be turned off and on, and stays so", async () => {
    const { memory } = opened();
    expect(await noteSession(memory, IN_SHOP, { isOff: true }, DAY)).toMatchObject({ isOff: true });
    expect(await noteSession(memory, IN_SHOP, {}, minutes(1))).toMatchObject({ isOff: true });
    expect(await noteSession(memory, IN_SHOP, { isOff: false }, minutes(2))).toMatchObject({ isOff: false });
  });

  it("a prompt begins a new turn, in which nothing was captured yet", async () => {
    const { memory } = opened();
    await noteSession(memory, IN_SHOP, { prompt: screened("Use a table"), captured: "dec_a" }, DAY);
    const turn = await noteSession(memory, IN_SHOP, { captured: "dec_b" }, minutes(1));
    expect(turn).toMatchObject({ prompt: "Use a table", captured: ["dec_a", "dec_b"] });
    const next = await noteSession(memory, IN_SHOP, { prompt: screened("Now the tests") }, minutes(2));
    expect(next).toMatchObject({ prompt: "Now the tests", captured: [] });
  });

  it("names the files it touched once each, the latest first", async () => {
    const { memory } = opened();
    const touch = (at: Date, ...files: string[]) =>
      noteSession(memory, IN_SHOP, { files: files.map(screened) }, at);
    await touch(minutes(1), "src/a.ts", "src/b.ts");
    await touch(minutes(2), "src/c.ts");
    await touch(minutes(3), "src/a.ts");
    expect(await touchedFiles(memory, SESSION, 10)).toEqual(["src/a.ts", "src/c.ts", "src/b.ts"]);
    expect(await touchedFiles(memory, SESSION, 2)).toEqual(["src/a.ts", "src/c.ts"]);
    expect(await touchedFiles(memory, { ...SESSION, session: "two" }, 10)).toEqual([]);
  });

  it("is told again what it was told before its conversation was shortened", async () => {
    const { memory } = opened();
    await noteSession(memory, IN_SHOP, {}, DAY);
    await recordTold(memory, [told({ record: "dec_a", file: "src/a.ts" }), told({ record: "dec_b" })]);
    expect(await toldSoFar(memory, SESSION)).toEqual({
      records: new Set(["dec_a", "dec_b"]),
      files: new Set(["src/a.ts"]),
    });
    const shortened = await noteSession(memory, IN_SHOP, { compacted: true }, minutes(1));
    expect(shortened.epoch).toBe(1);
    expect(await toldSoFar(memory, SESSION)).toEqual({ records: new Set(), files: new Set() });
    await recordTold(memory, [told({ epoch: 1, record: "dec_b" })]);
    expect((await toldSoFar(memory, SESSION)).records).toEqual(new Set(["dec_b"]));
    expect((await toldSoFar(memory, { ...SESSION, client: "codex" })).records).toEqual(new Set());
  });

  it("is told again what it did not receive", async () => {
    const { memory } = opened();
    await noteSession(memory, IN_SHOP, {}, DAY);
    await recordTold(memory, [told({ record: "dec_a", file: "src/a.ts", epoch: NOT_RECEIVED })]);
    expect(await toldSoFar(memory, SESSION)).toEqual({ records: new Set(), files: new Set() });
    expect(await readTold(memory, "shop", 10)).toMatchObject([{ record: "dec_a", epoch: NOT_RECEIVED }]);
  });

  it("is no change of the memory", async () => {
    const { memory } = opened();
    const before = await memory.position();
    await noteSession(memory, IN_SHOP, { prompt: screened("Use a table"), files: [screened("a.ts")] }, DAY);
    await recordTold(memory, [told()]);
    expect(await memory.position()).toBe(before);
  });
}

export function countingWhatWasTold(opened: () => OpenedStore): void {
  it("lists it newest first, by project", async () => {
    const { memory } = opened();
    const first = told({ record: "dec_a", relevance: 0.8, file: "src/a.ts", event: "pre-edit" });
    const second = told({ record: "chk_a", kind: "resumed", at: minutes(1), event: "session-start" });
    const elsewhere = told({ project: "depot", at: minutes(2) });
    await recordTold(memory, [first, second, elsewhere]);
    expect(await readTold(memory, "shop", 10)).toEqual([
      { ...second, file: undefined, relevance: undefined },
      first,
    ]);
    expect(await readTold(memory, "all", 1)).toMatchObject([{ project: "depot" }]);
  });

  it("counts the length of a message once, however many records it was about", async () => {
    const { memory } = opened();
    await recordTold(memory, [
      told({ record: "dec_a", tokens: 90 }),
      told({ record: "dec_b", tokens: 90, kind: "failed" }),
      told({ record: "dec_c", tokens: 30, kind: "replaced", at: minutes(1) }),
      told({ record: "dec_d", tokens: 20, at: minutes(1), session: "two" }),
      told({ record: "dec_e", tokens: 500, at: minutes(-60) }),
      told({ record: "dec_f", tokens: 500, project: "depot" }),
      told({ record: "dec_g", tokens: 500, epoch: NOT_RECEIVED }),
    ]);
    expect(await toldTotals(memory, "shop", DAY)).toEqual({
      messages: 3,
      tokens: 140,
      records: { "in-force": 2, failed: 1, replaced: 1, resumed: 0 },
    });
    expect(await toldTotals(memory, "shop", minutes(5))).toEqual({
      messages: 0,
      tokens: 0,
      records: { "in-force": 0, failed: 0, replaced: 0, resumed: 0 },
    });
  });
}

import { describe, expect, it } from "vitest";
import { chooseSqlite, isSafeSqlite, openDatabase, sqliteInUse } from "../../../src/store/file/driver.ts";

const packaged = async (): Promise<string> => "packaged";
const missing = async (): Promise<string> => {
  throw new Error("no such package");
};

describe("A version of SQLite", () => {
  it.each([
    ["3.51.3", "the first with the fix"],
    ["3.52.0", "a later one"],
    ["3.53.4", "a later one"],
    ["4.0.0", "a later one"],
    ["3.100.0", "a later one"],
    ["3.50.7", "an older series that got it"],
    ["3.50.12", "an older series that got it"],
    ["3.44.6", "an older series that got it"],
  ])("%s is safe: %s", (version) => expect(isSafeSqlite(version)).toBe(true));

  it.each([
    ["3.51.2", "of Node 24.14"],
    ["3.51.0", "before the fix"],
    ["3.50.6", "before the fix of its series"],
    ["3.50.4", "of Node 22.19 to 24.13"],
    ["3.49.1", "of Node 24.0"],
    ["3.47.2", "of Node 22.13"],
    ["3.45.9", "between the two series"],
    ["3.44.5", "before the fix of its series"],
    ["3.7.0", "the first with a write-ahead log"],
    ["unknown", "no version"],
  ])("%s is not: %s", (version) => expect(isSafeSqlite(version)).toBe(false));
});

describe("The SQLite in use", () => {
  const choose = (version: string | undefined, own: string | undefined, others: Partial<typeof from> = {}) =>
    chooseSqlite(version, { ...from, builtIn: () => own, ...others });
  const from = { packaged, isEnough: () => true };

  it("is the one built into Node, if that is safe, and the package is not even loaded", async () => {
    const chosen = await choose("3.53.4", "built-in", { packaged: missing });
    expect(chosen).toEqual({ module: "built-in", source: "built-in", isSafe: true });
  });

  it.each([
    ["is not safe", "3.50.4", "built-in"],
    ["cannot be used", "3.53.4", undefined],
    ["does not exist", undefined, undefined],
  ])("is the packaged one if the one of Node %s", async (_, version, own) => {
    expect(await choose(version, own)).toEqual({ module: "packaged", source: "packaged", isSafe: true });
  });

  it("is the one of Node all the same if there is no package, and said to be unsafe", async () => {
    const chosen = await choose("3.50.4", "built-in", { packaged: missing });
    expect(chosen).toEqual({ module: "built-in", source: "built-in", isSafe: false });
  });

  it.each([
    ["has none", undefined],
    ["has one that is not enough", "built-in"],
  ])("is missed if there is no package and Node %s", async (_, own) => {
    const missed = choose("3.47.2", own, { packaged: missing, isEnough: () => false });
    await expect(missed).rejects.toMatchObject({
      reason: "no_sqlite",
      hint: expect.stringContaining("update Node"),
    });
  });

  it("is a safe one on this Node", async () => {
    const db = await openDatabase(":memory:", 0);
    const { version } = db.prepare("SELECT sqlite_version() AS version").get() as { version: string };
    db.close();
    expect(isSafeSqlite(version), version).toBe(true);
    expect(await sqliteInUse()).toMatchObject({ isSafe: true });
  });
});

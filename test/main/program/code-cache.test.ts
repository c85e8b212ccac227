import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeCache } from "../../../src/main/program/code-cache.ts";
import { folderOfTest } from "../../support/memory.ts";
import { AS_ROOT } from "../../support/needs.ts";

const CODE = Buffer.from("compiled".repeat(1000));
const onPosix = describe.skipIf(process.platform === "win32");

async function written() {
  const home = (await folderOfTest()).path;
  chmodSync(home, 0o700);
  codeCache(home).write("server", "key", () => CODE);
  const folder = join(home, "cache");
  const [name = "none"] = readdirSync(folder);
  return { home, folder, file: join(folder, name), read: () => codeCache(home).read("server", "key") };
}

onPosix("Compiled code", () => {
  it("is read back by the pack and key that it was written with, and by no other", async () => {
    const { home, read } = await written();
    expect(read()).toEqual(CODE);
    expect(codeCache(home).read("server", "another key")).toBeUndefined();
    expect(codeCache(home).read("program", "key")).toBeUndefined();
  });

  it("is for the user alone, whatever the umask says", async () => {
    const before = process.umask(0);
    const { folder, file } = await written().finally(() => process.umask(before));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["its home", "home"],
    ["its folder", "folder"],
    ["its file", "file"],
  ] as const)("is not read if others may write to %s", async (_, part) => {
    for (const mode of [0o770, 0o707]) {
      const cache = await written();
      chmodSync(cache[part], mode);
      expect(cache.read(), mode.toString(8)).toBeUndefined();
      chmodSync(cache[part], 0o755);
      expect(cache.read()).toEqual(CODE);
    }
  });

  it.each([
    ["its home", "home"],
    ["its folder", "folder"],
    ["its file", "file"],
  ] as const)("is not read if %s belongs to somebody else", AS_ROOT, async (_, part) => {
    const cache = await written();
    chownSync(cache[part], 65_534, 65_534);
    expect(cache.read()).toBeUndefined();
  });

  it("is not read through a link", async () => {
    const [{ file }, { home }] = [await written(), await written()];
    const other = (await folderOfTest()).path;
    chmodSync(other, 0o700);
    symlinkSync(join(home, "cache"), join(other, "cache"));
    expect(codeCache(other).read("server", "key")).toBeUndefined();
    const third = (await folderOfTest()).path;
    chmodSync(third, 0o700);
    mkdirSync(join(third, "cache"), { mode: 0o700 });
    symlinkSync(file, file.replace(/^.*(?=\/cache\/)/, third));
    expect(codeCache(third).read("server", "key")).toBeUndefined();
  });

  it("is not written where others may write", async () => {
    const home = (await folderOfTest()).path;
    chmodSync(home, 0o777);
    codeCache(home).write("server", "key", () => CODE);
    expect(readdirSync(join(home, "cache"))).toEqual([]);
  });
});

describe("A file of compiled code", () => {
  it.each([
    ["is empty", () => Buffer.alloc(0)],
    ["is cut off", (whole: Buffer) => whole.subarray(0, -1)],
    [
      "has one bit changed",
      (whole: Buffer) => Buffer.from(whole.map((byte, i) => (i === 500 ? byte ^ 1 : byte))),
    ],
    ["has something added", (whole: Buffer) => Buffer.concat([whole, Buffer.from("x")])],
  ])("that %s is not used, and the next start writes it again", async (_, change) => {
    const { home, file, read } = await written();
    writeFileSync(file, change(readFileSync(file)));
    expect(read()).toBeUndefined();
    codeCache(home).write("server", "key", () => CODE);
    expect(read()).toEqual(CODE);
  });

  it("is not made where there is no home", async () => {
    const home = (await folderOfTest()).file("none");
    codeCache(home).write("server", "key", () => CODE);
    expect(() => statSync(home)).toThrow("ENOENT");
  });

  it("is one of at most twenty, and the oldest go first", async () => {
    const { home, folder } = await written();
    for (let i = 0; i < 30; i++) codeCache(home).write("server", `key ${i}`, () => CODE);
    expect(readdirSync(folder)).toHaveLength(20);
    expect(codeCache(home).read("server", "key 29")).toEqual(CODE);
    expect(codeCache(home).read("server", "key")).toBeUndefined();
  });

  it("that cannot be made is not tried again, and nothing is left of it", async () => {
    const { home, folder } = await written();
    const cache = codeCache(home);
    let tries = 0;
    const failing = (): Buffer => {
      tries += 1;
      throw new Error("no memory left");
    };
    cache.write("program", "key", failing);
    cache.write("program", "key", failing);
    expect(tries).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

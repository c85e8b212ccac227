import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { folderOfTest } from "../support/memory.ts";
import { runProgram } from "../support/run-program.ts";
import { startServer } from "../support/stdio-client.ts";

const KEEPING = { NODE_DISABLE_COMPILE_CACHE: "", MEMBRIA_PROJECT: "test", MEMBRIA_EMBEDDING: "off" };
const PACKS = ["answers", "program", "projects", "server"];

async function homeOfTest(): Promise<string> {
  return (await folderOfTest()).file("home");
}

/** Starts a server, lets it answer, and ends it as a client does. */
async function useServer(home: string, env: Record<string, string> = {}): Promise<void> {
  const server = startServer({ env: { ...KEEPING, ...env, MEMBRIA_HOME: home } });
  onTestFinished(() => server.kill());
  expect((await server.initialize())?.result).toBeDefined();
  const listed = await server.request("tools/list");
  expect(listed?.result?.["tools"]).not.toEqual([]);
  expect(await server.close()).toBe(0);
}

/** The kept files by their pack, with what shows that one was written again. */
function keptIn(home: string): Map<string, { path: string; ino: number; bytes: Buffer }> {
  const folder = join(home, "cache");
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return new Map(
    files.map((name) => {
      const path = join(folder, name);
      return [name.replace(/-.*/, ""), { path, ino: statSync(path).ino, bytes: readFileSync(path) }];
    }),
  );
}

const inodes = (home: string): number[] => [...keptIn(home).values()].map(({ ino }) => ino);

it("A server keeps the code it compiled, and the next one uses it", async () => {
  const home = await homeOfTest();
  await useServer(home);
  expect([...keptIn(home).keys()]).toEqual(PACKS);
  const kept = inodes(home);
  await useServer(home);
  expect(inodes(home)).toEqual(kept);
});

it("A server keeps it while it runs, and killing it leaves nothing that harms the next one", async () => {
  const home = await homeOfTest();
  const server = startServer({ env: { ...KEEPING, MEMBRIA_HOME: home } });
  onTestFinished(() => server.kill());
  await server.initialize();
  await expect.poll(() => [...keptIn(home).keys()].length).toBeGreaterThan(0);
  await server.kill();
  await useServer(home);
  expect([...keptIn(home).keys()]).toEqual(PACKS);
});

it("Damaged files are replaced, and nobody notices", async () => {
  const home = await homeOfTest();
  await useServer(home);
  for (const { path, bytes } of keptIn(home).values()) {
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  }
  const damaged = keptIn(home);
  await useServer(home);
  const mended = keptIn(home);
  expect([...mended.keys()]).toEqual(PACKS);
  for (const [pack, { bytes }] of mended) expect(bytes.equals(damaged.get(pack)?.bytes ?? bytes)).toBe(false);
});

it("Servers that start at once all answer, and one whole file of each pack is left", async () => {
  const home = await homeOfTest();
  await Promise.all([useServer(home), useServer(home), useServer(home)]);
  expect(readdirSync(join(home, "cache")).map((name) => name.replace(/-[0-9a-f]{16}\.bin$/, ""))).toEqual(
    PACKS,
  );
  const kept = inodes(home);
  await useServer(home);
  expect(inodes(home)).toEqual(kept);
});

it("A folder that others may write to is left alone", { skip: process.platform === "win32" }, async () => {
  const home = await homeOfTest();
  await useServer(home);
  const kept = inodes(home);
  chmodSync(join(home, "cache"), 0o777);
  await useServer(home);
  expect(inodes(home)).toEqual(kept);
});

it("Nothing is kept where Node is told not to, and nothing by a command that failed or has no home", async () => {
  const home = await homeOfTest();
  await useServer(home, { NODE_DISABLE_COMPILE_CACHE: "1" });
  expect(existsSync(join(home, "cache"))).toBe(false);
  const env = { ...KEEPING, MEMBRIA_HOME: home };
  expect((await runProgram(["show", "dec_none"], { env })).code).not.toBe(0);
  expect(existsSync(join(home, "cache"))).toBe(false);
  const none = await homeOfTest();
  expect((await runProgram(["--version"], { env: { ...KEEPING, MEMBRIA_HOME: none } })).code).toBe(0);
  expect(existsSync(none)).toBe(false);
});

it("Commands keep theirs beside that of servers, in the home that they name", async () => {
  const home = await homeOfTest();
  await useServer(home);
  const command = ["list", "--home", home];
  expect((await runProgram(command, { env: KEEPING })).code).toBe(0);
  const kept = readdirSync(join(home, "cache"));
  expect(kept.filter((name) => name.startsWith("program-"))).toHaveLength(2);
  expect((await runProgram(command, { env: KEEPING })).code).toBe(0);
  expect(readdirSync(join(home, "cache"))).toEqual(kept);
});

import { utimesSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import type { CodeCache } from "../../../src/main/program/code-cache.ts";
import { openProgram } from "../../../src/main/program/packs.ts";
import { folderOfTest } from "../../support/memory.ts";

const require = createRequire(import.meta.url);
const LAYOUT = {
  packOf: { "command-line.js": "program", "chunks/words.js": "program" },
  hashes: { program: "0123" },
};
const packText = (greeting: string): string => `
const words = { greet: () => "${greeting}", lazily: () => require("./chunks/alone.js") };
const commandLine = { ...words, url: __url, join: require("node:path").join };
exports.parts = { "command-line.js": commandLine, "chunks/words.js": words };`;

interface CommandLine {
  greet(): string;
  lazily(): { answer(): number; words: { greet(): string } };
  readonly url: string;
  readonly join: unknown;
}

async function builtProgram() {
  const folder = await folderOfTest();
  await mkdir(folder.file("chunks"));
  writeFileSync(folder.file("program.js"), packText("hello"));
  writeFileSync(folder.file("chunks/alone.js"), 'exports.answer=()=>42;exports.words=require("./words.js")');
  const kept = new Map<string, Buffer>();
  const cache: CodeCache = {
    read: (pack, key) => kept.get(`${pack} ${key}`),
    write: (pack, key, compiled) => void kept.set(`${pack} ${key}`, compiled()),
  };
  const open = (use = "server") => {
    const program = openProgram(folder.path, LAYOUT, { cache, use }, require);
    return { program, commandLine: program.load("command-line.js") as CommandLine };
  };
  return { folder, kept, open };
}

it("A program is loaded from its pack and its other files, and each part runs once", async () => {
  const { open, folder } = await builtProgram();
  const { commandLine } = open();
  expect(commandLine.greet()).toBe("hello");
  expect(commandLine.lazily().answer()).toBe(42);
  expect(commandLine.lazily().words.greet).toBe(commandLine.greet);
  expect(commandLine.join).toBe(require("node:path").join);
  expect(commandLine.url).toBe(new URL(`file://${folder.file("program.js")}`).href);
});

it("What was compiled is kept once, used by the next start for the same, and kept anew for another use", async () => {
  const { open, kept } = await builtProgram();
  const first = open();
  first.commandLine.greet();
  first.program.keepCompiled();
  expect(kept.size).toBe(1);
  const [compiled] = kept.values();
  const second = open();
  expect(second.commandLine.greet()).toBe("hello");
  second.program.keepCompiled();
  // What is rejected is kept again, so it was used.
  expect([...kept.values()]).toEqual([compiled]);
  open("command").program.keepCompiled();
  expect(kept.size).toBe(2);
});

it("A pack of the same length that was changed is not run from what was kept", async () => {
  const { open, folder } = await builtProgram();
  const { program } = open();
  program.keepCompiled();
  writeFileSync(folder.file("program.js"), packText("howdy"));
  utimesSync(folder.file("program.js"), 1, 1);
  expect(open().commandLine.greet()).toBe("howdy");
});

it("What was kept by another version of V8 is compiled again, and replaced", async () => {
  const { open, kept } = await builtProgram();
  open().program.keepCompiled();
  const [compiled = Buffer.alloc(0)] = kept.values();
  // In another place, because a process compiles the same file once.
  const { folder } = await builtProgram();
  const written: Buffer[] = [];
  const offering = (offered: Buffer): CommandLine => {
    const cache: CodeCache = { read: () => offered, write: (_, __, code) => void written.push(code()) };
    const program = openProgram(folder.path, LAYOUT, { cache, use: "server" }, require);
    const commandLine = program.load("command-line.js") as CommandLine;
    program.keepCompiled();
    return commandLine;
  };
  const foreign = Buffer.from(compiled);
  foreign.fill(0xff, 4, 8);
  expect(offering(foreign).greet()).toBe("hello");
  expect(written).toHaveLength(1);
});

it("An error names the file that it is in", async () => {
  const { open, folder } = await builtProgram();
  writeFileSync(folder.file("chunks/alone.js"), "throw new Error('broken')");
  expect(() => open().commandLine.lazily()).toThrow("broken");
  try {
    open().commandLine.lazily();
  } catch (error) {
    expect((error as Error).stack).toContain(`${folder.file("chunks/alone.js")}:1:7`);
  }
});

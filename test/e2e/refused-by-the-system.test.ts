import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { environmentOfPerson, type Run, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { NOT_AS_ROOT } from "../support/needs.ts";
import { NO_DISK, smallDisk } from "../support/small-disk.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const PATIENCE = 240_000;
const INITIALIZE = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test-client", version: "1.0" },
  },
})}\n`;
const COMMANDS = [["list"], ["decide", "Keep it"], ["doctor"], ["mcp", "serve"]];
const OFF = { MEMBRIA_PROJECT: "shop", MEMBRIA_EMBEDDING: "off", MEMBRIA_LOG_LEVEL: "error" };

/** One sentence on standard error that names the place, an exit code, and nothing of the program's insides. */
function expectRefusal({ code, out, err }: Run, where: string | RegExp, about: string): void {
  expect(code, about).not.toBe(0);
  expect(code, `${about} was ended by a signal`).not.toBeNull();
  expect(out, about).toBe("");
  expect(err, about).toMatch(where);
  expect(err, about).not.toMatch(/^\s+at /m);
  expect(err, about).not.toMatch(/Something went wrong|SQLITE_|Error:|errno/);
  expect(err.trim().split("\n").length, about).toBeLessThanOrEqual(2);
}

/** The program with limits of the shell, such as `ulimit -n 24`, and the seconds of processor time it may use. */
async function limited(limit: string, argv: readonly string[], env: Record<string, string>): Promise<Run> {
  const command = `ulimit -t 20; ${limit}; exec "$@"`;
  const child = spawn("sh", ["-c", command, "sh", process.execPath, MEMBRIA, ...argv], {
    env: { ...environmentOfPerson(), ...OFF, ...env },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(INITIALIZE);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: code as number | null, out, err };
}

describe.skipIf(process.platform !== "linux")("What the system refuses is said in a sentence", () => {
  it.each(["/proc", "/dev/null", "/dev/null/x", "/sys"])(
    "with %s as the home",
    async (home) => {
      for (const argv of [...COMMANDS, ["admin", "set-secret"]]) {
        const env = { ...OFF, MEMBRIA_HOME: home };
        const found = await runProgram(argv, { env, input: `${INITIALIZE}a long secret\na long secret\n` });
        expectRefusal(found, new RegExp(home), argv.join(" "));
      }
    },
    PATIENCE,
  );

  it.each(["/proc/memory.db", "/dev/null", "/dev/null/x", "/dev/full", "/proc/self/mem"])(
    "with %s as the memory",
    async (path) => {
      const { path: home } = await folderOfTest();
      for (const argv of COMMANDS.filter(([name]) => name !== "doctor")) {
        const found = await runProgram(argv, {
          env: { ...OFF, MEMBRIA_HOME: home, MEMBRIA_DB_PATH: path },
          input: INITIALIZE,
        });
        expectRefusal(found, new RegExp(path), argv.join(" "));
      }
      const { code, out, err } = await runProgram(["doctor"], {
        env: { ...OFF, MEMBRIA_HOME: home, MEMBRIA_DB_PATH: path },
      });
      expect(code).not.toBe(0);
      expect(out + err).toContain(path);
      expect(out + err).not.toMatch(/^\s+at /m);
    },
    PATIENCE,
  );

  it(
    "with a file in the place of the home",
    async () => {
      const folder = await folderOfTest();
      const home = folder.file("home");
      writeFileSync(home, "not a folder");
      for (const argv of COMMANDS) {
        const env = { ...OFF, MEMBRIA_HOME: home };
        expectRefusal(await runProgram(argv, { env, input: INITIALIZE }), /is not a folder/, argv.join(" "));
      }
    },
    PATIENCE,
  );

  it("with a home that may not be written", NOT_AS_ROOT, async () => {
    const home = (await folderOfTest()).file("home");
    mkdirSync(home, { mode: 0o500 });
    for (const argv of COMMANDS) {
      const env = { ...OFF, MEMBRIA_HOME: home };
      expectRefusal(await runProgram(argv, { env, input: INITIALIZE }), /you may not/, argv.join(" "));
    }
    expect(readdirSync(home)).toEqual([]);
  });

  it(
    "with 24 file handles, which some versions of Node can do with",
    async () => {
      for (const argv of COMMANDS) {
        const home = (await folderOfTest()).file("home");
        const found = await limited("ulimit -n 24", argv, { MEMBRIA_HOME: home });
        if (found.code === 0) {
          expect(found.out, argv.join(" ")).not.toBe("");
          continue;
        }
        expectRefusal(found, /too many files are open.*ulimit -n/s, argv.join(" "));
        // A new memory is there whole or not at all, and the next command opens it.
        const left = existsSync(home) ? readdirSync(home) : [];
        expect(left.filter((name) => name !== "membria.db")).toEqual([]);
        expect(await runProgram(["list"], { env: { ...OFF, MEMBRIA_HOME: home } })).toMatchObject({
          code: 0,
        });
      }
    },
    PATIENCE,
  );

  it(
    "with a limit of file sizes, which leaves no half-made memory",
    async () => {
      for (const blocks of [1, 16, 64]) {
        const home = (await folderOfTest()).file("home");
        for (const argv of COMMANDS.filter(([name]) => name !== "doctor")) {
          const found = await limited(`ulimit -f ${blocks}`, argv, { MEMBRIA_HOME: home });
          expectRefusal(found, new RegExp(home), argv.join(" "));
        }
        expect(existsSync(home) ? readdirSync(home) : []).toEqual([]);
      }
    },
    PATIENCE,
  );

  it(
    "with a full disk: a new memory is whole or not there, and an existing one stays as it was",
    async (context) => {
      const folder = await folderOfTest();
      const home = smallDisk(folder.file("tiny"), 64);
      if (home === undefined) return context.skip(NO_DISK);
      for (const argv of COMMANDS.filter(([name]) => name !== "doctor")) {
        const found = await runProgram(argv, { env: { ...OFF, MEMBRIA_HOME: home }, input: INITIALIZE });
        expectRefusal(found, /disk is full/, argv.join(" "));
      }
      expect(readdirSync(home)).toEqual([]);

      const larger = smallDisk(folder.file("small"), 1_200) as string;
      const env = { ...OFF, MEMBRIA_HOME: larger };
      expect((await runProgram(["decide", "Keep the first one"], { env })).code).toBe(0);
      writeFileSync(`${larger}/filler`, Buffer.alloc(100_000));
      let full: Run | undefined;
      for (let n = 0; n < 200 && !full; n++) {
        const reasoning = `Reason ${n} `.repeat(2_000);
        const run = await runProgram(["decide", `Keep number ${n}`, "--reasoning", reasoning], { env });
        if (run.code !== 0) full = run;
      }
      expectRefusal(full as Run, /disk is full|disk answered/, "decide");
      const listed = await runProgram(["list"], { env });
      expect(listed.out + listed.err).not.toMatch(/^\s+at /m);
    },
    PATIENCE,
  );
});

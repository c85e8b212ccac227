import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/store/file/driver.ts";
import { type Run, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { NOT_AS_ROOT } from "../support/needs.ts";
import { PATIENT } from "../support/patient.ts";
import { makeReadOnly, NO_DISK, smallDisk } from "../support/small-disk.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const PATIENCE = 240_000;
const OFF = { MEMBRIA_PROJECT: "shop", MEMBRIA_EMBEDDING: "off" };
const STATEMENT = "Use PostgreSQL for the orders";
const LATER = "Archive orders after a year";

interface ReadOnlyMemory {
  readonly home: string;
  readonly id: string;
  run(...argv: string[]): Promise<Run>;
}

/** A home with one decision on a disk that can only be read since. `before` is done while it can be written. */
async function readOnlyMemory(
  before: (home: string) => Promise<void> = async () => {},
): Promise<ReadOnlyMemory | undefined> {
  const home = smallDisk((await folderOfTest()).file("disk"), 8_000);
  if (home === undefined) return undefined;
  const run = (...argv: string[]) => runProgram(argv, { env: { ...OFF, MEMBRIA_HOME: home } });
  const decided = await run("decide", STATEMENT, "--reasoning", "Orders need transactions", "--json");
  await before(home);
  makeReadOnly(home);
  return { home, id: (JSON.parse(decided.out) as { decision_id: string }).decision_id, run };
}

async function expectReads({ run, id }: ReadOnlyMemory): Promise<void> {
  for (const argv of [["list"], ["search", "orders database"], ["show", id]]) {
    const { code, out, err } = await run(...argv);
    expect({ code, err }, argv.join(" ")).toEqual({ code: 0, err: "" });
    expect(out, argv.join(" ")).toContain(STATEMENT);
  }
}

describe.skipIf(process.platform !== "linux")("A home on a disk that can only be read", () => {
  it(
    "is read as any other, and a write says that the file is read-only",
    async (context) => {
      const memory = await readOnlyMemory();
      if (!memory) return context.skip(NO_DISK);
      await expectReads(memory);
      const { code, out, err } = await memory.run("decide", "Use MySQL instead");
      expect({ code, out }).toEqual({ code: 6, out: "" });
      expect(err).toContain("membria.db is read-only: it is on a disk that can only be read. Nothing was");
      expect(err).toContain("MEMBRIA_HOME");
      expect(readdirSync(memory.home)).toEqual(["membria.db"]);
    },
    PATIENCE,
  );

  it(
    "is explained by the doctor, who finds nothing else",
    async (context) => {
      const memory = await readOnlyMemory();
      if (!memory) return context.skip(NO_DISK);
      const { code, out } = await memory.run("doctor", "--json");
      const { checks } = JSON.parse(out) as { checks: { name: string; ok: boolean; remedy?: string }[] };
      expect(code).toBe(1);
      expect(checks.filter(({ ok }) => !ok)).toEqual([
        expect.objectContaining({
          name: "memory",
          remedy: expect.stringMatching(/read-only: .* disk that can only be read.*MEMBRIA_HOME/s),
        }),
      ]);
    },
    PATIENCE,
  );

  it(
    "shows what a killed process has left in the write-ahead log",
    async (context) => {
      const memory = await readOnlyMemory(async (home) => {
        const [file, kept] = [`${home}/membria.db`, `${home}/kept`];
        const reader = await openDatabase(file, 0);
        // What somebody still reads keeps the log from being written back.
        reader.exec("BEGIN; SELECT count(*) FROM facts");
        await runProgram(["decide", LATER], { env: { ...OFF, MEMBRIA_HOME: home } });
        for (const end of ["", "-wal"]) copyFileSync(`${file}${end}`, `${kept}${end}`);
        reader.close();
        for (const end of ["", "-wal"]) renameSync(`${kept}${end}`, `${file}${end}`);
        rmSync(`${file}-shm`, { force: true });
      });
      if (!memory) return context.skip(NO_DISK);
      expect(readdirSync(memory.home)).toEqual(["membria.db", "membria.db-wal"]);
      await expectReads(memory);
      expect((await memory.run("list")).out).toContain(LATER);
    },
    PATIENCE,
  );

  it(
    "is read over MCP, and a tool that writes is answered with it",
    async (context) => {
      const memory = await readOnlyMemory();
      if (!memory) return context.skip(NO_DISK);
      const server = spawn(process.execPath, [MEMBRIA, "mcp", "serve"], {
        env: { ...process.env, ...PATIENT, ...OFF, MEMBRIA_HOME: memory.home },
        stdio: ["pipe", "pipe", "pipe"],
      });
      const ended = once(server, "close");
      let log = "";
      server.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
      const send = (message: object) =>
        server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
      let out = "";
      const answers = new Promise<void>((resolve) => {
        server.stdout.on("data", (chunk: Buffer) => {
          out += chunk.toString();
          if (/"id":2/.test(out) && /"id":3/.test(out)) resolve();
        });
      });
      send({
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      });
      send({ method: "notifications/initialized" });
      const call = (id: number, name: string, args: object) =>
        send({ id, method: "tools/call", params: { name, arguments: args } });
      call(2, "membria_get_decision_context", { statement: STATEMENT });
      call(3, "membria_capture_decision", {
        statement: "Use MySQL for the orders",
        confidence: 0.5,
        alternatives: ["PostgreSQL"],
      });
      await answers;
      server.stdin.end();
      await ended;
      const line = (id: number) => out.split("\n").find((one) => one.includes(`"id":${id}`));
      expect(line(2)).not.toContain('"isError":true');
      expect(line(2)).toContain(STATEMENT);
      expect(line(3)).toContain('"isError":true');
      expect(line(3)).toContain("is read-only");
      expect(log).not.toMatch(/"level":"(?:warn|error)".*(?:guidance|bservations|Embedding)/);
    },
    PATIENCE,
  );
});

describe("A memory that the user may not write", NOT_AS_ROOT, () => {
  it.each(["", "/membria.db"])("is read: home%s", async (what) => {
    const home = (await folderOfTest()).file("home");
    const run = (...argv: string[]) => runProgram(argv, { env: { ...OFF, MEMBRIA_HOME: home } });
    await run("decide", STATEMENT);
    chmodSync(`${home}${what}`, what === "" ? 0o500 : 0o400);
    onTestFinished(() => chmodSync(`${home}${what}`, 0o700));
    expect((await run("list")).out).toContain(STATEMENT);
    const refused = await run("decide", "Use MySQL instead");
    expect(refused).toMatchObject({ code: 6, out: "" });
    expect(refused.err).toContain("is read-only");
  });
});

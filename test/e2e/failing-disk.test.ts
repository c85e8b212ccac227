import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runProgram } from "../support/command-line.ts";
import { failingSync, WITH_COMPILER } from "../support/failing-sync.ts";
import { folderOfTest } from "../support/memory.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const PATIENCE = SOAK ? 900_000 : 240_000;
const CAPTURES = 12;

const capture = (server: StdioClient, n: number) =>
  server
    .call("membria_capture_decision", {
      statement: `Keep the table number ${n} as it is`,
      alternatives: ["Change it"],
      confidence: 0.5,
    })
    .then(
      (result) => ({ id: result["decision_id"] as string }),
      (error: Error) => ({ refused: error.message }),
    );

const environment = (home: string) => ({
  MEMBRIA_HOME: home,
  MEMBRIA_PROJECT: "shop",
  MEMBRIA_EMBEDDING: "off",
  MEMBRIA_LOG_LEVEL: "error",
  MEMBRIA_RATE_LIMIT: "off",
});

describe("A disk that fails to sync", WITH_COMPILER, () => {
  it(
    "is told to the caller, and what was acknowledged is there after a kill",
    async () => {
      const tools = await folderOfTest();
      const failing = failingSync(tools.path);
      for (const after of SOAK ? Array.from({ length: 30 }, (_, n) => n + 1) : [3]) {
        const home = await folderOfTest();
        const env = environment(home.path);
        expect((await runProgram(["list"], { env })).code).toBe(0);
        const server = startServer({ env: { ...env, ...failing({ after, count: 3 }) } });
        await server.initialize();
        const stored: string[] = [];
        const refused: string[] = [];
        // Each needs a sync of its own, and hardly anything else does.
        for (let n = 0; n < after + CAPTURES; n++) {
          const reply = await capture(server, n);
          if ("id" in reply) stored.push(reply.id);
          else refused.push(reply.refused);
        }
        await server.kill();
        for (const message of refused) expect(message).toContain("The disk answered with an error");
        expect(refused.length, `after ${after} syncs`).toBeGreaterThan(0);
        expect(stored.length).toBeGreaterThan(0);
        for (const id of stored) expect((await runProgram(["show", id], { env })).code, id).toBe(0);
        const { code, out } = await runProgram(["doctor"], { env });
        expect(code, out).toBe(0);
      }
    },
    PATIENCE,
  );

  it(
    "keeps a command from saying that it recorded anything",
    async () => {
      const [tools, home] = [await folderOfTest(), await folderOfTest()];
      const env = environment(home.path);
      await runProgram(["list"], { env });
      const failing = { ...env, ...failingSync(tools.path)({ after: 0, count: 1_000 }) };
      const { code, out, err } = await runProgram(["decide", "Keep it"], { env: failing });
      expect({ code, out }).toEqual({ code: 6, out: "" });
      expect(err).toContain("nothing was written");
      expect(err).not.toMatch(/^\s+at /m);
    },
    PATIENCE,
  );
});

describe.skipIf(process.platform === "win32")("A write-ahead log that is deleted", () => {
  const started = async () => {
    const home = await folderOfTest();
    const env = environment(home.path);
    const server = startServer({ env });
    await server.initialize();
    const first = await capture(server, 1);
    expect(first).toHaveProperty("id");
    return { home, env, server, first: (first as { id: string }).id };
  };

  it.each([["-wal"], ["-wal", "-shm"]])(
    "while a server runs (%s %s): nothing more is acknowledged, and what was, is kept",
    async (...ends: string[]) => {
      const { home, env, server, first } = await started();
      for (const end of ends) if (end) rmSync(`${home.file("membria.db")}${end}`);
      const second = await capture(server, 2);
      expect(second).toMatchObject({ refused: expect.stringContaining("was deleted while it was in use") });
      expect(second).toMatchObject({ refused: expect.stringContaining("start it again") });
      await server.kill();
      expect((await runProgram(["show", first], { env })).code).toBe(0);
      const { code, out } = await runProgram(["doctor"], { env });
      expect(code, out).toBe(0);
    },
    PATIENCE,
  );

  it(
    "between runs, after a kill: the file is in order, without what was only in the log",
    async () => {
      const { home, env, server } = await started();
      await server.kill();
      for (const end of ["-wal", "-shm"]) rmSync(`${home.file("membria.db")}${end}`, { force: true });
      const { code, out } = await runProgram(["doctor"], { env });
      expect(code, out).toBe(0);
      expect((await runProgram(["decide", "Keep it"], { env })).code).toBe(0);
    },
    PATIENCE,
  );

  it(
    "and a file that is replaced under a running server is not written to",
    async () => {
      const { home, server } = await started();
      rmSync(home.file("membria.db"));
      const second = await capture(server, 2);
      expect(second).toMatchObject({ refused: expect.stringContaining("was deleted or replaced") });
      await server.kill();
    },
    PATIENCE,
  );
});

import { copyFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { diskThatFails } from "../support/small-disk.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";

const PATIENCE = 180_000;

const environment = (home: string) => ({
  MEMBRIA_HOME: home,
  MEMBRIA_PROJECT: "shop",
  MEMBRIA_EMBEDDING: "off",
  MEMBRIA_LOG_LEVEL: "error",
  MEMBRIA_RATE_LIMIT: "off",
});

/** What was acknowledged, and what was said to those who were refused. */
function captures() {
  const stored: string[] = [];
  const refused: string[] = [];
  let n = 0;
  const capture = async (server: StdioClient): Promise<void> => {
    const given = {
      statement: `Keep the table number ${++n} as it is`,
      alternatives: ["Change it"],
      confidence: 0.5,
    };
    await server.call("membria_capture_decision", given).then(
      (result) => void stored.push(result["decision_id"] as string),
      (error: Error) => void refused.push(error.message),
    );
  };
  return { stored, refused, capture };
}

async function started(count: number) {
  const home = await folderOfTest();
  const env = environment(home.path);
  const servers = Array.from({ length: count }, () => startServer({ env }));
  for (const server of servers) await server.initialize();
  return { path: home.file("membria.db"), env, servers, ...captures() };
}

async function listed(env: Record<string, string>): Promise<Set<string>> {
  const { code, out, err } = await runProgram(["list", "--limit", "100", "--json"], { env });
  expect(code, err).toBe(0);
  const { decisions } = JSON.parse(out) as { decisions: { decision_id: string }[] };
  return new Set(decisions.map((one) => one.decision_id));
}

describe.skipIf(process.platform === "win32")("A memory file that is cut under running servers", () => {
  const lengths: [string, (size: number) => number][] = [
    ["to nothing", () => 0],
    ["to half a page", () => 2_048],
    ["to a half", (size) => Math.floor(size / 2)],
  ];
  const cases = [1, 2].flatMap((count) => lengths.map(([name, length]) => [name, count, length] as const));

  it.each(cases)(
    "%s, with %d of them: refuses every write, says what helps, and goes on when it is back",
    async (_, count, length) => {
      const { path, env, servers, stored, refused, capture } = await started(count);
      for (const server of servers) for (let n = 0; n < 3; n++) await capture(server);
      expect(stored).toHaveLength(3 * count);
      truncateSync(path, length(statSync(path).size));
      for (const server of servers) for (let n = 0; n < 2; n++) await capture(server);
      expect(stored).toHaveLength(3 * count);
      expect(refused).toHaveLength(2 * count);
      for (const message of refused) {
        expect(message).toMatch(/was cut to \d+ bytes while it was in use\./);
        expect(message).toMatch(/membria (?:recover|doctor)/);
      }

      const recovered = await runProgram(["recover", "--yes"], { env });
      expect(recovered, recovered.err).toMatchObject({ code: 0 });
      for (const server of servers) for (let n = 0; n < 2; n++) await capture(server);
      expect(stored).toHaveLength(5 * count);
      for (const server of servers) await server.kill();
      expect(await listed(env)).toEqual(new Set(stored));
    },
    PATIENCE,
  );

  it(
    "is not closed as if nothing had happened, when the server ends before it is brought back",
    async () => {
      const { path, env, servers, stored, capture } = await started(1);
      const [server] = servers as [StdioClient];
      for (let n = 0; n < 3; n++) await capture(server);
      truncateSync(path, statSync(path).size / 2);
      await capture(server);
      expect(stored).toHaveLength(3);
      expect(await server.close()).toBe(0);
      const { code, err } = await runProgram(["list"], { env });
      expect(code).not.toBe(0);
      expect(err).toContain("is damaged");
      expect((await runProgram(["recover", "--yes"], { env })).code).toBe(0);
      expect(await listed(env)).toEqual(new Set(stored));
    },
    PATIENCE,
  );
});

describe.skipIf(process.platform === "win32")("A write-ahead log that is cut under running servers", () => {
  const lengths: [string, (size: number) => number][] = [
    ["to nothing", () => 0],
    ["to a half", (size) => Math.floor(size / 2)],
  ];
  const cases = [1, 2].flatMap((count) => lengths.map(([name, length]) => [name, count, length] as const));

  it.each(cases)(
    "%s, with %d of them: what was acknowledged is there after a kill",
    async (_, count, length) => {
      const { path, env, servers, stored, refused, capture } = await started(count);
      for (let n = 0; n < 3; n++) for (const server of servers) await capture(server);
      truncateSync(`${path}-wal`, length(statSync(`${path}-wal`).size));
      // The last who wrote has what was in it, and the others have to wait for that.
      for (const server of servers.toReversed()) for (let n = 0; n < 2; n++) await capture(server);
      expect({ stored: stored.length, refused }).toEqual({ stored: 5 * count, refused: [] });
      for (const server of servers) await server.kill();
      expect(await listed(env)).toEqual(new Set(stored));
      const { code, out } = await runProgram(["doctor"], { env });
      expect(code, out).toBe(0);
    },
    PATIENCE,
  );

  it(
    "is written again by a server that ends without another write",
    async () => {
      const { path, env, servers, stored, capture } = await started(1);
      const [server] = servers as [StdioClient];
      for (let n = 0; n < 3; n++) await capture(server);
      truncateSync(`${path}-wal`, 0);
      expect(await server.close()).toBe(0);
      expect(await listed(env)).toEqual(new Set(stored));
    },
    PATIENCE,
  );
});

describe.skipIf(process.platform === "win32")("A memory file that is replaced under running servers", () => {
  async function replaced(remove: readonly string[]) {
    const { path, env, servers, stored, refused, capture } = await started(2);
    const [first, second] = servers as [StdioClient, StdioClient];
    await capture(first);
    const { out } = await runProgram(["backup", "--json"], { env });
    copyFileSync((JSON.parse(out) as { file: string }).file, `${path}.copy`);
    await capture(second);
    for (const end of remove) rmSync(path + end);
    renameSync(`${path}.copy`, path);
    for (const server of [first, second]) for (let n = 0; n < 3; n++) await capture(server);
    for (const server of servers) await server.kill();
    for (const message of refused) expect(message).toContain("was deleted or replaced while it was in use");
    return { env, stored, refused };
  }

  it(
    "by one without a log is told to each of them once, and then used",
    async () => {
      const { env, stored, refused } = await replaced(["-wal", "-shm"]);
      expect(refused).toHaveLength(2);
      // The second one was only in the file that is gone.
      expect(await listed(env)).toEqual(new Set(stored.toSpliced(1, 1)));
    },
    PATIENCE,
  );

  it(
    "while the log of the old one is still beside it: nothing more is acknowledged",
    async () => {
      const { stored, refused } = await replaced([]);
      expect([stored.length, refused.length]).toEqual([2, 6]);
      for (const message of refused) expect(message).toContain("start it again");
    },
    PATIENCE,
  );
});

describe("A disk that can only be read from one moment on", () => {
  it(
    "keeps what was acknowledged, and nothing else is",
    async ({ skip }) => {
      const disk = diskThatFails((await folderOfTest()).path);
      if (!disk) return skip("Only root on Linux can mount a file as a disk.");
      const env = environment(disk.path);
      const server = startServer({ env });
      await server.initialize();
      const { stored, refused, capture } = captures();
      for (let n = 0; n < 3; n++) await capture(server);
      disk.fail();
      for (let n = 0; n < 3; n++) await capture(server);
      await server.kill();
      expect(stored).toHaveLength(3);
      expect(refused).toHaveLength(3);
      for (const message of refused) expect(message).toContain("nothing was written");
      disk.mountAgain();
      expect(await listed(env)).toEqual(new Set(stored));
    },
    PATIENCE,
  );
});

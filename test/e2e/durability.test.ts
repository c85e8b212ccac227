import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { environmentOfPerson } from "../support/run-program.ts";
import { MEMBRIA, type StdioClient, startServer } from "../support/stdio-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const KILLS = SOAK ? 200 : 5;
const FIRST_STARTS = SOAK ? 20 : 1;
const CAPTURES_EACH = SOAK ? 250 : 20;
const PATIENCE = SOAK ? 900_000 : 240_000;
const LANES = 2;
const IN_FLIGHT = 4;

async function memory(): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "test", MEMBRIA_LOG_LEVEL: "error" };
}

async function started(env: Record<string, string>): Promise<StdioClient> {
  const server = startServer({ env });
  const reply = await server.initialize();
  expect(reply?.result?.["protocolVersion"], server.stderr()).toBe("2025-11-25");
  return server;
}

async function capture(server: StdioClient, statement: string): Promise<string> {
  const captured = await server.call("membria_capture_decision", {
    statement,
    alternatives: ["Something else"],
    confidence: 0.5,
  });
  return captured["decision_id"] as string;
}

/** Captures concurrently until `count` are done or the server has ended; returns the acknowledged ones. */
async function captureMany(server: StdioClient, label: string, count: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const id = await capture(server, `${label}, capture number ${++next}`).catch(() => undefined);
      if (id === undefined) return;
      acknowledged.push(id);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return acknowledged;
}

async function missing(server: StdioClient, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (let from = 0; from < ids.length; from += 50) {
    const some = ids.slice(from, from + 50);
    const found = await Promise.all(
      some.map((decision_id) => server.call("membria_get_decision", { decision_id }).catch(() => undefined)),
    );
    lost.push(...some.filter((id, n) => found[n]?.["decision_id"] !== id));
  }
  return lost;
}

interface Doctor {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly found: string }[];
}

async function doctor(env: Record<string, string>): Promise<{ ok: boolean; found(check: string): string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [MEMBRIA, "doctor", "--json"], {
    env: { ...environmentOfPerson(), ...env },
  });
  const { ok, checks } = JSON.parse(stdout) as Doctor;
  return { ok, found: (check) => checks.find(({ name }) => name === check)?.found ?? "" };
}

const auditEntries = (found: string): number => Number(/^(\d+) entries, unbroken/.exec(found)?.[1]);

describe("A write is acknowledged only after it is durable", () => {
  it(
    `loses no acknowledged capture when the server is killed at random moments (${KILLS} rounds)`,
    async () => {
      let rounds = 0;
      const totals = await Promise.all(
        Array.from({ length: LANES }, async (_, lane) => {
          const env = await memory();
          const acknowledged: string[] = [];
          let latest: string[] = [];
          while (rounds++ < KILLS) {
            // Sometimes it has not started yet.
            if (randomInt(10) === 0) await killDuringStart(env);
            const server = await started(env);
            expect(await missing(server, latest)).toEqual([]);
            // On a busy machine none may be acknowledged before the kill; the next time one is for certain.
            if (latest.length === 0)
              acknowledged.push(await capture(server, `Lane ${lane}, ${rounds} rounds`));
            const capturing = captureMany(server, `Lane ${lane}, round ${rounds}`, Number.POSITIVE_INFINITY);
            await wait(randomInt(5, 500));
            await server.kill();
            latest = await capturing;
            acknowledged.push(...latest);
          }
          const server = await started(env);
          expect(await missing(server, acknowledged)).toEqual([]);
          expect(await server.close()).toBe(0);
          const report = await doctor(env);
          expect(report.found("memory")).toContain("integrity ok");
          // A write that was not acknowledged before the kill may be there, too, and is then in the log.
          expect(auditEntries(report.found("audit"))).toBeGreaterThanOrEqual(acknowledged.length);
          expect(report.found("memory")).toContain(`decisions ${auditEntries(report.found("audit"))},`);
          return acknowledged.length;
        }),
      );
      const total = totals.reduce((sum, count) => sum + count, 0);
      console.log(`${KILLS} kills, ${total} acknowledged captures, none lost`);
      expect(total).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  it(
    `starts four servers at the same instant on a new file (${FIRST_STARTS} rounds)`,
    async () => {
      for (let round = 0; round < FIRST_STARTS; round++) {
        const env = await memory();
        const servers = await Promise.all([1, 2, 3, 4].map(() => started(env)));
        const ids = await Promise.all(
          servers.map((server, n) => capture(server, `First capture of server ${n}`)),
        );
        for (const server of servers) expect(await missing(server, ids)).toEqual([]);
        for (const server of servers) expect(await server.close(), server.stderr()).toBe(0);
        expect(auditEntries((await doctor(env)).found("audit"))).toBe(4);
      }
    },
    PATIENCE,
  );

  it(
    `loses nothing when 8 processes capture ${CAPTURES_EACH} decisions each, and each sees the others'`,
    async () => {
      const env = await memory();
      const servers = await Promise.all(Array.from({ length: 8 }, () => started(env)));
      const captured = await Promise.all(
        servers.map((server, n) => captureMany(server, `Process ${n}`, CAPTURES_EACH)),
      );
      const ids = captured.flat();
      expect(captured.map(({ length }) => length)).toEqual(Array(8).fill(CAPTURES_EACH));
      expect(new Set(ids).size).toBe(8 * CAPTURES_EACH);
      const sample = captured.flatMap((own) => own.filter((_, n) => n % 10 === 0 || n === own.length - 1));
      for (const server of servers) expect(await missing(server, sample)).toEqual([]);
      expect(await missing(servers[0] as StdioClient, ids)).toEqual([]);
      for (const server of servers) expect(await server.close(), server.stderr()).toBe(0);
      const report = await doctor(env);
      expect(auditEntries(report.found("audit"))).toBe(8 * CAPTURES_EACH);
      expect(report.found("memory")).toContain(`decisions ${8 * CAPTURES_EACH},`);
    },
    PATIENCE,
  );

  it("has the file at full syncs, in write-ahead mode, as doctor sees it", async () => {
    const report = await doctor(await memory());
    expect(report.ok).toBe(true);
    expect(report.found("memory")).toContain("synchronous 2");
    expect(report.found("memory")).toContain("journal wal");
  });
});

async function killDuringStart(env: Record<string, string>): Promise<void> {
  const server = startServer({ env });
  void server.initialize();
  await wait(randomInt(400));
  await server.kill();
}

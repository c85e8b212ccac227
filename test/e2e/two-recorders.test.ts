import { describe, expect, it } from "vitest";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { folderOfTest } from "../support/memory.ts";
import { silentLog } from "../support/silent-log.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";

const EACH = 60;
const scoreOf = (n: number): number => [1, 0, 0.5, 0.25, 1][n % 5] as number;
const confidenceOf = (n: number): number => (n % 11) / 10;

/** Captures decisions and records their outcomes, several concurrently. */
async function record(server: StdioClient, name: string, decision_domain: string): Promise<void> {
  await Promise.all(
    Array.from({ length: EACH }, async (_, n) => {
      const { decision_id } = await server.call("membria_capture_decision", {
        statement: `Decision ${n} of the recorder ${name}`,
        alternatives: ["Another one"],
        confidence: confidenceOf(n),
      });
      const final_score = scoreOf(n);
      const report = { decision_id, final_status: "partial", decision_domain };
      // Every third is reported twice, and only the second counts.
      if (n % 3 === 0)
        await server.call("membria_record_outcome", { ...report, final_score: 1 - final_score });
      await server.call("membria_record_outcome", { ...report, final_score });
    }),
  );
}

describe("two processes that record outcomes in one memory at once", () => {
  it("leave an exact posterior in a domain that both write to", async () => {
    const folder = await folderOfTest();
    const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop", MEMBRIA_LOG_LEVEL: "error" };
    const servers = [startServer({ env }), startServer({ env })] as const;
    await Promise.all(servers.map((server) => server.initialize()));
    await Promise.all(servers.map((server, n) => record(server, String(n), "shared")));
    const [first, second] = await Promise.all(
      servers.map(async (server) => {
        // What a skill was learned from is told by the process that learned it, with one of its next replies.
        const { notices: _, ...figures } = await server.call("membria_get_calibration", { domain: "shared" });
        return figures;
      }),
    );

    const made = Array.from({ length: EACH }, (_, n) => ({ score: scoreOf(n), stated: confidenceOf(n) }));
    const sum = (of: (one: (typeof made)[number]) => number): number =>
      2 * made.reduce((total, one) => total + of(one), 0);
    const n = 2 * EACH;
    const score = sum((one) => one.score);
    expect(first).toMatchObject({ sample_size: n, alpha: 1 + score, beta: 1 + n - score });
    expect(first?.["success_rate"]).toBeCloseTo((1 + score) / (n + 2), 9);
    expect(first?.["mean_confidence"]).toBeCloseTo(sum((one) => one.stated) / n, 9);
    expect(first?.["brier"]).toBeCloseTo(sum((one) => (one.stated - one.score) ** 2) / n, 9);
    expect(second).toEqual(first);
    expect(await Promise.all(servers.map((server) => server.close()))).toEqual([0, 0]);

    const memory = await openMemoryFile(folder.file("membria.db"), silentLog);
    const reports = n + 2 * Math.ceil(EACH / 3);
    const entries = await memory.changesAfter(0, 10 * n);
    expect(entries.filter(({ kind }) => kind !== "skill")).toHaveLength(n + reports);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await memory.close();
  });
});

import { describe, expect, it } from "vitest";
import { prometheusMetrics } from "../../../src/main/http/prometheus.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { checkHealthCall, getFiguresCall } from "../../../src/tools/page/health.ts";
import { getTeamCall, listMembersCall } from "../../../src/tools/page/team.ts";
import { decide, settle } from "../../support/loop.ts";
import { callBy, openMemory, rewired, START } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const ADMIN = callBy({ kind: "human", role: "admin", name: "Anna" });

describe("health on the page", () => {
  it("says that a memory is in order, how large it is, and which copies there are", async () => {
    const memory = await openMemory();
    await decide(memory);
    await (await memory.backups()).write({ replace: false, at: START, onProgress: () => {} });
    const { result } = await checkHealthCall.run({}, memory, ADMIN);
    expect(result.memory.problem).toBeNull();
    expect(result.memory.facts).toMatchObject({ decisions: 1, projects: 1, integrity: "ok" });
    expect(result.memory.facts["bytes"]).toBeGreaterThan(10_000);
    expect(result.log).toMatchObject({ entries: 1, problem: null });
    expect(result.copies.backups).toMatchObject([{ origin: "by hand", decisions: 1 }]);
    expect(result.copies.backups[0]?.bytes).toBeGreaterThan(1_000);
    expect(result.meaning).toEqual({ state: "off" });
    expect(result.teams).toEqual([]);
  });

  it("says where the log was changed", async () => {
    const memory = await openMemory();
    await decide(memory);
    await raw(memory.path, (sql) => sql.exec("UPDATE audit SET author = 'nobody' WHERE seq = 1"));
    expect((await checkHealthCall.run({}, memory, ADMIN)).result.log.problem).not.toBeNull();
  });

  it("says why there are no embeddings, and what would help, in the words of the page", async () => {
    const memory = await openMemory();
    const failure = new Fault("unavailable", "The model cannot be loaded.", {
      reason: "no_model",
      remedies: [{ remedy: "switch-model" }],
    });
    const meaning = { ...memory.meaning, failure: () => failure };
    const { result } = await checkHealthCall.run({}, rewired(memory, { meaning }), ADMIN);
    expect(result.meaning).toMatchObject({ state: "failed", message: "The model cannot be loaded." });
    expect(JSON.stringify(result.meaning)).toContain("At a terminal: membria embed");
  });

  it("is not for who is bound to one project", async () => {
    const memory = await openMemory();
    const fault = await checkHealthCall
      .run({}, memory, { ...ADMIN, confinedTo: "shop" })
      .catch((thrown) => thrown);
    expect(fault).toMatchObject({ code: "forbidden", reason: "other_project" });
  });
});

describe("the figures on the page", () => {
  it("count what was done in the project, day by day", async () => {
    const memory = await openMemory();
    const id = await decide(memory, { confidence: 0.8 });
    await settle(memory, id, 1);
    await decide(memory, {}, { project: "bank" });
    const { result } = await getFiguresCall.run({ days: 3 }, memory, callBy({ role: "viewer" }));
    expect(result.last_day).toMatchObject({ decisions: 1, outcomes: 1 });
    expect(result.days.map(({ date, decisions }) => [date, decisions])).toEqual([
      ["2026-02-10", 0],
      ["2026-02-11", 0],
      ["2026-02-12", 1],
    ]);
    expect(result).toMatchObject({ domains: 1, outcomes: 1 });
  });

  it("of the server are for admins of all projects", async () => {
    const metrics = prometheusMetrics();
    metrics.requestServed("page/call", 0.02);
    metrics.toolCalled("membria_get_warnings");
    metrics.toolCalled("membria_get_warnings", "invalid");
    metrics.toolCalled("tmkb_query");
    const memory = rewired(await openMemory(), { metrics });
    const { server } = (await getFiguresCall.run({}, memory, ADMIN)).result;
    expect(server).toMatchObject({
      requests: 1,
      latency: { p50: 20, p95: 20, p99: 20 },
      tools: [
        { tool: "membria_get_warnings", calls: 2, errors: 1 },
        { tool: "tmkb_query", calls: 1, errors: 0 },
      ],
    });
    for (const call of [callBy({ role: "viewer" }), { ...ADMIN, confinedTo: "shop" }])
      expect((await getFiguresCall.run({}, memory, call)).result.server).toBeNull();
  });

  it("have no latency where nothing was asked", async () => {
    const memory = rewired(await openMemory(), { metrics: prometheusMetrics() });
    const { server } = (await getFiguresCall.run({}, memory, ADMIN)).result;
    expect(server).toMatchObject({ requests: 0, latency: null, tools: [] });
  });
});

describe("the team on the page", () => {
  it("is none where nothing is shared", async () => {
    const memory = await openMemory();
    expect((await getTeamCall.run({}, memory, callBy({ role: "viewer" }))).result).toEqual({ teams: [] });
    expect((await listMembersCall.run({}, memory, ADMIN)).result).toEqual({
      members: [],
      refused: [],
      away: null,
    });
  });

  it("lists its machines to admins alone", async () => {
    const memory = await openMemory();
    const fault = await listMembersCall.run({}, memory, callBy({ role: "viewer" })).catch((thrown) => thrown);
    expect(fault).toMatchObject({ code: "forbidden" });
  });
});

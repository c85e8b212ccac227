import { describe, expect, it } from "vitest";
import { readMetrics, type Sample } from "../../../src/cli/commands/learn/stats.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { listening } from "../../support/listening.ts";
import { decide, history } from "../../support/loop.ts";
import { openMemory, rewired } from "../../support/memory.ts";
import { call, request } from "../stdio/messages.ts";
import { type Json, openHttp, type TestHttp } from "./open-http.ts";

async function scrape(http: TestHttp, token: string): Promise<readonly Sample[]> {
  const response = await fetch(`${http.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return readMetrics(await response.text());
}

/** The value of a metric; undefined when it is not there. */
function metric(samples: readonly Sample[], name: string, labels: Record<string, string> = {}) {
  const wanted = Object.entries(labels);
  return samples.find(
    (sample) => sample.name === name && wanted.every(([key, value]) => sample.labels[key] === value),
  )?.value;
}

describe("GET /metrics", () => {
  it("needs a key, of whichever role, and a GET", async () => {
    const http = await openHttp();
    expect((await fetch(`${http.url}/metrics`)).status).toBe(401);
    for (const role of ["viewer", "agent", "admin"] as const) {
      await scrape(http, (await http.key({ role })).token);
    }
    expect((await http.post({}, { path: "/metrics" })).status).toBe(405);
    expect((await fetch(`${http.url}/healthz`)).status).toBe(200);
  });

  it("counts as a call, of which each key has a number a minute", async () => {
    const http = await openHttp({ rateLimit: "on" });
    const [{ token }, other] = [await http.key(), await http.key()];
    for (let n = 0; n < 100; n++) await scrape(http, token);
    const refused = await fetch(`${http.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    await scrape(http, other.token);
  });

  it("counts calls and errors by tool, and how long requests take", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const capture = (args: Json) => http.post(call(1, "membria.capture_decision", args), { token });
    await capture({ statement: "Use PostgreSQL for orders", alternatives: ["MongoDB"], confidence: 0.8 });
    await capture({ statement: "short" });
    await http.post(request(2, "resources/read", { uri: "membria://decisions/all" }), { token });
    const samples = await scrape(http, token);
    const tool = "membria_capture_decision";
    expect(metric(samples, "membria_tool_calls_total", { tool })).toBe(2);
    expect(metric(samples, "membria_tool_errors_total", { tool, code: "invalid" })).toBe(1);
    const count = "membria_request_duration_seconds_count";
    expect(metric(samples, count, { method: "tools/call" })).toBe(2);
    expect(metric(samples, count, { method: "resources/read" })).toBe(1);
    expect(metric(samples, "membria_request_duration_seconds_bucket", { le: "+Inf" })).toBe(2);
    for (const quantile of ["0.5", "0.95", "0.99"]) {
      expect(metric(samples, "membria_request_latency_seconds", { quantile })).toBeGreaterThan(0);
    }
  });

  it("shows how much the memory is used, and how well confidence matches outcomes", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const eight = (confidence: number, score: number) =>
      Array.from({ length: 8 }, () => [confidence, score] as const);
    await history(http.memory, "database", eight(0.9, 0));
    await history(http.memory, "api", eight(0.2, 1));
    http.memory.clock.advance(25 * HOUR_MS);
    await decide(http.memory);
    const samples = await scrape(http, token);
    expect(Object.fromEntries(samples.map(({ name, value }) => [name, value]))).toMatchObject({
      membria_graph_up: 1,
      membria_decisions_captured_per_day: 1,
      membria_outcomes_recorded_per_day: 0,
      membria_context_injections_per_day: 0,
      membria_domains_tracked: 2,
      membria_success_rate_average: 9 / 18,
      membria_domains_overconfident: 1,
      membria_domains_underconfident: 1,
    });
    expect(samples.every(({ name }) => name.startsWith("membria_"))).toBe(true);
  });

  it("shows a key its own project only", async () => {
    const http = await openHttp();
    await decide(http.memory);
    await decide(http.memory, {}, { project: "bank" });
    await decide(http.memory, {}, { project: "bank" });
    const captured = "membria_decisions_captured_per_day";
    const of = async (project?: string) =>
      metric(await scrape(http, (await http.key(project ? { project } : {})).token), captured);
    expect(await of("shop")).toBe(1);
    expect(await of("bank")).toBe(2);
    expect(await of()).toBe(3);
  });

  it("has the hits of every cache that joined", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const cache = 'a "quoted" one';
    http.memory.caches.join(cache, () => ({ hits: 3, misses: 1 }));
    http.memory.caches.join("unused", () => ({ hits: 0, misses: 0 }));
    const samples = await scrape(http, token);
    expect(metric(samples, "membria_cache_hits_total", { cache })).toBe(3);
    expect(metric(samples, "membria_cache_misses_total", { cache })).toBe(1);
    expect(metric(samples, "membria_cache_hit_ratio", { cache })).toBe(0.75);
    expect(metric(samples, "membria_cache_hit_ratio", { cache: "unused" })).toBeUndefined();
  });

  it("still answers when the memory does not, and reports it", async () => {
    const memory = await openMemory();
    let isAway = false;
    const away = listening(memory, (statement) => {
      if (isAway && statement.includes("AS day")) throw new Fault("unavailable", "The memory is away.");
    });
    const http = await openHttp({ memory: rewired(memory, { memory: away }) });
    const { token } = await http.key();
    isAway = true;
    const samples = await scrape(http, token);
    expect(metric(samples, "membria_graph_up")).toBe(0);
    expect(metric(samples, "membria_domains_tracked")).toBeUndefined();
  });
});

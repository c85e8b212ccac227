import { describe, expect, it } from "vitest";
import { observeCall } from "../../src/mcp/calls/observe-call.ts";
import { findResource } from "../../src/resources/inventory.ts";
import { noMetrics } from "../../src/shared/metrics.ts";
import { recordingLog } from "../mcp/stdio/connection.ts";
import { eventually } from "../support/eventually.ts";
import { CACHES, experience, TOKENS } from "../support/experience.ts";
import { decide, settle } from "../support/loop.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";
import { readResource } from "../support/resources.ts";
import { startServer } from "../support/stdio-client.ts";
import { succeed, toolNamed } from "../support/tools.ts";

describe("Membria protocol, 4.1 Depth levels", () => {
  it("minimal has one warning and no decisions, standard three and two skills at most, full more", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    await experience(memory, TOKENS);
    for (let n = 0; n < 6; n++) {
      const id = await decide(memory, { statement: `Cache tokens of region ${n} in Redis or localStorage` });
      await settle(memory, id, n % 2);
    }
    const ask = async (depth?: string) =>
      (await succeed(memory, "membria.get_decision_context", {
        statement: "Cache the session tokens in Redis and keep access tokens in localStorage",
        confidence: 0.99,
        ...(depth && { depth }),
      })) as Record<string, readonly unknown[] | undefined>;
    const [minimal, standard, full, byDefault] = [
      await ask("minimal"),
      await ask("standard"),
      await ask("full"),
      await ask(),
    ];
    expect(minimal["warnings"]).toHaveLength(1);
    expect(minimal).not.toHaveProperty("similar_decisions");
    expect(standard["similar_decisions"]).toHaveLength(3);
    expect(standard["applicable_skills"]?.length).toBeLessThanOrEqual(2);
    expect(standard).not.toHaveProperty("causal_chains");
    expect(full["similar_decisions"]?.length).toBeGreaterThan(3);
    expect(full).toMatchObject({ causal_chains: expect.any(Array), related_decisions: expect.any(Array) });
    expect(byDefault).toEqual(standard);
  });
});

describe("Membria protocol, Tools and resources: defaults", () => {
  it.each([
    ["membria.get_calibration", "include_trend", true],
    ["membria.get_calibration", "include_credible_interval", true],
    ["membria.get_all_calibrations", "min_sample_size", 3],
    ["membria.get_skills", "min_confidence", 0.7],
    ["membria.get_skills", "limit", 10],
    ["membria://decisions/all", "limit", 20],
  ])("%s: %s is %j", (name, argument, value) => {
    const { inputSchema } = name.includes("://") ? findResource(name).resource : toolNamed(name);
    const { properties } = inputSchema as { properties: Record<string, { default?: unknown }> };
    expect(properties[argument]?.default).toBe(value);
  });
});

describe("Membria protocol, Data models", () => {
  it("a skill of the resource has the fields of the model", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    const { skills } = await readResource(memory, "membria://skills/backend", { min_confidence: 0.1 });
    expect(skills).toMatchObject([
      {
        skill_id: expect.stringMatching(/^sk_/),
        statement: expect.any(String),
        confidence: expect.any(Number),
        evidence: { successes: 4, total_outcomes: 4 },
        when_to_use: expect.any(String),
        examples: expect.any(Array),
        source: "outcomes",
        generated_at: expect.stringMatching(/^2026-/),
      },
    ]);
  });
});

describe("Membria protocol, Logging", () => {
  it.each([
    [1_001, "warn", "Slow tool call"],
    [999, "info", "Tool call"],
  ])("a call of %d ms is logged as %s", (durationMs, level, message) => {
    const { log, entries } = recordingLog();
    const tool = toolNamed("membria_get_decision");
    observeCall({ tool, args: {}, fault: undefined, durationMs }, { log, metrics: noMetrics });
    expect(entries).toMatchObject([{ level, message, meta: { duration_ms: durationMs } }]);
  });
});

/** Reports every connection that the program opens, and opens none. */
const NO_NETWORK = `data:text/javascript,
  import net from "node:net"; import dns from "node:dns"; import { syncBuiltinESMExports } from "node:module";
  const refuse = () => { process.stderr.write("A CONNECTION\\n"); throw new Error("No network"); };
  net.Socket.prototype.connect = refuse; dns.lookup = refuse; globalThis.fetch = refuse; syncBuiltinESMExports();`;

describe("Membria protocol, Data privacy", () => {
  it("no connection is opened while decisions are captured, searched and scored", async () => {
    const folder = await folderOfTest();
    const env = {
      MEMBRIA_HOME: folder.path,
      MEMBRIA_PROJECT: "shop",
      NODE_OPTIONS: `--import ${encodeURI(NO_NETWORK.replaceAll("\n", " "))}`,
    };
    const client = startServer({ env });
    await client.initialize();
    const { decision_id } = await client.call("membria.capture_decision", {
      statement: "Use PostgreSQL for user database",
      alternatives: ["MongoDB"],
      confidence: 0.8,
    });
    await client.call("search_decisions", { query: "Where do we keep users?" });
    await client.call("membria.get_decision_context", { statement: "Use MongoDB for the users" });
    await client.call("membria.record_outcome", { decision_id, final_status: "success", final_score: 1 });
    expect(await client.close()).toBe(0);
    expect(client.stderr()).not.toContain("A CONNECTION");
  });

  it("and one would be noticed", async () => {
    const env = {
      MEMBRIA_HOME: (await folderOfTest()).path,
      MEMBRIA_EMBEDDING: "http://127.0.0.1:9/api/embed",
      MEMBRIA_EMBEDDING_MODEL: "any",
      MEMBRIA_EMBEDDING_DIMENSIONS: "3",
      NODE_OPTIONS: `--import ${encodeURI(NO_NETWORK.replaceAll("\n", " "))}`,
    };
    const client = startServer({ env });
    await client.initialize();
    const decided = {
      statement: "Use PostgreSQL for user database",
      alternatives: ["MongoDB"],
      confidence: 0.8,
    };
    await client.call("membria.capture_decision", decided);
    await client.call("search_decisions", { query: "Where do we keep users?" });
    await eventually(() => expect(client.stderr()).toContain("A CONNECTION"));
    await client.close();
  });
});

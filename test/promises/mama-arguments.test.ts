import { describe, expect, it } from "vitest";
import { FAULT_CODES, Fault } from "../../src/shared/errors.ts";
import { openMemory, rewired, type TestMemory } from "../support/memory.ts";
import { callTool, type Json, succeed, toolNamed } from "../support/tools.ts";

interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
}

const DECIDED = { topic: {}, decision: {}, reasoning: {} };
const LINK = { from_id: {}, to_id: {}, relationship: {} };

/** What each tool takes: first what it needs, then what it may get, with defaults and values. */
const ARGUMENTS: readonly (readonly [
  string,
  Readonly<Record<string, Json>>,
  Readonly<Record<string, Json>>,
])[] = [
  [
    "save_checkpoint",
    { summary: { type: "string" } },
    { open_files: { type: "array" }, next_steps: { type: "string" } },
  ],
  ["load_checkpoint", {}, {}],
  [
    "save_decision",
    DECIDED,
    {
      confidence: { minimum: 0, maximum: 1, default: 0.5 },
      type: { enum: ["user_decision", "assistant_insight"], default: "user_decision" },
      outcome: { enum: ["pending", "success", "partial", "failure"], default: "pending" },
    },
  ],
  ["recall_decision", { topic: {} }, {}],
  ["suggest_decision", { userQuestion: {} }, { recencyWeight: { minimum: 0, maximum: 1, default: 0.3 } }],
  ["list_decisions", {}, { limit: { default: 10 } }],
  [
    "update_outcome",
    { decisionId: {}, outcome: { enum: ["SUCCESS", "FAILED", "PARTIAL"] } },
    { failure_reason: {}, limitation: {} },
  ],
  ["propose_link", { ...LINK, reason: {} }, { evidence: {}, decision_id: {} }],
  ["approve_link", LINK, {}],
  ["reject_link", LINK, { reason: {} }],
  ["get_pending_links", {}, { from_id: {}, to_id: {} }],
  [
    "generate_quality_report",
    {},
    { format: { enum: ["json", "markdown"], default: "json" }, thresholds: {} },
  ],
  [
    "get_restart_metrics",
    {},
    {
      period: { enum: ["24h", "7d", "30d"], default: "7d" },
      include_latency: { type: "boolean", default: true },
    },
  ],
  ["scan_auto_links", {}, { include_samples: { type: "boolean", default: false } }],
  ["create_link_backup", {}, { include_protected: { type: "boolean", default: false } }],
  ["execute_link_cleanup", {}, { batch_size: { default: 100 }, dry_run: { type: "boolean", default: true } }],
  ["validate_cleanup_result", {}, { format: { enum: ["json", "markdown"], default: "markdown" } }],
  // MAMA 1.1, with what CONTRACTS 3 adds.
  [
    "save/decision",
    DECIDED,
    {
      confidence: { minimum: 0, maximum: 1, default: 0.7 },
      links: {},
      evidence: {},
      alternatives: {},
      risks: {},
    },
  ],
  ["save/checkpoint", { summary: {} }, { open_files: {}, next_steps: {} }],
  ["save/insight", { content: {} }, { topic: {}, category: {}, tags: {}, source: {} }],
  ["load/checkpoint", {}, { mode: { enum: ["full", "summary"], default: "full" } }],
  ["load/context", { decision_id: {} }, { depth: { default: 2 } }],
  ["search/by_topic", { topic: {} }, { max_depth: { default: 3 } }],
  ["search/by_context", { query: {} }, { limit: {}, types: {}, depth: { default: 5 } }],
  ["search/recent", {}, { limit: {}, type: {}, since: {} }],
  [
    "evolve/outcome",
    { decision_id: {}, outcome: { enum: ["SUCCESS", "FAILED", "PARTIAL"] } },
    { failure_reason: {}, limitation: {} },
  ],
  [
    "evolve/supersede",
    { old_decision_id: {}, decision: {}, reasoning: {} },
    { topic: {}, confidence: { default: 0.7 } },
  ],
];

describe("MAMA, Tool Catalog, and MAMA 1.1, 4.1: the arguments in the listed schema", () => {
  it.each(ARGUMENTS)("%s", (tool, needed, optional) => {
    const { properties, required = [] } = toolNamed(tool).inputSchema as unknown as Schema;
    expect(new Set(required)).toEqual(new Set(Object.keys(needed)));
    expect(properties).toMatchObject({ ...needed, ...optional });
  });

  it("has all 17 flat tools and all 10 of MAMA 1.1", () => {
    expect(new Set(ARGUMENTS.map(([tool]) => toolNamed(tool).name)).size).toBe(27);
  });

  it("calls the tools of MAMA 1.1 by their names with a slash and by their portable names", async () => {
    const memory = await openMemory();
    for (const name of ["save/insight", "memory_save_insight"])
      await succeed(memory, name, { content: `Learned by ${name}` });
    expect(toolNamed("save/insight")).toBe(toolNamed("memory_save_insight"));
  });
});

describe("MAMA, Error Codes", () => {
  const CODES = {
    invalid: "VALIDATION_ERROR",
    conflict: "VALIDATION_ERROR",
    insufficient: "VALIDATION_ERROR",
    not_found: "NOT_FOUND",
    forbidden: "UNAUTHORIZED",
    limited: "UNAUTHORIZED",
    unavailable: "DATABASE_ERROR",
    internal: "INTERNAL_ERROR",
  } as const;

  it.each(FAULT_CODES)(
    "a failure that is %s has its code, a message and details, and a text with Error:",
    (code) => {
      const fault = new Fault(code, "It failed.", { reason: "because", field: "topic", received: "x" });
      const { structured, text } = toolNamed("save_decision").refuse(fault);
      expect(structured).toMatchObject({
        error: {
          code: CODES[code],
          message: "It failed.",
          details: { reason: "because", field: "topic", provided: "x" },
        },
      });
      expect(text).toBe("Error: It failed.");
    },
  );

  it("a missing topic in save_decision is the example: field, what was provided and what was expected", async () => {
    const { structured } = await callTool(await openMemory(), "save_decision", {
      decision: "Use JWT",
      reasoning: "No session store is needed",
    });
    expect(structured).toEqual({
      error: {
        code: "VALIDATION_ERROR",
        message: "topic is required.",
        details: {
          reason: "missing_argument",
          field: "topic",
          expected: "Name the topic, such as auth_strategy.",
        },
      },
    });
  });

  it("a defect is INTERNAL_ERROR, without its cause", async () => {
    const memory = await openMemory();
    const broken: TestMemory = rewired(memory, {
      secrets: {
        scan: () => {
          throw new TypeError("cannot read /home/somebody/file.ts");
        },
      },
    });
    const { structured, text } = await callTool(broken, "save_decision", {
      topic: "auth",
      decision: "Use JWT",
      reasoning: "No store",
    });
    expect(structured).toMatchObject({ error: { code: "INTERNAL_ERROR" } });
    expect(text).not.toContain("somebody");
  });
});

describe("MAMA, 2 suggest_decision", () => {
  const save = (memory: TestMemory, topic: string, decision: string) =>
    succeed(memory, "save_decision", { topic, decision, reasoning: "It was weighed" });
  const suggest = async (memory: TestMemory, args: object) =>
    ((await succeed(memory, "suggest_decision", args))["data"] as { suggestions: Json[] }).suggestions;

  it("gives similarity scores between 0 and 1, and says why nothing was found", async () => {
    const memory = await openMemory();
    const { text } = await callTool(memory, "suggest_decision", { userQuestion: "How do we sign in?" });
    expect(text).not.toBe("");
    await save(memory, "auth", "Authenticate users with tokens");
    const [found] = await suggest(memory, { userQuestion: "How are users authenticated with tokens?" });
    expect(found).toMatchObject({ topic: "auth" });
    expect(found?.["similarity"]).toBeGreaterThan(0);
    expect(found?.["similarity"]).toBeLessThanOrEqual(1);
  });

  it("weighs similarity alone with 0, and recency alone with 1", async () => {
    const memory = await openMemory();
    await save(memory, "users", "Authenticate users with signed tokens");
    memory.clock.advance(90 * 24 * 3_600_000);
    await save(memory, "robots", "Greet users");
    const first = async (recencyWeight: number) =>
      (await suggest(memory, { userQuestion: "Authenticate users with signed tokens", recencyWeight }))[0]?.[
        "topic"
      ];
    expect(await first(0)).toBe("users");
    expect(await first(1)).toBe("robots");
  });
});

import { describe, expect, it } from "vitest";
import { ALL_TOOLS, findTool } from "../../src/tools/inventory.ts";
import { recorded } from "../support/agent-memory.ts";
import { openMemory } from "../support/memory.ts";
import { callTool } from "../support/tools.ts";

/** An invisible character that screening removes and reports. */
const HIDDEN = "\u202e";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  /** An object if names of the caller are allowed beside the properties. */
  readonly additionalProperties?: unknown;
}

/** Whether a path such as `context.file_path` or `lessons_learned[0]` leads somewhere in a schema. */
function leadsSomewhere(path: string, schema: Schema): boolean {
  const [, head = "", rest = ""] = /^([\w-]+)(?:\[\d+\])?\.?(.*)$/s.exec(path) ?? [];
  const next = schema.properties?.[head] ?? schema.items?.properties?.[head];
  if (!next) return typeof schema.additionalProperties === "object";
  return rest === "" || leadsSomewhere(rest, next);
}

/** Arguments of every tool that takes text and keeps it, with two decisions that are there. */
const taking = (a: string, b: string): Readonly<Record<string, Record<string, unknown>>> => ({
  membria_capture_decision: {
    statement: "Cache the orders in Redis",
    alternatives: ["Memory"],
    confidence: 0.8,
    assumptions: ["One region"],
    context: { session_id: "s1", file_path: "src/a.ts", reasoning: "Faster" },
  },
  membria_record_outcome: {
    decision_id: a,
    final_status: "success",
    final_score: 0.9,
    signals: { performance_metrics: { note: "Fast" } },
    lessons_learned: ["Measure first"],
  },
  membria_record_signal: {
    decision_id: a,
    signal_type: "ci_passed",
    valence: "positive",
    description: "All green",
    metrics: { note: "Fast" },
  },
  membria_update_decision: { decision_id: a, notes: "Half done" },
  record_decision: {
    title: "Use Redis",
    target: "cache",
    rationale: "It is faster.",
    consequences: ["Cost"],
  },
  supersede_decision: {
    title: "Use Redis",
    target: "cache",
    rationale: "It is much faster.",
    old_decision_ids: [a],
    consequences: ["Cost"],
    alternatives: ["Memory"],
  },
  save_decision: { topic: "cache", decision: "Use Redis", reasoning: "Faster" },
  save_checkpoint: { summary: "Half done", open_files: ["src/a.ts"], next_steps: "Go on" },
  update_outcome: { decisionId: a, outcome: "FAILED", failure_reason: "Too slow" },
  propose_link: { from_id: a, to_id: b, relationship: "refines", reason: "Same cache", evidence: "src/a.ts" },
  memory_save_decision: {
    topic: "cache",
    decision: "Use Redis",
    reasoning: "Faster",
    evidence: ["src/a.ts"],
    alternatives: ["Memory"],
    risks: ["Cost"],
    links: [{ to_id: b, relationship: "refines", reason: "Same cache" }],
  },
  memory_save_checkpoint: { summary: "Half done", open_files: ["src/a.ts"], next_steps: "Go on" },
  memory_save_insight: {
    content: "Measure first",
    topic: "cache",
    category: "note",
    tags: ["testing"],
    source: "A test",
  },
  memory_evolve_outcome: { decision_id: a, outcome: "PARTIAL", limitation: "Reads only" },
  memory_evolve_supersede: { old_decision_id: a, decision: "Use Redis", reasoning: "Faster", topic: "cache" },
});

/** The same with a hidden character in every text that is not an id or an enum value. */
function hiding(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => hiding(item, key));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hiding(item, name)]));
  }
  const isText =
    typeof value === "string" && !/_ids?$|^decisionId$|status|type|valence|^outcome$|relationship/.test(key);
  return isText ? `${value}${HIDDEN}` : value;
}

const count = (value: unknown): number => JSON.stringify(value).split(HIDDEN).length - 1;

describe("what is said about a field names the argument of the tool that was called", () => {
  it.each(Object.keys(taking("", "")))("%s", async (name) => {
    const memory = await openMemory();
    const [a, b] = [await recorded(memory), await recorded(memory, { title: "Keep it in memory" })];
    const args = hiding(taking(a, b)[name]);
    const { structured, fault } = await callTool(memory, name, args);
    expect(fault).toBeUndefined();
    const notices = (structured["notices"] as string[]).filter((text) => text.includes("hidden"));
    const named = notices.map((notice) => notice.split(" had ")[0] ?? "");
    expect(named.length).toBe(count(args));
    const schema = findTool(name)?.inputSchema as Schema;
    expect(named.filter((path) => !leadsSomewhere(path, schema))).toEqual([]);
  });

  it("of every tool whose operation keeps what it is given", () => {
    const others = ALL_TOOLS.filter(({ effect }) => effect !== "read").map(({ name }) => name);
    expect(others.filter((name) => !(name in taking("", "")))).toEqual([
      "accept_proposal",
      "approve_link",
      "reject_link",
      "create_link_backup",
      "execute_link_cleanup",
    ]);
  });
});

describe("a refusal names the argument of the tool that was called", () => {
  const missing = "dec_000000000000000000";

  it.each([
    ["membria_get_decision", { decision_id: missing }, "decision_id"],
    [
      "membria_record_outcome",
      { decision_id: "dec_1", final_status: "success", final_score: 0.1 },
      "final_score",
    ],
    ["membria_get_warnings", { statement: "Cache the orders in Redis", module: "nowhere" }, "module"],
    [
      "membria_capture_decision",
      { statement: "Cache the orders", alternatives: ["x"], confidence: 0.5, context: { module: "nowhere" } },
      "context.module",
    ],
    ["memory_load_context", { decision_id: missing }, "decision_id"],
    ["update_outcome", { decisionId: missing, outcome: "SUCCESS" }, "decisionId"],
    [
      "memory_evolve_supersede",
      { old_decision_id: missing, decision: "Use Redis", reasoning: "Faster" },
      "old_decision_id",
    ],
    [
      "memory_save_decision",
      {
        topic: "cache",
        decision: "Use Redis",
        reasoning: "Faster",
        links: [{ to_id: missing, relationship: "refines", reason: "Same" }],
      },
      "links.to_id",
    ],
    [
      "propose_link",
      { from_id: missing, to_id: missing, relationship: "refines", reason: "Same" },
      "from_id",
    ],
    ["approve_link", { from_id: missing, to_id: missing, relationship: "refines" }, "from_id"],
  ])("%s: %j", async (name, args, field) => {
    const { structured } = await callTool(await openMemory(), name, args);
    const { error } = structured as { error: { data?: { field: string }; details?: { field: string } } };
    expect((error.data ?? error.details)?.field).toBe(field);
  });

  it("and one without visible text in the sentence itself", async () => {
    const { text } = await callTool(await openMemory(), "record_decision", {
      title: HIDDEN.repeat(3),
      target: "cache",
      rationale: "It is much faster.",
    });
    expect(text).toContain("Send title as plain text.");
  });

  it("and a change of nothing all those that would be one", async () => {
    const memory = await openMemory();
    const { text } = await callTool(memory, "membria_update_decision", {
      decision_id: await recorded(memory),
    });
    expect(text).toContain(
      "Add one or more of status, confidence_update, notes, linked_pr, linked_commit, assumption, statement.",
    );
  });
});

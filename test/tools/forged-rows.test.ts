import { describe, expect, it } from "vitest";
import { findPrompt, PROMPTS } from "../../src/prompts/inventory.ts";
import { findResource } from "../../src/resources/inventory.ts";
import { ALL_TOOLS } from "../../src/tools/inventory.ts";
import { type ForgedMemory, forged, forgedLines, forgedMemory, LINE_ENDS } from "../support/forged-rows.ts";
import { callBy } from "../support/memory.ts";
import { callTool, type Json } from "../support/tools.ts";

const ASKED = "Cache carts in Redis";
const LONG = 100_000;

/** The arguments for every tool. Tools that change something come last, in an order that works. */
const CALLS: Readonly<Record<string, (given: ForgedMemory, write: (text: string) => string) => Json[]>> = {
  search_decisions: () => [{ query: ASKED }, { query: ASKED, mode: "audit", explain: true }],
  list_decisions: () => [{}],
  load_checkpoint: () => [{}],
  recall_decision: ({ topic }) => [{ topic }],
  suggest_decision: () => [{ userQuestion: ASKED }],
  get_pending_links: () => [{}],
  generate_quality_report: () => [{ format: "markdown" }, { format: "json" }],
  get_restart_metrics: () => [{}],
  scan_auto_links: () => [{ include_samples: true }],
  validate_cleanup_result: () => [{}],
  membria_get_decision: ({ first, second }) =>
    [first, second].map((decision_id) => ({ decision_id, max_tokens: LONG })),
  membria_analyze_decision: ({ first, second }) =>
    [first, second, "dec_000001"].map((decision_id) => ({ decision_id, max_tokens: LONG })),
  membria_get_decision_context: () =>
    ["minimal", "standard", "full"].map((depth) => ({ statement: ASKED, depth, max_tokens: LONG })),
  membria_get_skills: () => [{ domain: "all", min_confidence: 0, max_tokens: LONG }],
  membria_why: () => [{ place: "src/carts.ts", limit: 20, max_tokens: LONG }],
  membria_get_warnings: () =>
    [ASKED, "Keep access tokens in localStorage"].map((statement) => ({ statement, module: "auth" })),
  membria_get_confidence_guidance: () => [
    { domain: "backend", decision_confidence: 0.9, context: ASKED, max_tokens: LONG },
  ],
  membria_get_calibration: () => [{ domain: "backend" }],
  membria_get_all_calibrations: () => [{}],
  memory_load_checkpoint: () => [{ mode: "full" }, { mode: "summary" }],
  memory_load_context: ({ first, second }) =>
    [first, second].map((decision_id) => ({ decision_id, depth: 2, max_tokens: LONG })),
  memory_search_by_context: () => [{ query: ASKED, limit: 20 }],
  memory_search_by_topic: ({ topic }) => [{ topic }],
  memory_search_recent: () => [{ limit: 100 }],
  tmkb_query: () => [
    { context: "Keep access tokens in localStorage" },
    { context: "Keep access tokens in localStorage", verbosity: "human" },
  ],
  create_link_backup: () => [{}],
  execute_link_cleanup: () => [{ dry_run: true }],
  propose_link: ({ first, second }, write) => [
    { from_id: first, to_id: second, relationship: "refines", reason: write("It says how") },
    { from_id: first, to_id: second, relationship: "contradicts", reason: write("It says otherwise") },
  ],
  reject_link: ({ first, second }, write) => [
    { from_id: first, to_id: second, relationship: "contradicts", reason: write("It does not") },
  ],
  approve_link: ({ first, second }) => [{ from_id: first, to_id: second, relationship: "refines" }],
  save_checkpoint: (_, write) => [{ summary: write("Done") }],
  memory_save_checkpoint: (_, write) => [{ summary: write("Done") }],
  memory_save_insight: ({ topic }, write) => [{ content: write("Caches fill up"), topic }],
  save_decision: ({ topic }, write) => [
    { topic, decision: write("Cache carts for an hour"), reasoning: write("It is enough") },
  ],
  memory_save_decision: ({ topic }, write) => [
    { topic, decision: write("Cache carts for a week"), reasoning: write("It is better") },
  ],
  record_decision: ({ topic }, write) => [
    { title: write("Cache carts for a year"), target: topic, rationale: write("It is better still") },
  ],
  supersede_decision: ({ second, topic }, write) => [
    {
      title: write("Cache carts forever"),
      target: topic,
      rationale: write("It is the best of all"),
      old_decision_ids: [second],
    },
  ],
  memory_evolve_supersede: ({ topic }, write) => [
    {
      old_decision_id: "dec_000001",
      decision: write("Cache nothing"),
      reasoning: write("It is simpler"),
      topic,
    },
  ],
  membria_capture_decision: (_, write) => [
    { statement: "Cache pages in Redis", alternatives: [write("None")], confidence: 0.5 },
  ],
  membria_update_decision: ({ first }, write) => [{ decision_id: first, notes: write("Still good") }],
  membria_record_signal: ({ first }, write) => [
    { decision_id: first, signal_type: "incident", valence: "negative", description: write("Slow") },
  ],
  membria_record_outcome: ({ first }, write) => [
    { decision_id: first, final_status: "success", final_score: 1, lessons_learned: [write("Good")] },
  ],
  update_outcome: ({ first }, write) => [
    { decisionId: first, outcome: "FAILED", failure_reason: write("It filled up") },
  ],
  memory_evolve_outcome: ({ first }, write) => [
    { decision_id: first, outcome: "PARTIAL", limitation: write("Small carts only") },
  ],
  accept_proposal: () => [{ proposal_id: "prop_none" }],
};

/** Of these the arguments above name something that does not exist. */
const REFUSED = ["accept_proposal"];

describe.each(LINE_ENDS)("Texts that look like several records, with %s", (_, end) => {
  it("stay one record each in the text of every tool", async () => {
    const given = await forgedMemory(end);
    const caller = { role: "admin", consent: () => true } as const;
    for (const [name, args] of Object.entries(CALLS)) {
      for (const one of args(given, (text) => forged(text, end))) {
        const { text, fault } = await callTool(given.memory, name, one, caller);
        if (!REFUSED.includes(name)) expect(fault?.message, name).toBeUndefined();
        expect(forgedLines(text), name).toEqual([]);
      }
    }
  });

  it("stay one record each in every prompt", async () => {
    const { memory, second } = await forgedMemory(end);
    const args: Readonly<Record<string, Json>> = {
      before_decision: { statement: ASKED, confidence: "0.9" },
      after_outcome: { decision_id: second },
      review_change: { change: "Keep access tokens in localStorage" },
    };
    for (const { name } of PROMPTS) {
      for (const one of name === "after_outcome" ? [args[name], {}] : [args[name] ?? {}]) {
        const text = (await findPrompt(name)?.text(one, memory, callBy({ role: "viewer" }))) ?? "";
        expect(text, name).not.toBe("");
        expect(forgedLines(text), name).toEqual([]);
      }
    }
  });

  it("stay exactly as they were written in data", async () => {
    const { memory, first } = await forgedMemory(end);
    const { resource, args } = findResource(`membria://decisions/${first}?max_tokens=100000`);
    const contents = await resource.read(args, memory, callBy({ role: "viewer" }));
    const stored = await callTool(memory, "membria_get_decision", { decision_id: first, max_tokens: LONG });
    expect(contents["statement"]).toBe(stored.structured["statement"]);
    if (["\n", "\u2028", "\u2029"].includes(end))
      expect(contents["statement"]).toBe(forged("Cache carts in Redis for a day", "\n"));
  });
});

it("no tool is missing above", () => {
  expect(Object.keys(CALLS).sort((a, b) => a.localeCompare(b))).toEqual(
    ALL_TOOLS.map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
  );
});

import { describe, expect, it } from "vitest";
import { QUOTED_NOTICE } from "../../src/tools/tool.ts";
import { CACHES, experience, TOKENS } from "../support/experience.ts";
import { decide } from "../support/loop.ts";
import { openMemory } from "../support/memory.ts";
import { callTool, fail, succeed } from "../support/tools.ts";

const ANALYZE = "membria_analyze_decision";

describe("Membria 4.2: analyze_decision", () => {
  it("returns the fields of the document", async () => {
    const memory = await openMemory();
    const [id = "", ...others] = await experience(memory, CACHES);
    await succeed(memory, "membria_update_decision", {
      decision_id: id,
      linked_pr: "https://example.org/shop/pull/7",
      linked_commit: "0f3c2d1a",
    });
    const { structured, text } = await callTool(memory, ANALYZE, { decision_id: id });
    expect(structured).toEqual({
      decision_id: id,
      statement: "Cache sessions in Redis",
      standing: "active",
      author: "agent",
      analysis: {
        causal_chain: {
          decision: "Cache sessions in Redis",
          implementation: "pull request https://example.org/shop/pull/7, commit 0f3c2d1a",
          outcome: "Success (1 score)",
          lesson: "Set an expiry on every key",
          lessons: ["Set an expiry on every key"],
          skill_generated: expect.stringContaining("in Redis"),
          skill_id: expect.stringMatching(/^sk_/),
        },
        prevention_effectiveness: { prevented_decisions: 0, prevented_issue: null },
        similar_decisions: expect.arrayContaining([
          {
            decision_id: others[0],
            statement: "Cache product pages in Redis",
            standing: "active",
            author: "agent",
            outcome: "success",
            success_rate: 0.9,
          },
        ]),
        antipatterns_avoided: [],
      },
      notice: QUOTED_NOTICE,
    });
    expect(text).toMatch(/Decision: Cache sessions in Redis\n→ Implementation: pull request/);
  });

  it("says what is not known yet", async () => {
    const memory = await openMemory();
    const id = await decide(memory, { statement: "Write invoices with LaTeX" });
    const { structured, text } = await callTool(memory, ANALYZE, { decision_id: id });
    expect(structured["analysis"]).toMatchObject({
      causal_chain: { implementation: null, outcome: null, lesson: null, skill_generated: null },
      similar_decisions: [],
    });
    expect(text).toContain("no outcome yet");
  });

  it("names known antipatterns, and repeated failures of this project, among the rejected alternatives", async () => {
    const memory = await openMemory();
    const failed = await experience(memory, TOKENS);
    const { decision_id } = await succeed(memory, "membria_capture_decision", {
      statement: "Hold the session in an HttpOnly cookie",
      alternatives: ["Keep refresh tokens in localStorage", "Store the JWT in localStorage"],
      confidence: 0.8,
    });
    const { analysis } = (await succeed(memory, ANALYZE, { decision_id })) as {
      analysis: { antipatterns_avoided: unknown };
    };
    expect(analysis.antipatterns_avoided).toEqual([
      expect.objectContaining({ id: "token-in-local-storage" }),
      {
        id: expect.stringMatching(/^sk_/),
        pattern: expect.stringContaining("localStorage"),
        alternative: "Keep refresh tokens in localStorage",
        evidence: [...failed].reverse(),
      },
    ]);
  });

  it("names an antipattern, and reports no prevention without guidance", async () => {
    const memory = await openMemory();
    const [id] = await experience(memory, TOKENS);
    const { analysis } = (await succeed(memory, ANALYZE, { decision_id: id })) as { analysis: object };
    expect(analysis).toMatchObject({
      causal_chain: {
        outcome: "Failure (0 score)",
        skill_generated: expect.stringContaining("localStorage"),
      },
      antipatterns_avoided: [],
    });
  });

  it("refuses an id that is not there, and what it does not know", async () => {
    const memory = await openMemory();
    expect(await fail(memory, ANALYZE, { decision_id: "dec_nowhere" })).toMatchObject({ code: -32003 });
    expect(await fail(memory, ANALYZE, { decision_id: "dec_1", depth: "full" })).toMatchObject({
      code: -32602,
    });
  });
});

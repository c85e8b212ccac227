import { describe, expect, it } from "vitest";
import { CACHES, experience, TOKENS } from "../support/experience.ts";
import { decide } from "../support/loop.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { readResource } from "../support/resources.ts";
import { type Json, succeed } from "../support/tools.ts";

const LINKED = { linked_pr: "https://example.org/shop/pull/7", linked_commit: "0f3c2d1a" };

async function stepOf(memory: TestMemory, decision_id: string): Promise<Json> {
  const { chain } = await readResource(memory, `membria://graph/causal-chain/${decision_id}`);
  return (chain as Json[]).find((step) => step["decision_id"] === decision_id) ?? {};
}

describe("Membria protocol, membria://graph/causal-chain/{decision_id}", () => {
  it("says what a decision led to, and which skill it contributed to", async () => {
    const memory = await openMemory();
    const [decision_id = ""] = await experience(memory, CACHES);
    await succeed(memory, "membria.update_decision", { decision_id, ...LINKED });
    const happened = { decision_id, signal_type: "pr_merged", valence: "positive" };
    await succeed(memory, "membria.record_signal", happened);
    const step = await stepOf(memory, decision_id);
    const implementation = "pull request https://example.org/shop/pull/7, commit 0f3c2d1a, pr_merged";
    expect(step).toMatchObject({
      implementation,
      signals: [{ signal_type: "pr_merged", valence: "positive" }],
      skill: {
        skill_id: expect.stringMatching(/^sk_/),
        kind: "skill",
        statement: expect.stringContaining("in Redis"),
        recommendation: expect.stringContaining("expiry on every key"),
      },
    });
    const { analysis } = await succeed(memory, "membria.analyze_decision", { decision_id });
    const { causal_chain } = analysis as { causal_chain: Json };
    const skill = step["skill"] as Json;
    expect(causal_chain).toMatchObject({
      implementation,
      skill_generated: skill["statement"],
      skill_id: skill["skill_id"],
    });
  });

  it("names an antipattern where similar decisions failed", async () => {
    const memory = await openMemory();
    const [decision_id = ""] = await experience(memory, TOKENS);
    expect(await stepOf(memory, decision_id)).toMatchObject({
      skill: { kind: "antipattern", statement: expect.stringContaining("localStorage") },
    });
  });

  it("says null for what is not known yet", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    expect(await stepOf(memory, decision_id)).toMatchObject({
      implementation: null,
      signals: [],
      outcome: null,
      skill: null,
    });
  });
});

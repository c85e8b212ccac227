import { describe, expect, it } from "vitest";
import { findPrompt } from "../../src/prompts/inventory.ts";
import { findResource } from "../../src/resources/inventory.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { QUOTED_NOTICE } from "../../src/tools/tool.ts";
import { INJECTED_TEXTS } from "../support/injected-texts.ts";
import { decide, settle } from "../support/loop.ts";
import { callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { callTool } from "../support/tools.ts";

/** Each is marked, so that it is known again however it is cut, and no sentence of ours is taken for it. */
const marked = (payload: string, i: number): string => `[payload ${i}] ${payload}`;
const MARK = /\[payload \d+\]/;
/** Enough for a skill to be learned. */
const OUTCOMES = 5;
const EVERYTHING = 100_000;
const ASKED = "Cache carts in Redis";

const unquoted = (whole: string): string => whole.replaceAll(/^(`{3,})memory\n[\s\S]*?\n\1$/gm, "[quoted]");

describe.each(INJECTED_TEXTS)(
  "CONTRACTS 4.18: $name that try to instruct, stored as lessons",
  ({ items }) => {
    const LESSONS = items.map(marked);
    const PER_OUTCOME = Math.ceil(LESSONS.length / OUTCOMES);

    /** Failures, so that warnings quote them, and successes, so that skills do. */
    async function taught(score: number): Promise<{ memory: TestMemory; ids: string[] }> {
      const memory = await openMemory();
      const ids: string[] = [];
      for (let from = 0; from < LESSONS.length; from += PER_OUTCOME) {
        const id = await decide(memory, { statement: `Cache part ${from} in Redis`, domain: "backend" });
        memory.clock.advance(DAY_MS);
        await settle(memory, id, score, { lessons_learned: LESSONS.slice(from, from + PER_OUTCOME) });
        ids.push(id);
      }
      return { memory, ids };
    }

    const calls = (id: string) =>
      [
        [
          "membria_get_decision_context",
          { statement: ASKED, depth: "full", confidence: 0.9, max_tokens: EVERYTHING },
        ],
        ["membria_get_decision_context", { statement: ASKED, confidence: 0.9 }],
        ["membria_get_decision_context", { statement: ASKED, depth: "minimal" }],
        ["membria_analyze_decision", { decision_id: id, max_tokens: EVERYTHING }],
        ["membria_get_skills", { domain: "all", min_confidence: 0, max_tokens: EVERYTHING }],
        ["membria_get_warnings", { statement: ASKED, module: "backend", max_tokens: EVERYTHING }],
        ["membria_get_decision", { decision_id: id, max_tokens: EVERYTHING }],
        ["search_decisions", { query: ASKED }],
      ] as const;

    it.each([
      ["worked", 1],
      ["failed", 0],
    ])(
      "of what %s come back from every tool only inside a fence, and in data fields beside a notice",
      async (_, score) => {
        const { memory, ids } = await taught(score);
        const seen = new Set<string>();
        for (const id of ids) {
          for (const [name, args] of calls(id)) {
            const { text, structured, fault } = await callTool(memory, name, args);
            expect(fault, name).toBeUndefined();
            expect(unquoted(text), name).not.toMatch(MARK);
            for (const { 0: mark } of JSON.stringify(structured).matchAll(new RegExp(MARK, "g")))
              seen.add(mark);
            if (MARK.test(JSON.stringify(structured))) expect(structured["notice"], name).toBe(QUOTED_NOTICE);
          }
        }
        expect(seen.size).toBe(LESSONS.length);
      },
    );

    it("come back from resources as data beside a notice, and from prompts inside a fence", async () => {
      const { memory, ids } = await taught(0);
      const call = callBy({ role: "viewer" });
      const [id = ""] = ids;
      for (const uri of [
        "membria://skills/all?max_tokens=100000",
        "membria://decisions/all?max_tokens=100000",
        `membria://decisions/${id}?max_tokens=100000`,
        `membria://graph/causal-chain/${id}?max_tokens=100000`,
      ]) {
        const { resource, args } = findResource(uri);
        const contents = await resource.read(args, memory, call);
        expect(JSON.stringify(contents), uri).toMatch(MARK);
        expect(contents["notice"], uri).toBe(QUOTED_NOTICE);
      }
      for (const [name, args] of [
        ["before_decision", { statement: ASKED, confidence: "0.9" }],
        ["after_outcome", { decision_id: id }],
        ["weekly_review", {}],
      ] as const) {
        const text = (await findPrompt(name)?.text(args, memory, call)) ?? "";
        expect(unquoted(text), name).not.toMatch(MARK);
        if (name !== "weekly_review") expect(text, name).toMatch(MARK);
      }
    });
  },
);

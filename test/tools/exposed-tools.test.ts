import { describe, expect, it } from "vitest";
import { CONTEXT_RULES, detectContext } from "../../src/sessions/rules/exposure.ts";
import type { Exposure } from "../../src/tools/exposure.ts";
import {
  allowedTools,
  CONTEXT_TOOLS,
  describeTool,
  exposedTools,
  findTool,
  TOOLSETS,
} from "../../src/tools/inventory.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { WITH_CONTEXT_WORDS, WITHOUT_CONTEXT_WORDS } from "./intents.ts";

const EXPOSURE: Exposure = { profile: "core", toolNames: "portable", readOnly: false };
const listedFor = (prompt: string, exposure: Partial<Exposure> = {}): readonly Tool[] =>
  exposedTools({ ...EXPOSURE, ...exposure }, allowedTools(detectContext(prompt)));

/** As the budget of the default list counts them. */
const tokensOf = (tools: readonly Tool[]): number =>
  tools
    .map((tool) => describeTool(tool))
    .reduce(
      (sum, { name, description, inputSchema }) =>
        sum + JSON.stringify({ name, description, inputSchema }).length / 4,
      0,
    );

describe("Of 80 intents as people phrase them", () => {
  const words = CONTEXT_RULES.flatMap((rule) => rule.words);
  const hasWord = (prompt: string): boolean => words.some((word) => prompt.toLowerCase().includes(word));

  it("half have a word of a context and half have none, in English and in Korean", () => {
    expect(WITH_CONTEXT_WORDS).toHaveLength(40);
    expect(WITHOUT_CONTEXT_WORDS).toHaveLength(40);
    expect(WITH_CONTEXT_WORDS.filter(([prompt]) => !hasWord(prompt))).toEqual([]);
    expect(WITHOUT_CONTEXT_WORDS.filter(([prompt]) => hasWord(prompt))).toEqual([]);
    for (const half of [WITH_CONTEXT_WORDS, WITHOUT_CONTEXT_WORDS]) {
      expect(half.filter(([prompt]) => /\p{Script=Hangul}/u.test(prompt)).length).toBeGreaterThan(10);
    }
  });

  it.each([...WITH_CONTEXT_WORDS, ...WITHOUT_CONTEXT_WORDS])("%j: %s is listed", (prompt, meant) => {
    const tool = findTool(meant);
    expect(tool).toBeDefined();
    expect(listedFor(prompt).map(({ canonicalName }) => canonicalName)).toContain(meant);
    expect(listedFor(prompt, { profile: "full" })).toContain(tool);
  });

  it("the list costs fewer tokens than the flat one", () => {
    const flat = tokensOf(TOOLSETS["mama"] ?? []);
    const both = flat + tokensOf(TOOLSETS["memory"] ?? []);
    const everything = tokensOf(exposedTools(EXPOSURE, undefined));
    const full = tokensOf(exposedTools({ ...EXPOSURE, profile: "full" }, undefined));
    const mean = (prompts: readonly (readonly [string, string])[]): number =>
      prompts.reduce((sum, [prompt]) => sum + tokensOf(listedFor(prompt)), 0) / prompts.length;
    const known = WITH_CONTEXT_WORDS.filter(([prompt]) => allowedTools(detectContext(prompt)));
    const average = mean([...WITH_CONTEXT_WORDS, ...WITHOUT_CONTEXT_WORDS]);
    const saved = (list: number): number => Math.round(100 * (1 - average / list));
    const { round } = Math;
    console.info(
      [
        `tokens of the tool list (characters / 4, name, description and input schema)`,
        `  the 17 flat tools: ${round(flat)}; with those of 1.1, as MAMA lists them: ${round(both)}`,
        `  core and all of 1.1, which is shown where the context is not clear: ${round(everything)}`,
        `  every tool of every vocabulary: ${round(full)}`,
        `  with a clear context (${known.length} of 80 intents): ${round(mean(known))} on average`,
        `  over all 80 intents: ${round(average)} on average, ${saved(both)} % less than the tools of MAMA at once and ${saved(full)} % less than every tool`,
      ].join("\n"),
    );
    expect(known.length).toBeGreaterThanOrEqual(15);
    expect(mean(known)).toBeLessThan(0.8 * everything);
    expect(average).toBeLessThan(both);
  });
});

describe("CONTRACTS 4.15: with exposure on", () => {
  const names = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name);

  it("core tools and save/decision are listed whatever the context is", () => {
    for (const { context } of CONTEXT_RULES) {
      const listed = names(exposedTools(EXPOSURE, allowedTools({ context, confidence: 1 })));
      for (const core of ["membria_capture_decision", "memory_load_checkpoint", "memory_save_decision"]) {
        expect(listed).toContain(core);
      }
    }
  });

  it("what matters most in the context is listed first", () => {
    for (const { context } of CONTEXT_RULES) {
      const [first] = exposedTools(EXPOSURE, allowedTools({ context, confidence: 1 }));
      expect(first?.canonicalName).toBe(CONTEXT_TOOLS[context].priority[0]);
    }
  });

  it("everything is listed where the context is not clear: what would be listed otherwise, core and all of 1.1", () => {
    const listed = names(exposedTools({ ...EXPOSURE, toolsets: ["mama"] }, undefined));
    for (const set of ["mama", "memory"]) {
      expect(listed).toEqual(expect.arrayContaining(names(TOOLSETS[set] ?? [])));
    }
    expect(listed).toContain("membria_capture_decision");
    expect(new Set(listed).size).toBe(listed.length);
  });

  it("a server that only reads lists only what reads", () => {
    const tools = exposedTools(
      { ...EXPOSURE, readOnly: true },
      allowedTools({ context: "deciding", confidence: 1 }),
    );
    expect(new Set(tools.map(({ effect }) => effect))).toEqual(new Set(["read"]));
  });

  it("every rule names tools that are there", () => {
    for (const { allowed, priority } of Object.values(CONTEXT_TOOLS)) {
      expect([...allowed, ...priority].filter((name) => !findTool(name))).toEqual([]);
    }
  });
});

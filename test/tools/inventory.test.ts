import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/shared/time.ts";
import type { Exposure } from "../../src/tools/exposure.ts";
import {
  ALL_TOOLS,
  DEPRECATION,
  describeTool,
  findTool,
  listedTools,
  TOOLSETS,
} from "../../src/tools/inventory.ts";

const listed = (exposure: Partial<Exposure> = {}): string[] =>
  listedTools({ profile: "core", toolNames: "portable", readOnly: false, ...exposure }).map(
    ({ name }) => name,
  );

const CORE_OF_THE_CONTRACT = [
  "membria_get_decision_context",
  "membria_capture_decision",
  "membria_get_decision",
  "membria_record_outcome",
  "search_decisions",
  "supersede_decision",
  "memory_save_checkpoint",
  "memory_load_checkpoint",
  "tmkb_query",
];

describe("CONTRACTS 2: what is listed", () => {
  it("is the core profile by default", () => {
    const there = new Set(ALL_TOOLS.map(({ name }) => name));
    expect(new Set(listed())).toEqual(new Set(CORE_OF_THE_CONTRACT.filter((name) => there.has(name))));
    expect(listed()).toEqual(expect.arrayContaining(["membria_capture_decision", "membria_get_decision"]));
  });

  it("is everything with the full profile", () => {
    expect(listed({ profile: "full" })).toEqual(ALL_TOOLS.map(({ name }) => name));
    expect(listed({ profile: "full" })).toContain("membria_update_decision");
  });

  it.each(Object.keys(TOOLSETS))(
    "is the whole vocabulary %s when it is named, whatever the profile",
    (name) => {
      const whole = TOOLSETS[name]?.map((tool) => tool.name);
      expect(listed({ toolsets: [name] })).toEqual(whole);
      expect(listed({ toolsets: [name], profile: "full" })).toEqual(whole);
    },
  );

  it("is nothing when no vocabulary is named", () => {
    expect(listed({ toolsets: [] })).toEqual([]);
  });

  it("is only what reads in read-only mode", () => {
    const effects = new Map(ALL_TOOLS.map(({ name, effect }) => [name, effect]));
    const names = listed({ profile: "full", readOnly: true });
    expect(names).toContain("membria_get_decision");
    expect(names.map((name) => effects.get(name))).toEqual(names.map(() => "read"));
    expect(listed({ toolsets: ["membria"], readOnly: true })).not.toContain("membria_capture_decision");
  });

  it("refuses an unknown vocabulary, and names the known ones", () => {
    expect(() => listed({ toolsets: ["membria", "lore"] })).toThrow(
      expect.objectContaining({
        code: "invalid",
        message: "There is no toolset lore.",
        received: "lore",
        hint: expect.stringContaining(Object.keys(TOOLSETS).join(", ")),
      }) as Error,
    );
  });
});

describe("CONTRACTS 2: what can be called", () => {
  it.each(ALL_TOOLS.map(({ name, canonicalName }) => [name, canonicalName] as const))(
    "%s also by its canonical name %s",
    (name, canonicalName) => {
      expect(findTool(name)?.name).toBe(name);
      expect(findTool(canonicalName)?.name).toBe(name);
    },
  );

  it("includes unlisted tools: exposure is not a permission", () => {
    expect(listed()).not.toContain("membria_update_decision");
    expect(findTool("membria_update_decision")).toBeDefined();
  });

  it.each(["", "capture_decision", "MEMBRIA_CAPTURE_DECISION", "membria/capture_decision", "__proto__"])(
    "is not %j",
    (name) => {
      expect(findTool(name)).toBeUndefined();
    },
  );
});

describe("CONTRACTS 2: a deprecated tool", () => {
  const deprecated = ALL_TOOLS.filter(({ successor }) => successor !== undefined);

  it("is a flat tool that MAMA 1.1 replaces", () => {
    expect(deprecated.map(({ name, successor }) => [name, successor])).toEqual(
      expect.arrayContaining([
        ["save_checkpoint", "memory_save_checkpoint"],
        ["load_checkpoint", "memory_load_checkpoint"],
        ["suggest_decision", "memory_search_by_context"],
      ]),
    );
    expect(findTool("get_restart_metrics")?.successor).toBeUndefined();
  });

  it.each(deprecated.map((tool) => [tool.name, tool] as const))(
    "%s begins with a warning that names its successor, which is there and stays",
    (_, tool) => {
      const { description, _meta } = describeTool(tool);
      expect(description.startsWith("⚠️")).toBe(true);
      expect(description).toContain(tool.successor);
      expect(findTool(tool.successor ?? "")).toMatchObject({ name: tool.successor, successor: undefined });
      expect(_meta).toMatchObject({
        "membria/successor": tool.successor,
        "membria/earliestRemoval": DEPRECATION.earliestRemoval,
      });
    },
  );

  it("is removed a quarter after it was deprecated at the earliest", () => {
    const days = (Date.parse(DEPRECATION.earliestRemoval) - Date.parse(DEPRECATION.since)) / DAY_MS;
    expect(days).toBeGreaterThanOrEqual(92);
  });

  it("is marked with a warning and a date, unlike the others", () => {
    for (const tool of ALL_TOOLS.filter(({ successor }) => successor === undefined)) {
      const { description, _meta } = describeTool(tool);
      expect(description).not.toContain("⚠️");
      expect(_meta).not.toHaveProperty(["membria/earliestRemoval"]);
    }
  });
});

describe("canonical names in the list", () => {
  it("replace the portable ones with that setting", () => {
    for (const tool of ALL_TOOLS) {
      const { name, inputSchema, outputSchema } = describeTool(tool, "canonical");
      const portable = describeTool(tool, "portable");
      expect([name, portable.name]).toEqual([tool.canonicalName, tool.name]);
      expect({ inputSchema, outputSchema }).toEqual({
        inputSchema: portable.inputSchema,
        outputSchema: portable.outputSchema,
      });
    }
  });
});

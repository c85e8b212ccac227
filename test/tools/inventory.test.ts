import { describe, expect, it } from "vitest";
import {
  ALL_TOOLS,
  describeTool,
  type Exposure,
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
  it("is by default the core profile, as far as it is there", () => {
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

  it("refuses a vocabulary nobody knows, and names those there are", () => {
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

  it("is unlisted tools as well: exposure is attention, not permission", () => {
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

describe("canonical names in the list", () => {
  it("stand in the place of the portable ones when asked for", () => {
    for (const tool of ALL_TOOLS) {
      const { name, ...rest } = describeTool(tool, "canonical");
      const { name: portable, ...same } = describeTool(tool, "portable");
      expect([name, portable]).toEqual([tool.canonicalName, tool.name]);
      expect(rest).toEqual(same);
    }
  });
});

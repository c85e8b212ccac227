import { describe, expect, it } from "vitest";
import { instructions } from "../../src/mcp/lists/instructions.ts";
import { TOOL_NAMES } from "../../src/tools/exposure.ts";
import { ALL_TOOLS, describeTool, findTool, withListedNames } from "../../src/tools/inventory.ts";
import { toolNamed } from "../support/tools.ts";

/** Whatever looks like the name of a tool, in either form. */
const NAMES = /\b(?:[a-z]+[._/])+[a-z_]+\b/g;

const toolsIn = (text: string): string[] =>
  (text.match(NAMES) ?? []).filter((name) => findTool(name) !== undefined);
const listedName = (name: string, form: (typeof TOOL_NAMES)[number]): string => {
  const tool = toolNamed(name);
  return form === "canonical" ? tool.canonicalName : tool.name;
};

describe.each(TOOL_NAMES)("MAMA 1.1, 4.1 and CONTRACTS 2: tools listed with %s names", (form) => {
  it.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))(
    "%s names other tools as they are listed",
    (_, tool) => {
      const described = describeTool(tool, form);
      expect(described.name).toBe(listedName(tool.name, form));
      const { "membria/canonicalName": __, ...meta } = described._meta;
      const texts = JSON.stringify([described.description, described.inputSchema, meta]);
      for (const name of toolsIn(texts)) expect(name).toBe(listedName(name, form));
    },
  );

  it("are named so in the instructions of the server", () => {
    expect(instructions(form)).toBe(withListedNames(instructions("portable"), form));
    const named = toolsIn(instructions(form));
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) expect(name).toBe(listedName(name, form));
  });
});

describe("MAMA 1.1, 4.3: a description", () => {
  it("of save/decision says what to use instead, by the name in the list", () => {
    const { description } = describeTool(toolNamed("save/decision"), "canonical");
    expect(description).toContain("save/checkpoint");
    expect(description).toContain("save/insight");
    expect(describeTool(toolNamed("save/decision")).description).toContain("memory_save_checkpoint");
  });

  it.each(
    ALL_TOOLS.filter(({ vocabulary }) => vocabulary === "memory").map((tool) => [tool.canonicalName, tool]),
  )("of %s says when to use it, and what to use instead", (_, tool) => {
    const { description } = describeTool(tool as (typeof ALL_TOOLS)[number]);
    expect(description).toMatch(/\bUse (?:it )?(?:when|before|to)\b/);
    expect(toolsIn(description).length).toBeGreaterThan(0);
  });
});

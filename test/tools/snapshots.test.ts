import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonSchemaType } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { FAULT_CODES, Fault } from "../../src/shared/errors.ts";
import { ALL_TOOLS, describeTool, listedTools, TOOLSETS } from "../../src/tools/inventory.ts";
import { expectToFitSchema, toolNamed } from "../support/tools.ts";

const SNAPSHOTS = join(dirname(fileURLToPath(import.meta.url)), "__toolsnaps__");
const CORE_BUDGET_TOKENS = 1_700;

const tmkbQuery = toolNamed("tmkb_query");
const validator = new AjvJsonSchemaValidator();
const named = ALL_TOOLS.map((tool) => [tool.name, tool] as const);

function tokensOf(tools: readonly ReturnType<typeof describeTool>[]): number {
  const paid = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, inputSchema }),
  );
  return paid.join("").length / 4;
}

describe("each tool as a client sees it", () => {
  it.each(named)("%s is as it was last agreed on", async (name, tool) => {
    const shown = `${JSON.stringify(describeTool(tool), null, 2)}\n`;
    await expect(shown).toMatchFileSnapshot(join(SNAPSHOTS, tool.vocabulary, `${name}.json`));
  });

  it("has a snapshot, and no snapshot is without its tool", () => {
    const files = readdirSync(SNAPSHOTS, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".json"))
      .map((path) => path.replaceAll("\\", "/"));
    expect(new Set(files)).toEqual(
      new Set(ALL_TOOLS.map(({ vocabulary, name }) => `${vocabulary}/${name}.json`)),
    );
  });

  it.each(named)("%s names no $schema, which some clients do not take", (_, tool) => {
    expect(JSON.stringify(describeTool(tool))).not.toContain("$schema");
  });

  it.each(named)("%s has a title, a description and all four hints", (_, tool) => {
    const { title, description, annotations } = describeTool(tool);
    expect(title).not.toBe("");
    expect(description.length).toBeGreaterThan(40);
    expect(annotations).toEqual({
      title,
      readOnlyHint: tool.effect === "read",
      destructiveHint: tool.effect === "destroy",
      idempotentHint: expect.any(Boolean),
      openWorldHint: false,
    });
  });

  it.each(TOOLSETS["agent-memory"] ?? [])(
    "Agent Memory, protocol information: $name tells the API version 1.0.0 in _meta",
    (tool) => {
      expect(describeTool(tool)._meta).toMatchObject({ "membria/apiVersion": "1.0.0" });
    },
  );

  it("TMKB, tool discovery: every argument of tmkb_query has a description", () => {
    const { properties } = describeTool(tmkbQuery).inputSchema as unknown as {
      properties: Record<string, { description?: string }>;
    };
    for (const [name, { description = "" }] of Object.entries(properties))
      expect(description.length, name).toBeGreaterThan(10);
  });

  it.each(named)("%s tells the canonical name and the version apart in _meta", (_, tool) => {
    expect(describeTool(tool)._meta).toMatchObject({
      "membria/canonicalName": tool.canonicalName,
      "membria/version": "v1",
    });
  });

  it.each(named)("%s has an input schema that takes nothing unknown", (_, tool) => {
    expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  });

  it.each(named)("%s has an output schema with success and error side by side", (_, tool) => {
    const { type, anyOf } = tool.outputSchema as { type: string; anyOf: JsonSchemaType[] };
    const { structured } = tool.refuse(new Fault("invalid", "It failed."));
    expect(type).toBe("object");
    expect(anyOf.map((shape) => validator.getValidator(shape)(structured).valid)).toEqual([false, true]);
  });

  it.each(named)("%s says every kind of failure within its output schema", (_, tool) => {
    for (const code of FAULT_CODES) {
      const bare = tool.refuse(new Fault(code, "It failed."));
      const full = tool.refuse(
        new Fault(code, "It failed.", {
          field: "f",
          received: { a: [1] },
          reason: "r",
          hint: "h",
          retryAfter: 2,
        }),
      );
      for (const { structured } of [bare, full]) expectToFitSchema(tool, structured);
    }
  });

  it.each(named)("%s has an output schema that refuses what is neither", (_, tool) => {
    const check = validator.getValidator(tool.outputSchema);
    expect(check({}).valid).toBe(false);
    expect(check({ error: "text" }).valid).toBe(false);
  });
});

describe("names", () => {
  it.each(named)("%s is legal with every client", (name) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
  });

  it("are unique, portable and canonical ones together", () => {
    const names = ALL_TOOLS.flatMap(({ name, canonicalName }) => [...new Set([name, canonicalName])]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("do not collapse in clients that turn . and / into _, but for a tool and the one it gave way to", () => {
    for (const { name, canonicalName } of ALL_TOOLS) {
      const rewritten = canonicalName.replace(/[./]/g, "_");
      const owners = ALL_TOOLS.filter(
        (tool) => tool.name === rewritten || tool.canonicalName.replace(/[./]/g, "_") === rewritten,
      );
      const strangers = owners.filter((owner) => owner.name !== name && owner.successor !== name);
      const own = ALL_TOOLS.find((tool) => tool.name === name)?.successor;
      expect(strangers.filter((owner) => owner.name !== own)).toEqual([]);
    }
  });

  it("belong to the vocabulary they are listed under", () => {
    for (const [toolset, tools] of Object.entries(TOOLSETS))
      expect(tools.map(({ vocabulary }) => vocabulary)).toEqual(tools.map(() => toolset));
  });
});

describe("what a model pays for the default list", () => {
  const core = listedTools({ profile: "core", toolNames: "portable", readOnly: false });

  it(`is under ${CORE_BUDGET_TOKENS} tokens`, () => {
    const tokens = tokensOf(core.map((tool) => describeTool(tool)));
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThan(CORE_BUDGET_TOKENS);
  });

  it("counts a list that is too long as too long", () => {
    const [tool] = core.map((each) => describeTool(each));
    if (!tool) throw new Error("The list is empty.");
    expect(tokensOf([{ ...tool, description: "x".repeat(6_801) }])).toBeGreaterThan(CORE_BUDGET_TOKENS);
  });
});

import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import type { JsonSettings } from "../../src/clients/client.ts";
import { Unusable } from "../../src/clients/editing/file-state.ts";
import { textWith, textWithout } from "../../src/clients/editing/settings-texts.ts";
import { CLIENTS } from "../../src/clients/inventory.ts";
import { jsoncText } from "./jsonc-texts.ts";
import { PLACES, PROGRAM } from "./places.ts";

const gemini: JsonSettings = CLIENTS.find(({ name }) => name === "gemini")?.settings(
  "user",
  PLACES,
  PROGRAM,
)[0] as JsonSettings;

const read = (text: string): unknown => {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace("\uFEFF", ""), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
};

/** Undefined if the text has something else where ours belongs. */
const installed = (text: string): string | undefined => {
  try {
    return textWith(text, gemini);
  } catch (error) {
    expect((error as Unusable).problem).toMatchObject({
      reason: expect.stringMatching(/^(?:wrong_shape|foreign_entry)$/) as string,
    });
    return undefined;
  }
};

describe("any text of JSON with comments", () => {
  it("has everything of ours after the installation, and everything else as it was", () => {
    fc.assert(
      fc.property(jsoncText, (text) => {
        const after = installed(text);
        if (after === undefined) return;
        const value = read(after) as {
          mcpServers: Record<string, unknown>;
          hooks: Record<string, unknown[]>;
        };
        expect(value.mcpServers["membria"]).toEqual(gemini.server?.value);
        for (const [event, items] of Object.entries(gemini.hooks?.lists ?? {}))
          expect(value.hooks[event]).toEqual(expect.arrayContaining([...items]));
        expect(textWith(after, gemini)).toBe(after);
        for (const comment of ["// mine", "/* mine */"])
          expect(after.split(comment)).toHaveLength(text.split(comment).length);
      }),
      { numRuns: 500 },
    );
  });

  it("is the same, byte for byte, when ours are taken out again", () => {
    fc.assert(
      fc.property(jsoncText, (text) => {
        const after = installed(text);
        if (after !== undefined) expect(textWithout(after, gemini, text)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps what somebody added after us when ours are taken out", () => {
    fc.assert(
      fc.property(jsoncText, (text) => {
        const after = installed(text);
        if (after === undefined) return;
        // As a client would write it: the whole value again, with something new at the end.
        const value = read(after) as Record<string, Record<string, unknown>>;
        const later = { ...value, hooks: { ...value["hooks"], Later: [] }, numStartups: 7 };
        const left = textWithout(`${JSON.stringify(later, null, 2)}\n`, gemini, text) ?? "";
        const { hooks = {}, numStartups, ...rest } = read(left) as typeof later;
        const { hooks: before = {}, ...others } = read(text) as typeof later;
        expect({ numStartups, hooks, rest }).toEqual({
          numStartups: 7,
          hooks: { ...before, Later: [] },
          rest: others,
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe("a text that cannot be used", () => {
  it.each([
    ['{\n  "a": 1\n  "b": 2\n}', "Comma expected at line 3, column 3"],
    ['{"a": 1', "Close brace expected at line 1, column 8"],
    ['{"a": tru}', "Invalid symbol at line 1, column 7"],
    ["[1]", "no JSON object at the top"],
    ['{"hooks": 1, "hooks": {}}', '"hooks" twice, the second time at line 1, column 14'],
    ['{"mcpServers": []}', "mcpServers is not an object"],
    ['{"hooks": {"SessionStart": {}}}', "hooks.SessionStart is not a list"],
    ['{"mcpServers": {"membria": {"command": "memory-of-others"}}}', "does not start this program"],
    ['{"mcpServers": {"membria": {"url": "http://127.0.0.1:9090/mcp"}}}', "does not start this program"],
  ])("%j", (text, message) => {
    expect(() => textWith(text, gemini)).toThrow(Unusable);
    expect(() => textWith(text, gemini)).toThrow(message);
  });
});

describe("an older installation", () => {
  const older = {
    mcpServers: {
      membria: { command: "/old/node", args: ["/old/dist/membria.js", "mcp", "serve"], env: { A: "1" } },
    },
    hooks: {
      BeforeAgent: [
        { hooks: [{ type: "command", command: "/old/node '/o d/membria.js' hook prompt --client gemini" }] },
        {
          hooks: [
            { type: "command", command: "mine" },
            { type: "command", command: "membria hook prompt" },
          ],
        },
      ],
      PreCompress: [{ hooks: [{ type: "command", command: "x hook pre-compact --client gemini" }] }],
    },
  };

  it("gets the new path, and keeps what somebody added to it", () => {
    const after = read(textWith(JSON.stringify(older, null, 2), gemini)) as typeof older;
    expect(after.mcpServers.membria).toEqual({ ...gemini.server?.value, env: { A: "1" } });
    expect(after.hooks.BeforeAgent).toEqual([
      { hooks: [{ type: "command", command: "mine" }] },
      ...(gemini.hooks?.lists["BeforeAgent"] ?? []),
    ]);
    expect(after.hooks).not.toHaveProperty("PreCompress");
  });

  it("is removed without a note of what was there before", () => {
    const left = textWithout(JSON.stringify(older, null, 2), gemini, undefined) ?? "";
    expect(read(left)).toEqual({
      hooks: { BeforeAgent: [{ hooks: [{ type: "command", command: "mine" }] }] },
    });
  });
});

it("a comment that somebody wrote behind ours stays, on its own line", () => {
  const after = textWith('{\n  "a": 1\n}\n', gemini);
  const own = after.replace(/("mcpServers": \{[\s\S]*?\n {4}\})\n {2}\},/, "$1 // keep me\n  },");
  const left = textWithout(own, gemini, undefined) ?? "";
  expect(own).toContain("// keep me");
  expect(left).toContain("// keep me");
  expect(read(left)).toMatchObject({ a: 1 });
});

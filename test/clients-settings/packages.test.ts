import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packageFiles } from "../../src/clients/packages.ts";
import { HOOK_EVENTS } from "../../src/hooks/rules/hook-session.ts";
import { PACKAGED_HOOK } from "../../src/main/hooks/packaged-hook.ts";

const FILES = packageFiles(
  { version: "1.2.3", description: "A memory", license: "Apache-2.0", keywords: ["mcp"] },
  PACKAGED_HOOK,
);

interface HookFile {
  readonly hooks: Readonly<
    Record<string, readonly { hooks: readonly { type: string; command: string; timeout: number }[] }[]>
  >;
}

const hookFile = (path: string): HookFile => FILES[path] as unknown as HookFile;
const HOOK_FILES = [
  "packages/plugin/hooks/hooks.json",
  "packages/plugin/hooks/codex.json",
  "packages/gemini/hooks/hooks.json",
];

describe.each(HOOK_FILES)("%s", (path) => {
  const handlers = Object.values(hookFile(path).hooks)
    .flat()
    .flatMap(({ hooks }) => hooks);

  it("has commands alone, since one hook of another type makes some clients drop the file", () => {
    expect(new Set(handlers.map(({ type }) => type))).toEqual(new Set(["command"]));
  });

  it("names events that there are", () => {
    for (const { command } of handlers)
      expect(HOOK_EVENTS).toContain(/ hook (\S+) --client /.exec(command)?.[1]);
  });
});

it("PreCompress of Gemini CLI, which comes before every request, is not in its extension", () => {
  expect(hookFile("packages/gemini/hooks/hooks.json").hooks).not.toHaveProperty("PreCompress");
});

it.each([["packages/plugin/.mcp.json"], ["packages/gemini/gemini-extension.json"]])(
  "the server of %s is the program that is installed",
  (path) => {
    expect(FILES[path]).toMatchObject({
      mcpServers: { membria: { command: "membria", args: ["mcp", "serve"] } },
    });
  },
);

it.each(["packages/plugin/hook.cjs", "packages/gemini/hook.cjs"])("%s is the one that is tested", (path) => {
  expect(readFileSync(path, "utf8")).toBe(PACKAGED_HOOK);
});

it("who publishes is told to register the name first, because others could take it", () => {
  expect(readFileSync("CONTRIBUTING.md", "utf8")).toMatch(
    /The name `membria` has to be registered, by us, .*before a marketplace.* is published/,
  );
});

it("all packages have the version of the program", () => {
  for (const [path, content] of Object.entries(FILES))
    if (/(?:plugin|manifest|extension|server|marketplace)\.json$/.test(path))
      expect(JSON.stringify(content)).toContain('"version":"1.2.3"');
});

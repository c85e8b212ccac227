import { execFileSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFiles } from "../../src/clients/packages.ts";
import { HOOK_EVENTS } from "../../src/domain/hooks/hook-events.ts";
import { folderOfTest } from "../support/memory.ts";

const FILES = packageFiles({
  version: "1.2.3",
  description: "A memory",
  license: "Apache-2.0",
  keywords: ["mcp"],
});

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

describe("a hook of the plugin", () => {
  const line = hookFile("packages/plugin/hooks/hooks.json").hooks["PreToolUse"]?.[0]?.hooks[0]?.command ?? "";

  /** Runs it where there are only these programs. */
  async function run(
    programs: Readonly<Record<string, string>>,
    env: Record<string, string> = {},
  ): Promise<string> {
    const folder = await folderOfTest();
    for (const [name, body] of Object.entries(programs)) {
      await writeFile(folder.file(name), `#!/bin/sh\n${body}\n`);
      await chmod(folder.file(name), 0o755);
    }
    return execFileSync("/bin/sh", ["-c", line], { encoding: "utf8", env: { PATH: folder.path, ...env } });
  }

  const echo = 'echo "$0" "$@"';

  it("runs the program that is installed, and otherwise looks for it", async () => {
    expect(await run({ membria: echo, npx: echo })).toMatch(/membria hook pre-edit --client claude-code\n$/);
    expect(await run({ npx: echo })).toMatch(/npx -y membria hook pre-edit --client claude-code\n$/);
  });

  it("says so if Copilot CLI runs it", async () => {
    const env = { COPILOT_PLUGIN_ROOT: dirname("/x/y") };
    expect(await run({ membria: echo }, env)).toMatch(/ --client copilot\n$/);
  });

  it("never fails, because that would forbid the edit", async () => {
    expect(await run({ membria: "exit 2" })).toBe("");
    expect(await run({})).toBe("");
  });
});

it("all packages have the version of the program", () => {
  for (const [path, content] of Object.entries(FILES))
    if (/(?:plugin|manifest|extension|server|marketplace)\.json$/.test(path))
      expect(JSON.stringify(content)).toContain('"version":"1.2.3"');
});

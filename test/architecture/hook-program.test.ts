import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { hookPlace, PROMPT, STATEMENT, toldBy } from "../support/hook-program.ts";
import { startHookServer } from "../support/hook-servers.ts";
import { folderOfTest } from "../support/memory.ts";
import { runFile } from "../support/run-program.ts";
import { MEMBRIA } from "../support/stdio-client.ts";
import { HOOKS } from "./limits.ts";

const DIST = dirname(MEMBRIA);
const PROGRAM = join(DIST, "hook.cjs");
const PARTS = ["hook.cjs", "hook-by-file.cjs", "say-once.cjs"];
const PRELOADED = new URL("../support/loaded-files.mjs", import.meta.url).href;
/** Words of the validator that no minifier changes. */
const ZOD = /ZodError|_zod\b|invalid_type/;

/** The files of ours that Node compiled to answer a prompt, by name. */
async function loadedFor(place: Awaited<ReturnType<typeof hookPlace>>, program: string): Promise<string[]> {
  const list = join((await folderOfTest()).path, "loaded.txt");
  const ran = await runFile(program, ["hook", "prompt"], {
    env: { ...place.env, MEMBRIA_LOADED_FILES: list },
    preloaded: PRELOADED,
    input: JSON.stringify({
      session_id: list,
      cwd: place.work,
      hook_event_name: "UserPromptSubmit",
      prompt: PROMPT,
    }),
  });
  expect(toldBy(ran)).toContain(STATEMENT);
  const files = readFileSync(list, "utf8")
    .split("\n")
    .map((line) => (line.startsWith("file:") ? fileURLToPath(line) : line))
    .filter((file) => file.startsWith(DIST) && existsSync(file));
  return [...new Set(files)].map((file) => basename(file)).sort();
}

describe("The program that answers hooks", () => {
  it("has no validator, and is small", () => {
    const texts = PARTS.map((name) => readFileSync(join(DIST, name), "utf8"));
    for (const [i, text] of texts.entries()) expect(ZOD.exec(text)?.[0], PARTS[i]).toBeUndefined();
    // The rule can fail: the main program has one.
    expect(readFileSync(join(DIST, "program.js"), "utf8")).toMatch(ZOD);
    const [first = 0, ...others] = PARTS.map((name) => statSync(join(DIST, name)).size);
    expect(first).toBeLessThanOrEqual(HOOKS.first);
    expect(others.reduce((sum, size) => sum + size, first)).toBeLessThanOrEqual(HOOKS.all);
  });

  it("loads one file with a server, one more without, and nothing of the main program", {
    timeout: 240_000,
  }, async () => {
    const place = await hookPlace();
    await place.decide();
    expect(await loadedFor(place, PROGRAM)).toEqual(["hook-by-file.cjs", "hook.cjs"]);
    expect(statSync(MEMBRIA).size).toBeLessThanOrEqual(HOOKS.first);
    expect(await loadedFor(place, MEMBRIA)).toEqual(["hook-by-file.cjs", "hook.cjs", "membria.js"]);
    await startHookServer(place);
    expect(await loadedFor(place, PROGRAM)).toEqual(["hook.cjs"]);
  });
});

import { readFileSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { START } from "../architecture/limits.ts";
import { folderOfTest } from "../support/memory.ts";
import { MEMBRIA, startServer } from "../support/stdio-client.ts";

const PRELOADED = new URL("../support/loaded-files.mjs", import.meta.url).href;

/** The files that Node compiled until the first answer. Node's own modules are not files. */
async function loadedUntilAnswer(): Promise<string[]> {
  const folder = await folderOfTest();
  const list = folder.file("loaded.txt");
  const server = startServer({
    env: { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "test", MEMBRIA_LOADED_FILES: list },
    command: [process.execPath, "--import", PRELOADED, MEMBRIA, "mcp", "serve"],
  });
  onTestFinished(() => server.kill());
  expect((await server.initialize())?.result).toBeDefined();
  expect(await server.close()).toBe(0);
  const [before = "", after] = readFileSync(list, "utf8").split("first output\n");
  expect(after, "the answer was seen").toBeDefined();
  const files = before.split("\n").map((url) => (url.startsWith("file:") ? fileURLToPath(url) : url));
  return [...new Set(files)].filter((file) => isAbsolute(file) && file !== fileURLToPath(PRELOADED));
}

it("starting loads no more files, and compiles no more bytes, than the limit", async () => {
  const files = await loadedUntilAnswer();
  const sizes = files.map((file) => ({ file, bytes: statSync(file).size }));
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  const listed = sizes
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((one) => `${String(one.bytes).padStart(9)}  ${one.file}`)
    .join("\n");
  expect(files.length, listed).toBeLessThanOrEqual(START.files);
  expect(bytes, listed).toBeLessThanOrEqual(START.bytes);
});

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readAntipatternExamples } from "../../src/knowledge/antipattern-examples.ts";
import { folderOfTest } from "../support/memory.ts";

const BUILT = fileURLToPath(new URL("../../dist/antipattern-index.json", import.meta.url));

describe("the examples of antipatterns that come with the program", () => {
  it("are read once", async () => {
    const read = readAntipatternExamples(BUILT);
    expect(await read()).toBe(await read());
  });

  it("are reported as missing, and found once they exist", async () => {
    const file = (await folderOfTest()).file("index.json");
    const read = readAntipatternExamples(file);
    await expect(read()).rejects.toMatchObject({ code: "unavailable", reason: "antipattern_examples" });
    await writeFile(file, await readFile(BUILT));
    expect((await read()).model).toMatch(/MiniLM/);
  });

  it("are reported as missing without a build", async () => {
    await expect(readAntipatternExamples(undefined)()).rejects.toMatchObject({ code: "unavailable" });
  });
});

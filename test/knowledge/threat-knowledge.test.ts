import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { threatKnowledge } from "../../src/knowledge/threats.ts";
import { frameworksOf } from "../../src/threats/rules/threat.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const built = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const BUILT = { patterns: built("threats.json"), index: built("threat-index.json") };

describe("the threats that come with the program", () => {
  it("have code for these frameworks", async () => {
    const threats = await threatKnowledge(BUILT).all();
    expect(frameworksOf(threats)).toEqual(["django", "express", "fastapi", "flask", "node-http"]);
  });

  it("are read once", async () => {
    const knowledge = threatKnowledge(BUILT);
    expect(await knowledge.all()).toBe(await knowledge.all());
    expect(await knowledge.index()).toBe(await knowledge.index());
  });

  it("are reported as missing, and found once they exist", async () => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const file = join(folder.path, "threats.json");
    const knowledge = threatKnowledge({ ...BUILT, patterns: file });
    await expect(knowledge.all()).rejects.toMatchObject({ code: "unavailable", reason: "threat_knowledge" });
    await expect(knowledge.index()).rejects.toMatchObject({ code: "unavailable" });
    await writeFile(file, "[]");
    expect(await knowledge.all()).toEqual([]);
  });

  it("are reported as missing without a build", async () => {
    await expect(threatKnowledge({ patterns: undefined, index: undefined }).all()).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

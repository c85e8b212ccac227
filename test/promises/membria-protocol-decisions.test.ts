import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { exportJson } from "../../src/portability/operations/export-json.ts";
import { importJson } from "../../src/portability/operations/import-json.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { decide } from "../support/loop.ts";
import { callBy, folderOfTest, openMemory } from "../support/memory.ts";
import { fail, succeed } from "../support/tools.ts";

const person = callBy({ kind: "human", role: "admin" });

describe("Membria protocol, 1.2 update_decision", () => {
  it.each([
    ["linked_pr", "pull request 7", "https://github.com/acme/shop/pull/7"],
    ["linked_commit", "the last one", "4f2a9c1"],
  ])("refuses %s %j, and says what would work", async (field, received, works) => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    const { code, data } = await fail(memory, "membria.update_decision", { decision_id, [field]: received });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, received, suggestion: expect.stringContaining(works) });
    expect(await succeed(memory, "membria.get_decision", { decision_id })).not.toHaveProperty(field);
    await succeed(memory, "membria.update_decision", { decision_id, [field]: works });
    expect(await succeed(memory, "membria.get_decision", { decision_id })).toHaveProperty(field, works);
  });

  it("an import keeps the links that a decision has, whatever they look like", async () => {
    const memory = await openMemory();
    const decision_id = await decide(memory);
    await succeed(memory, "membria.update_decision", {
      decision_id,
      linked_pr: "https://example.org/7",
      linked_commit: "4f2a9c1",
    });
    const file = (await folderOfTest()).file("memory.json");
    await perform(exportJson, { file }, memory, person);
    const older = (await readFile(file, "utf8"))
      .replace("https://example.org/7", "#43")
      .replace("4f2a9c1", "HEAD");
    await writeFile(file, older);
    const copy = await openMemory();
    await perform(importJson, { file }, copy, person);
    expect(await succeed(copy, "membria.get_decision", { decision_id })).toMatchObject({
      linked_pr: "#43",
      linked_commit: "HEAD",
    });
  });
});

import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { importServerMemory } from "../../../src/portability/operations/import-server-memory.ts";
import { searchMemories } from "../../../src/recall/operations/search-memories.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });

const LINES = [
  {
    type: "entity",
    name: "Use_Postgres",
    entityType: "decision",
    observations: ["Orders need transactions", "Chosen in May"],
  },
  { type: "entity", name: "Use_MySQL", entityType: "technical decision", observations: [] },
  {
    type: "entity",
    name: "Checkout",
    entityType: "service",
    observations: ["Owned by payments", "Written in Go"],
  },
  { type: "entity", name: "Payments", entityType: "team", observations: [] },
  { type: "relation", from: "Use_Postgres", to: "Use_MySQL", relationType: "supersedes" },
  { type: "relation", from: "Checkout", to: "Payments", relationType: "owned by" },
];

async function fileOf(lines: readonly unknown[]): Promise<string> {
  const path = (await folderOfTest()).file("memory.jsonl");
  await writeFile(
    path,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return path;
}

const bring = (memory: TestMemory, file: string, dryRun = false) =>
  perform(importServerMemory, { file, dryRun }, memory, person);

describe("The file of the reference memory server", () => {
  it("brings insights that are found by their words, without changing the search for decisions", async () => {
    const memory = await openMemory();
    await bring(memory, await fileOf(LINES));
    const { results } = await perform(
      searchMemories,
      { query: "payments Go", types: ["insight"] },
      memory,
      callBy(),
    );
    expect(results.map(({ memory: found }) => found.type)).toContain("insight");
    const { rowsInIndex } = await findCandidates(memory, {
      scope: "shop",
      text: textQuery("payments"),
      perMethod: 10,
    });
    expect(rowsInIndex).toBe(2);
  });

  it("becomes decisions for entity types that mention decisions, and insights otherwise", async () => {
    const memory = await openMemory();
    const report = await bring(memory, await fileOf(LINES));
    expect(report.counts).toMatchObject({ "decision.added": 2, "memory.added": 4, "link.added": 1 });
    expect(report.verified?.ok).toBe(true);
    const postgres = await findDecision(memory, "shop", "server-memory/Use_Postgres");
    expect(postgres).toMatchObject({
      statement: "Use Postgres",
      reasoning: "Orders need transactions\nChosen in May",
      author: { kind: "agent" },
      label: "decision",
    });
    expect((await findDecision(memory, "shop", "server-memory/Use_MySQL"))?.standing).toBe("superseded");
    const insights = await raw(memory.path, (db) =>
      db
        .prepare(
          "SELECT content, topic, json_extract(body, '$.category') AS category FROM memories WHERE type = 'insight' ORDER BY seq",
        )
        .all(),
    );
    expect(insights.map((row) => Object.values(row as object))).toEqual([
      ["Owned by payments", "Checkout", "service"],
      ["Written in Go", "Checkout", "service"],
      ["Payments (team)", "Payments", "team"],
      ["Checkout owned by Payments", "Checkout", "relation"],
    ]);
  });

  it("adds nothing twice, and reports unreadable lines", async () => {
    const memory = await openMemory();
    const file = await fileOf([...LINES, "{not json", { type: "entity", name: "" }]);
    const report = await bring(memory, file);
    expect(report.problems).toEqual([
      "Line 7 is neither an entity nor a relation and was left out.",
      "Line 8 is neither an entity nor a relation and was left out.",
    ]);
    expect(await bring(memory, file)).toMatchObject({
      run: undefined,
      counts: { "decision.known": 2, "memory.known": 4 },
    });
  });

  it("is refused if it has another format", async () => {
    const memory = await openMemory();
    await expect(bring(memory, await fileOf(["hello"]))).rejects.toMatchObject({
      reason: "nothing_to_import",
    });
    await expect(bring(memory, "/nowhere/memory.jsonl")).rejects.toMatchObject({ reason: "file_not_found" });
  });
});

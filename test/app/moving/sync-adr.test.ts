import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { captureDecision } from "../../../src/app/decisions/capture-decision.ts";
import { retractDecision } from "../../../src/app/decisions/retract-decision.ts";
import { supersedeDecision } from "../../../src/app/decisions/supersede-decision.ts";
import { syncAdr } from "../../../src/app/moving/sync-adr.ts";
import { perform } from "../../../src/app/shared/operation.ts";
import { plainAdr, readFiles, writeFiles } from "../../support/adr-files.ts";
import { callBy, folderOfTest, openMemory, rewired, type TestMemory } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });

async function opened(files: Record<string, string> = {}) {
  const memory = await openMemory();
  const folder = (await folderOfTest()).file("adr");
  await writeFiles(folder, files);
  const sync = (dryRun = false) => perform(syncAdr, { folder, create: true, dryRun }, memory, person);
  const find = (ref: string) => memory.store.findDecision("shop", ref);
  const byFile = (name: string) => find(`${folder}/${name}`);
  return { memory, folder, sync, find, byFile };
}

const decide = async (memory: TestMemory, statement: string): Promise<string> =>
  (
    await perform(
      captureDecision,
      { statement, reasoning: "Because", confidenceStated: false },
      memory,
      person,
    )
  ).decision.id;

const kinds = (report: Awaited<ReturnType<Awaited<ReturnType<typeof opened>>["sync"]>>): string[] =>
  report.steps.map(({ step, path }) => `${step} ${path}`);

const TWO = {
  "0001-use-mysql.md": plainAdr("1. Use MySQL"),
  "0002-use-queues.md": plainAdr("2. Use queues"),
};

describe("A synced folder", () => {
  it("imports its new files, and gets the new decisions in its own style", async () => {
    const { memory, folder, sync, byFile } = await opened(TWO);
    await decide(memory, "Use Redis for sessions");
    const report = await sync();
    expect(kinds(report)).toEqual([
      "file_in 0001-use-mysql.md",
      "file_in 0002-use-queues.md",
      "decision_out 0003-use-redis-for-sessions.md",
    ]);
    expect((await byFile("0001-use-mysql.md"))?.statement).toBe("Use MySQL");
    const files = await readFiles(folder);
    expect(files["0003-use-redis-for-sessions.md"]).toMatch(
      /^# 3\. Use Redis for sessions\n[\s\S]*## Status\n\nAccepted\n/,
    );
    expect(files["0001-use-mysql.md"]).toBe(TWO["0001-use-mysql.md"]);
  });

  it("is in sync afterwards, and stays so", async () => {
    const { memory, folder, sync } = await opened(TWO);
    await decide(memory, "Use Redis for sessions");
    await sync();
    const [files, position] = [await readFiles(folder), await memory.store.position()];
    expect(await sync()).toMatchObject({ steps: [], inStep: 3 });
    expect(await readFiles(folder)).toEqual(files);
    expect(await memory.store.position()).toBe(position);
  });

  it("gets MADR files if it was empty", async () => {
    const { memory, folder, sync } = await opened();
    await decide(memory, "Use Redis for sessions");
    await sync();
    expect((await readFiles(folder))["0001-use-redis-for-sessions.md"]).toMatch(/^---\nstatus: accepted\n/);
  });

  it("shows in its files which decisions are no longer active", async () => {
    const { memory, folder, sync, byFile } = await opened(TWO);
    await sync();
    const [mysql, queues] = [await byFile("0001-use-mysql.md"), await byFile("0002-use-queues.md")];
    await perform(retractDecision, { ref: queues?.id ?? "" }, memory, person);
    await perform(
      supersedeDecision,
      { statement: "Use Postgres", confidenceStated: false, supersedes: [mysql?.id ?? ""] },
      memory,
      person,
    );
    expect(kinds(await sync())).toEqual([
      "decision_out 0003-use-postgres.md",
      "file_updated 0001-use-mysql.md",
      "file_updated 0002-use-queues.md",
    ]);
    const files = await readFiles(folder);
    expect(files["0001-use-mysql.md"]).toBe(
      TWO["0001-use-mysql.md"].replace(
        "\nAccepted\n",
        "\nSuperseded by [3. Use Postgres](0003-use-postgres.md)\n",
      ),
    );
    expect(files["0002-use-queues.md"]).toContain("\nDeprecated\n");
    expect((await sync()).steps).toEqual([]);
  });

  it("keeps the domain of a decision whose file was edited", async () => {
    const { folder, sync, byFile, find } = await opened(TWO);
    await sync();
    expect((await byFile("0001-use-mysql.md"))?.domain).toBe("database");
    await writeFiles(folder, { "0001-use-mysql.md": plainAdr("1. Use React components") });
    const [step] = (await sync()).steps;
    expect(await find(step?.decisionId ?? "")).toMatchObject({
      statement: "Use React components",
      domain: "database",
    });
  });

  it("changes the standing if only the status of a file changed", async () => {
    const { folder, sync, byFile } = await opened(TWO);
    await sync();
    await writeFiles(folder, { "0002-use-queues.md": plainAdr("2. Use queues", "Deprecated") });
    expect(kinds(await sync())).toEqual(["memory_updated 0002-use-queues.md"]);
    expect((await byFile("0002-use-queues.md"))?.standing).toBe("deprecated");
    expect((await sync()).steps).toEqual([]);
  });

  it("supersedes a decision if the text of its file changed, and edits nothing", async () => {
    const { folder, sync, byFile, find } = await opened(TWO);
    await sync();
    const before = await byFile("0002-use-queues.md");
    await writeFiles(folder, {
      "0002-use-queues.md": plainAdr("2. Use queues", "Accepted", "Because mail is slow."),
    });
    const [step] = (await sync()).steps;
    expect(step?.detail).toContain(`supersedes ${before?.id}`);
    const [old, now] = [await find(before?.id ?? ""), await find(step?.decisionId ?? "")];
    expect(old).toMatchObject({
      standing: "superseded",
      reasoning: before?.reasoning,
      supersededBy: [now?.id],
    });
    expect(now?.reasoning).toContain("Because mail is slow.");
    expect((await sync()).steps).toEqual([]);
  });

  it("ignores changed formatting of the same text", async () => {
    const { memory, folder, sync } = await opened(TWO);
    await sync();
    await writeFiles(folder, { "0002-use-queues.md": `${plainAdr("2. Use queues")}\n\n` });
    expect((await sync()).steps[0]?.detail).toBe("only its form changed");
    expect((await memory.store.listDecisions({ scope: "shop" }, 9)).total).toBe(2);
  });

  it("updates the status of files that a new file supersedes", async () => {
    const { folder, sync, byFile } = await opened(TWO);
    await sync();
    await writeFiles(folder, {
      "0003-use-postgres.md": plainAdr(
        "3. Use Postgres",
        "Accepted\n\nSupersedes [1. Use MySQL](0001-use-mysql.md)",
      ),
    });
    expect(kinds(await sync())).toEqual(["file_in 0003-use-postgres.md", "file_updated 0001-use-mysql.md"]);
    expect((await byFile("0001-use-mysql.md"))?.standing).toBe("superseded");
    expect((await readFiles(folder))["0001-use-mysql.md"]).toContain("Superseded by [3. Use Postgres]");
    expect((await sync()).steps).toEqual([]);
  });

  it("reports what changed on both sides as a conflict, and writes nothing for it", async () => {
    const { memory, folder, sync, byFile } = await opened(TWO);
    await sync();
    const queues = await byFile("0002-use-queues.md");
    await perform(retractDecision, { ref: queues?.id ?? "" }, memory, person);
    const edited = plainAdr("2. Use queues", "Accepted", "Because mail is slow.");
    await writeFiles(folder, { "0002-use-queues.md": edited });
    const report = await sync();
    expect(kinds(report)).toEqual(["conflict 0002-use-queues.md"]);
    expect(report.steps[0]?.detail).toContain("the file says active (Accepted)");
    expect(report.steps[0]?.detail).toContain("as deprecated");
    expect((await readFiles(folder))["0002-use-queues.md"]).toBe(edited);
    expect((await byFile("0002-use-queues.md"))?.standing).toBe("deprecated");
    // It is reported until somebody settles it.
    expect(kinds(await sync())).toEqual(["conflict 0002-use-queues.md"]);
    await writeFiles(folder, { "0002-use-queues.md": plainAdr("2. Use queues", "Deprecated") });
    expect((await sync()).steps).toEqual([]);
  });

  it("reports a deleted file as a conflict while its decision is active", async () => {
    const { memory, folder, sync, byFile } = await opened(TWO);
    await sync();
    await rm(join(folder, "0002-use-queues.md"));
    expect(kinds(await sync())).toEqual(["conflict 0002-use-queues.md"]);
    const queues = await byFile("0002-use-queues.md");
    await perform(retractDecision, { ref: queues?.id ?? "" }, memory, person);
    expect(await sync()).toMatchObject({ steps: [], inStep: 1 });
    expect(Object.keys(await readFiles(folder))).toEqual(["0001-use-mysql.md"]);
  });

  it("does not bring back what was erased", async () => {
    const { memory, sync, byFile } = await opened(TWO);
    await sync();
    const queues = await byFile("0002-use-queues.md");
    await memory.store.eraseDecision("shop", queues?.id ?? "", { by: person.actor, at: memory.clock.now() });
    const report = await sync();
    expect(report.steps).toEqual([]);
    expect(report.problems[0]).toContain("0002-use-queues.md stays out");
    expect((await memory.store.listDecisions({ scope: "shop" }, 9)).total).toBe(1);
  });

  it("writes nothing with --dry-run", async () => {
    const { memory, folder, sync } = await opened(TWO);
    await decide(memory, "Use Redis for sessions");
    const position = await memory.store.position();
    expect((await sync(true)).steps).toHaveLength(3);
    expect(await readFiles(folder)).toEqual(TWO);
    expect(await memory.store.position()).toBe(position);
  });

  it("carries decisions from one memory to another through files alone", async () => {
    const { memory, folder, sync } = await opened();
    const id = await decide(memory, "Use Redis for sessions");
    await sync();
    const colleague = await openMemory();
    const there = () => perform(syncAdr, { folder, dryRun: false }, colleague, person);
    await there();
    await perform(retractDecision, { ref: `${folder}/0001-use-redis-for-sessions.md` }, colleague, person);
    expect(kinds(await there())).toEqual(["file_updated 0001-use-redis-for-sessions.md"]);
    await sync();
    expect((await memory.store.findDecision("shop", id))?.standing).toBe("deprecated");
  });

  it("overwrites no file that somebody edits or adds while it runs", async () => {
    const { memory, folder, byFile } = await opened(TWO);
    await perform(syncAdr, { folder }, memory, person);
    const mysql = await byFile("0001-use-mysql.md");
    await perform(retractDecision, { ref: mysql?.id ?? "" }, memory, person);
    await decide(memory, "Use Redis for sessions");
    const byHand = {
      "0001-use-mysql.md": plainAdr("1. Use MySQL", "Accepted", "It is fast."),
      "0003-use-redis-for-sessions.md": plainAdr("3. Use Redis for mail"),
    };
    const openAdrFolder: typeof memory.externalFiles.openAdrFolder = async (...args) => {
      const real = await memory.externalFiles.openAdrFolder(...args);
      return {
        ...real,
        async prepare(file) {
          await writeFiles(folder, byHand);
          return real.prepare(file);
        },
      };
    };
    const meanwhile = rewired(memory, { externalFiles: { ...memory.externalFiles, openAdrFolder } });
    expect(kinds(await perform(syncAdr, { folder }, meanwhile, person))).toEqual([
      "conflict 0003-use-redis-for-sessions.md",
      "conflict 0001-use-mysql.md",
    ]);
    expect(await readFiles(folder)).toEqual({ ...TWO, ...byHand });
  });
});

import { rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { supersedeDecision } from "../../../src/decisions/operations/supersede-decision.ts";
import { decisionPage, findDecision, revisionsOf } from "../../../src/decisions/sql/decisions.ts";
import { retractDecision } from "../../../src/learning/operations/correct-decisions.ts";
import { editDecision } from "../../../src/learning/operations/update-decision.ts";
import { syncAdr } from "../../../src/portability/operations/sync-adr.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { MADR_2, plainAdr, readFiles, writeFiles } from "../../support/adr-files.ts";
import { callBy, folderOfTest, openMemory, rewired, type TestMemory } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });

async function opened(files: Record<string, string> = {}) {
  const memory = await openMemory();
  const folder = (await folderOfTest()).file("adr");
  await writeFiles(folder, files);
  const sync = (dryRun = false, settling: Pick<z.input<typeof syncAdr.input>, "prefer" | "choices"> = {}) =>
    perform(syncAdr, { folder, create: true, dryRun, ...settling }, memory, person);
  const find = (ref: string) => findDecision(memory, "shop", ref);
  const byFile = (name: string) => find(`${folder}/${name}`);
  return { memory, folder, sync, find, byFile };
}

const decide = async (memory: TestMemory, statement: string, more = {}): Promise<string> =>
  (
    await perform(
      captureDecision,
      { statement, reasoning: "Because", confidenceStated: false, ...more },
      memory,
      person,
    )
  ).decision.id;

async function edit(folder: string, path: string, before: string, after: string): Promise<void> {
  const { [path]: text = "" } = await readFiles(folder);
  expect(text).toContain(before);
  await writeFiles(folder, { [path]: text.replace(before, after) });
}

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
    const [files, position] = [await readFiles(folder), await memory.position()];
    expect(await sync()).toMatchObject({ steps: [], inStep: 3 });
    expect(await readFiles(folder)).toEqual(files);
    expect(await memory.position()).toBe(position);
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

  it("gives a decision other words if the text of its file changed, and keeps everything else", async () => {
    const { memory, folder, sync, find } = await opened();
    const id = await decide(memory, "Use Redis for sessions", { confidence: 0.9, confidenceStated: true });
    await sync();
    await perform(
      recordOutcome,
      { ref: id, status: "failure", score: 0, lessons: ["It lost sessions"] },
      memory,
      person,
    );
    const path = "0001-use-redis-for-sessions.md";
    await edit(folder, path, "\nBecause\n", "\nBecause it is fast\n");
    const report = await sync();
    expect(kinds(report)).toEqual([`memory_updated ${path}`, `file_updated ${path}`]);
    expect(report.steps[0]?.detail).toBe("its words changed (reasoning), the earlier ones are kept");
    expect(await find(id)).toMatchObject({
      reasoning: "Because it is fast",
      confidence: 0.9,
      standing: "active",
      outcome: { status: "failure" },
      supersededBy: [],
    });
    const wordings = await revisionsOf(memory, "shop", id);
    expect(wordings.map(({ content }) => content.reasoning)).toEqual(["Because", "Because it is fast"]);
    expect((await decisionPage(memory, { scope: "shop" }, 9)).total).toBe(1);
    const text = (await readFiles(folder))[path];
    expect(text).toContain("status: accepted (failed)");
    expect(text).toContain("* It lost sessions");
    expect(await sync()).toMatchObject({ steps: [], inStep: 1 });
  });

  it("takes a changed title for the statement, also where the file repeats it", async () => {
    const { memory, folder, sync, find } = await opened(TWO);
    const id = await decide(memory, "Use Redis for sessions");
    await sync();
    const path = "0003-use-redis-for-sessions.md";
    await edit(folder, path, "# 3. Use Redis for sessions", "# 3. Use Valkey for sessions");
    await sync();
    expect((await find(id))?.statement).toBe("Use Valkey for sessions");
    expect((await sync()).steps).toEqual([]);
  });

  it("gets the words that were changed in the memory, in the places of the file", async () => {
    const { memory, folder, sync, byFile } = await opened({ "0004-sessions.md": MADR_2, ...TWO });
    await sync();
    const sessions = await byFile("0004-sessions.md");
    const changes = { statement: "Use Valkey for sessions", alternatives: ["A table", "Files"] };
    await perform(editDecision, { ref: sessions?.id ?? "", changes }, memory, person);
    expect(kinds(await sync())).toEqual(["file_updated 0004-sessions.md"]);
    expect((await readFiles(folder))["0004-sessions.md"]).toBe(
      MADR_2.replace("# Use Redis", "# Use Valkey").replace("* Cookies\n", "* Files\n"),
    );
    expect((await sync()).steps).toEqual([]);
  });

  it("writes a record anew if the new words have no place in it", async () => {
    const { memory, folder, sync, byFile } = await opened(TWO);
    await sync();
    const mysql = await byFile("0001-use-mysql.md");
    const changes = { reasoning: "Everybody\n\n## Status\n\nknows it", risks: ["It is slow"] };
    await perform(editDecision, { ref: mysql?.id ?? "", changes }, memory, person);
    await sync();
    const text = (await readFiles(folder))["0001-use-mysql.md"];
    expect(text).toContain("# 1. Use MySQL\n\nDate: 2022-01-01\n");
    expect(text).toContain("## Context\n\nEverybody\n\n\\## Status\n\nknows it\n");
    expect(text).toContain("## Risks\n\n* It is slow\n");
    expect((await sync()).steps).toEqual([]);
    expect(await byFile("0001-use-mysql.md")).toMatchObject(changes);
  });

  it("ignores changed formatting of the same text", async () => {
    const { memory, folder, sync } = await opened(TWO);
    await sync();
    await writeFiles(folder, { "0002-use-queues.md": `${plainAdr("2. Use queues")}\n\n` });
    expect((await sync()).steps[0]?.detail).toBe("only its form changed");
    expect((await decisionPage(memory, { scope: "shop" }, 9)).total).toBe(2);
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

  describe("in conflict with the memory", () => {
    const path = "0002-use-queues.md";
    const conflicting = async () => {
      const opening = await opened(TWO);
      const { memory, folder, sync, byFile } = opening;
      await sync();
      const id = (await byFile(path))?.id ?? "";
      const changes = { reasoning: "Context\n\nMail waits.\n\nDecision\n\nWe will." };
      await perform(editDecision, { ref: id, changes }, memory, person);
      await edit(folder, path, "Because.", "Because mail is slow.");
      return { ...opening, id };
    };

    it("is reported with both sides, and left as it is", async () => {
      const { folder, sync, find, id } = await conflicting();
      const before = [await readFiles(folder), (await find(id))?.reasoning];
      for (const report of [await sync(), await sync(true)]) {
        expect(kinds(report)).toEqual([`conflict ${path}`]);
        expect(report.steps[0]).toMatchObject({
          detail: { text: `The file and ${id} were both changed.`, remedies: [{ remedy: "prefer-side" }] },
          differences: [
            {
              field: "reasoning",
              before: expect.stringContaining("Because."),
              file: expect.stringContaining("Because mail is slow."),
              memory: expect.stringContaining("Mail waits."),
            },
          ],
        });
      }
      expect([await readFiles(folder), (await find(id))?.reasoning]).toEqual(before);
    });

    it("is settled for the file, and the words of the memory stay as a revision", async () => {
      const { memory, folder, sync, find, id } = await conflicting();
      const files = await readFiles(folder);
      expect(kinds(await sync(false, { prefer: "file" }))).toEqual([`memory_updated ${path}`]);
      expect((await find(id))?.reasoning).toContain("Because mail is slow.");
      expect(await readFiles(folder)).toEqual(files);
      const wordings = await revisionsOf(memory, "shop", id);
      expect(wordings.map(({ content }) => content.reasoning?.split("\n")[2])).toEqual([
        "Because.",
        "Mail waits.",
        "Because mail is slow.",
      ]);
      expect(await sync()).toMatchObject({ steps: [], inStep: 2 });
    });

    it("is settled for the memory, and the words of the file are in the reply", async () => {
      const { folder, sync, find, id } = await conflicting();
      const report = await sync(false, { choices: { [path]: "memory" } });
      expect(kinds(report)).toEqual([`file_updated ${path}`]);
      expect(report.steps[0]?.differences?.[0]?.file).toContain("Because mail is slow.");
      expect((await readFiles(folder))[path]).toBe(plainAdr("2. Use queues", "Accepted", "Mail waits."));
      expect((await find(id))?.reasoning).toContain("Mail waits.");
      expect(await sync()).toMatchObject({ steps: [], inStep: 2 });
    });

    it("is settled for the side that was changed last", async () => {
      const { memory, folder, sync, find, id } = await conflicting();
      const later = new Date(memory.clock.now().getTime() + 60_000);
      await utimes(join(folder, path), later, later);
      expect(kinds(await sync(true, { prefer: "newer" }))).toEqual([`memory_updated ${path}`]);
      const earlier = new Date(memory.clock.now().getTime() - 60_000);
      await utimes(join(folder, path), earlier, earlier);
      expect(kinds(await sync(false, { prefer: "newer" }))).toEqual([`file_updated ${path}`]);
      expect((await find(id))?.reasoning).toContain("Mail waits.");
    });

    it("is settled by a file that says what the memory says", async () => {
      const { folder, sync } = await conflicting();
      await writeFiles(folder, { [path]: plainAdr("2. Use queues", "Accepted", "Mail waits.") });
      expect(await sync()).toMatchObject({ steps: [] });
      expect(await sync()).toMatchObject({ steps: [], inStep: 2 });
    });

    it("is about the status as well", async () => {
      const { memory, folder, sync, byFile } = await opened(TWO);
      await sync();
      const id = (await byFile(path))?.id ?? "";
      await perform(retractDecision, { ref: id }, memory, person);
      await edit(folder, path, "Because.", "Because mail is slow.");
      const [step] = (await sync()).steps;
      expect(step?.differences?.[0]).toEqual({
        field: "status",
        before: "active (Accepted)",
        file: "active (Accepted)",
        memory: "deprecated",
      });
      await sync(false, { prefer: "file" });
      const now = await byFile(path);
      expect(now).toMatchObject({ id, standing: "active" });
      expect(now?.reasoning).toContain("Because mail is slow.");
    });
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

  it("gets a deleted file back, or gives up its decision, if that is preferred", async () => {
    const { folder, sync, byFile } = await opened(TWO);
    await sync();
    await rm(join(folder, "0001-use-mysql.md"));
    await rm(join(folder, "0002-use-queues.md"));
    const choices = { "0001-use-mysql.md": "memory", "0002-use-queues.md": "file" } as const;
    await sync(false, { choices });
    expect(await readFiles(folder)).toEqual({ "0001-use-mysql.md": TWO["0001-use-mysql.md"] });
    expect((await byFile("0002-use-queues.md"))?.standing).toBe("deprecated");
    expect(await sync()).toMatchObject({ steps: [], inStep: 1 });
  });

  it("reads its own files as such after somebody took the comment away, and puts it back", async () => {
    const { memory, folder, sync, find } = await opened();
    const id = await decide(memory, "Use Redis for sessions");
    await sync();
    const path = "0001-use-redis-for-sessions.md";
    const { [path]: text = "" } = await readFiles(folder);
    const without = text.replace(/<!-- membria .*\n/, "");
    await writeFiles(folder, { [path]: without.replace("\nBecause\n", "\nBecause it is fast\n") });
    await sync();
    expect((await find(id))?.reasoning).toBe("Because it is fast");
    expect(kinds(await sync())).toEqual([`file_updated ${path}`]);
    expect((await readFiles(folder))[path]).toBe(text.replace("\nBecause\n", "\nBecause it is fast\n"));
    expect((await sync()).steps).toEqual([]);
  });

  it("knows a renamed file, and takes a copy for a new record", async () => {
    const { memory, folder, sync } = await opened();
    await decide(memory, "Use Redis for sessions");
    await sync();
    const path = "0001-use-redis-for-sessions.md";
    await rename(join(folder, path), join(folder, "0001-redis.md"));
    expect((await sync()).steps).toEqual([]);
    const { "0001-redis.md": text = "" } = await readFiles(folder);
    await writeFiles(folder, { "0002-use-nats.md": text.replaceAll("Redis for sessions", "NATS for mail") });
    expect(kinds(await sync())).toEqual(["file_in 0002-use-nats.md"]);
    expect((await decisionPage(memory, { scope: "shop" }, 9)).total).toBe(2);
    expect(await sync()).toMatchObject({ steps: [], inStep: 2 });
  });

  it("does not bring back what was erased", async () => {
    const { memory, sync, byFile } = await opened(TWO);
    await sync();
    const queues = await byFile("0002-use-queues.md");
    await eraseDecision(memory, "shop", queues?.id ?? "", { by: person.actor, at: memory.clock.now() });
    const report = await sync();
    expect(report.steps).toEqual([]);
    expect(report.problems[0]).toContain("0002-use-queues.md stays out");
    expect((await decisionPage(memory, { scope: "shop" }, 9)).total).toBe(1);
  });

  it("writes nothing with --dry-run", async () => {
    const { memory, folder, sync } = await opened(TWO);
    await decide(memory, "Use Redis for sessions");
    const position = await memory.position();
    expect((await sync(true)).steps).toHaveLength(3);
    expect(await readFiles(folder)).toEqual(TWO);
    expect(await memory.position()).toBe(position);
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
    expect((await findDecision(memory, "shop", id))?.standing).toBe("deprecated");
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

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { decisionPage, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { dependencesOf } from "../../../src/decisions/sql/linked-decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { historiesOf } from "../../../src/decisions/sql/outcomes.ts";
import { exportAdr } from "../../../src/portability/operations/export-adr.ts";
import { importAdr, readEntries } from "../../../src/portability/operations/import-adr.ts";
import { mapAdr } from "../../../src/portability/operations/map-adr.ts";
import { startRecordMaker } from "../../../src/portability/operations/run-import.ts";
import { syncAdr } from "../../../src/portability/operations/sync-adr.ts";
import { adrFiles } from "../../../src/portability/sql/adr-files.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { readImports } from "../../../src/portability/sql/imports.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { MADR_2, MADR_4, NYGARD, plainAdr, readFiles, writeFiles } from "../../support/adr-files.ts";
import { DECISION_RECORDS, type DecisionRecord } from "../../support/decision-records.ts";
import { act } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { callBy, folderOfTest, openMemory, START, type TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });
const bring = (memory: TestMemory, folder: string, dryRun = false, call = person) =>
  perform(importAdr, { folder, dryRun }, memory, call);

const FILES = {
  "0001-use-mysql.md": plainAdr("1. Use MySQL", "Superseded by [2. Use Postgres](0002-use-postgres.md)"),
  "0002-use-postgres.md": NYGARD,
  "0003-naming.md": plainAdr("3. Name tables in the plural"),
  "0004-sessions.md": MADR_2,
  "0005-use-cookies.md": plainAdr("5. Use cookies", "Proposed"),
  "0006-logs.md": MADR_4,
  "0007-x.md": plainAdr("7. Send logs away", "Rejected, it is too dear"),
  "README.md": "# Our decisions\n\nSee the files.\n",
};

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = (await folderOfTest()).file("adr");
  await writeFiles(folder, files);
  return folder;
}

describe("An import of architecture decision records", () => {
  it("brings titles, reasons, options, consequences, status and relations", async () => {
    const memory = await openMemory();
    const folder = await folderWith(FILES);
    const report = await bring(memory, folder);
    expect(report.counts).toMatchObject({ "decision.added": 7, "link.added": 4 });
    expect(report.verified?.ok).toBe(true);
    const find = (name: string) => findDecision(memory, "shop", `${folder}/${name}`);
    const [mysql, postgres, sessions] = [
      await find("0001-use-mysql.md"),
      await find("0002-use-postgres.md"),
      await find("0004-sessions.md"),
    ];
    expect(mysql).toMatchObject({
      statement: "Use MySQL",
      standing: "superseded",
      supersededBy: [postgres?.id],
    });
    expect(postgres).toMatchObject({
      standing: "active",
      author: { kind: "human" },
      createdAt: new Date("2021-03-04"),
      consequences: ["Backups are simple", "The team learns something"],
    });
    expect(sessions).toMatchObject({
      alternatives: ["A table", "Cookies"],
      author: { kind: "human", name: "A, B" },
      standing: "superseded",
    });
    expect((await find("0005-use-cookies.md"))?.standing).toBe("draft");
    const rejected = await find("0007-x.md");
    expect(rejected?.standing).toBe("deprecated");
    expect(rejected?.notes[0]?.text).toContain("Rejected, it is too dear");
  });

  it("has an agent as author for a file marked as written over MCP", async () => {
    const memory = await openMemory();
    const folder = await folderWith({
      "0001-x.md": plainAdr("1. Use X", "Accepted", "Said so. [via MCP: claude]"),
    });
    await bring(memory, folder);
    expect((await findDecision(memory, "shop", `${folder}/0001-x.md`))?.author.kind).toBe("agent");
  });

  it("has a script as author for a file marked as written by one", async () => {
    const memory = await openMemory();
    const path = await folderWith({ "0001-x.md": `${plainAdr("1. Use X")}\nAuthor: nightly [via script]\n` });
    const folder = await memory.externalFiles.openAdrFolder(path, { create: false });
    const authors = (await readEntries(folder)).entries.map(
      (entry) => mapAdr(entry, folder, startRecordMaker(memory, person), START).decision.author,
    );
    expect(authors).toEqual([{ kind: "script", name: "ADR script" }]);
  });

  it("adds nothing the second time, and nothing with --dry-run", async () => {
    const memory = await openMemory();
    const folder = await folderWith(FILES);
    expect((await bring(memory, folder, true)).counts["decision.added"]).toBe(7);
    expect(await readImports(memory, "shop")).toEqual([]);
    await bring(memory, folder);
    const again = await bring(memory, folder);
    expect(again).toMatchObject({ run: undefined, counts: { "decision.known": 7, "link.known": 5 } });
  });

  it("leaves no text of a file behind when its decision is erased", async () => {
    const memory = await openMemory();
    const folder = await folderWith({
      "0001-x.md": plainAdr("1. Use X", "Accepted", "The codename is Zwiebelkuchen."),
    });
    await bring(memory, folder);
    const act = { by: person.actor, at: memory.clock.now() };
    await eraseDecision(memory, "shop", `${folder}/0001-x.md`, act);
    expect(await adrFiles(memory, "shop", folder)).toEqual([]);
    expect(readFileSync(memory.path).includes("Zwiebelkuchen")).toBe(false);
    expect((await bring(memory, folder)).counts["decision.erased"]).toBe(1);
  });

  it("refuses a folder without records, and a missing one", async () => {
    const memory = await openMemory();
    const folder = await folderWith({ "README.md": "# Nothing here" });
    await expect(bring(memory, folder)).rejects.toMatchObject({ reason: "nothing_to_import" });
    await expect(bring(memory, `${folder}/nowhere`)).rejects.toMatchObject({ reason: "folder_not_found" });
  });
});

describe("An export of what was imported", () => {
  const send = (memory: TestMemory, folder: string) =>
    perform(exportAdr, { folder, create: true }, memory, person);

  it("has the same bytes, whatever their line endings and byte order marks", async () => {
    const memory = await openMemory();
    const files = {
      ...FILES,
      "0008-windows.md": plainAdr("8. Use CRLF").replaceAll("\n", "\r\n"),
      "0009-mark.md": `\ufeff${plainAdr("9. Use a mark")}`,
      "0010-mixed.md": plainAdr("10. Use both").replace("\n\n", "\r\n\n"),
      "0011-cut.md": plainAdr("11. No newline at the end").trimEnd(),
    };
    await bring(memory, await folderWith(files));
    const target = (await folderOfTest()).file("out");
    const report = await send(memory, target);
    expect(report.written).toHaveLength(11);
    const { "README.md": _, ...records } = files;
    expect(await readFiles(target)).toEqual(records);
  });

  it("writes a changed status in the style of the file", async () => {
    const memory = await openMemory();
    const folder = await folderWith(FILES);
    await bring(memory, folder);
    const ref = `${folder}/0002-use-postgres.md`;
    await writeDecisionChange(
      memory,
      "shop",
      ref,
      { standing: "deprecated" },
      { by: person.actor, at: memory.clock.now() },
    );
    const target = (await folderOfTest()).file("out");
    await send(memory, target);
    const out = await readFiles(target);
    expect(out["0002-use-postgres.md"]).toBe(NYGARD.replace("\nAccepted\n", "\nDeprecated\n"));
    expect(out["0003-naming.md"]).toBe(FILES["0003-naming.md"]);
  });

  it("does not write two files of the same name over each other", async () => {
    const memory = await openMemory();
    await bring(memory, await folderWith({ "0001-x.md": plainAdr("1. Use X") }));
    await bring(memory, await folderWith({ "0001-x.md": plainAdr("1. Use Y") }));
    const target = (await folderOfTest()).file("out");
    expect(await send(memory, target)).toMatchObject({ written: ["0001-x.md"], conflicting: ["0001-x.md"] });
    expect((await readFiles(target))["0001-x.md"]).toContain("Use X");
  });

  it("writes decisions without a file as MADR, and does not overwrite other files", async () => {
    const memory = await openMemory();
    const agent = callBy({ name: "coding-agent" });
    await perform(
      captureDecision,
      {
        statement: "Use queues for mail",
        reasoning: "Mail is slow",
        alternatives: ["Threads"],
        confidenceStated: false,
      },
      memory,
      agent,
    );
    const fresh = (await folderOfTest()).file("new");
    expect((await send(memory, fresh)).written).toEqual(["0001-use-queues-for-mail.md"]);
    const text = (await readFiles(fresh))["0001-use-queues-for-mail.md"];
    expect(text).toContain("status: accepted");
    expect(text).toContain("* Threads");
    const taken = await folderWith({ "0001-use-queues-for-mail.md": plainAdr("1. Another one") });
    expect(await send(memory, taken)).toMatchObject({
      written: [],
      conflicting: ["0001-use-queues-for-mail.md"],
    });
    expect((await readFiles(taken))["0001-use-queues-for-mail.md"]).toContain("Another one");
    const other = await openMemory();
    await bring(other, fresh);
    const [decision] = (await decisionPage(other, { scope: "shop" }, 5)).items;
    expect(decision).toMatchObject({
      statement: "Use queues for mail",
      alternatives: ["Threads"],
      author: { kind: "agent", name: "coding-agent" },
    });
  });
});

describe("A folder that was written from the memory", () => {
  const decide = async (memory: TestMemory) => {
    const given = { statement: "Use queues for mail", reasoning: "Mail is slow", confidence: 0.9 };
    const { decision } = await perform(captureDecision, { ...given, confidenceStated: true }, memory, person);
    const told = { ref: decision.id, status: "failure" as const, score: 0, lessons: ["Mail got lost"] };
    await perform(recordOutcome, told, memory, person);
    return decision.id;
  };
  const written = async (memory: TestMemory) => {
    const folder = (await folderOfTest()).file("out");
    await perform(exportAdr, { folder, create: true }, memory, person);
    return folder;
  };

  it("is not imported again, under this name or another", async () => {
    const memory = await openMemory();
    await decide(memory);
    const folder = await written(memory);
    const copy = await folderWith(await readFiles(folder));
    for (const path of [folder, copy]) {
      expect(await bring(memory, path)).toMatchObject({ run: undefined, counts: { "decision.known": 1 } });
    }
    expect((await decisionPage(memory, { scope: "shop" }, 9)).total).toBe(1);
  });

  it("does not bring back what was erased since", async () => {
    const memory = await openMemory();
    const id = await decide(memory);
    const folder = await written(memory);
    await eraseDecision(memory, "shop", id, { by: person.actor, at: memory.clock.now() });
    expect((await bring(memory, folder)).counts["decision.erased"]).toBe(1);
  });

  it("brings what depends on what into another memory", async () => {
    const memory = await openMemory();
    const lower = await decide(memory);
    const given = { statement: "Send invoices by mail", confidenceStated: false };
    const { decision: upper } = await perform(captureDecision, given, memory, person);
    const depends = link({ from: upper.id, to: lower, relation: "depends_on" });
    await storeLink(memory, depends, act());
    await storeLinkReview(memory, "shop", depends.id, review(), act());
    const folder = await written(memory);
    const { "0002-send-invoices-by-mail.md": text } = await readFiles(folder);
    expect(text).toContain("accepted, depends on [ADR-0001](0001-use-queues-for-mail.md)");

    const other = await openMemory();
    await bring(other, folder);
    const decisions = (await decisionPage(other, { scope: "shop" }, 9)).items;
    const idOf = (statement: string) => decisions.find((one) => one.statement === statement)?.id;
    const from = idOf("Send invoices by mail");
    expect(await dependencesOf(other, "shop", [from ?? ""])).toMatchObject([
      { from, on: { id: idOf("Use queues for mail"), failed: true } },
    ]);
    expect((await bring(other, folder)).run).toBeUndefined();
  });

  it("brings the whole decision into another memory, with its outcome and its old id", async () => {
    const memory = await openMemory();
    const id = await decide(memory);
    const other = await openMemory();
    const folder = await written(memory);
    expect((await bring(other, folder)).verified?.ok).toBe(true);
    const found = await findDecision(other, "shop", id);
    expect(found).toMatchObject({
      statement: "Use queues for mail",
      reasoning: "Mail is slow",
      confidence: 0.9,
      confidenceStated: true,
      progress: "failed",
      outcome: { status: "failure", score: 0 },
    });
    const histories = await historiesOf(other, "shop", [found?.id ?? ""]);
    expect(histories.get(found?.id ?? "")?.outcomes[0]?.lessons).toEqual(["Mail got lost"]);
    const { "0001-use-queues-for-mail.md": text } = await readFiles(folder);
    await perform(syncAdr, { folder }, other, person);
    expect((await readFiles(folder))["0001-use-queues-for-mail.md"]).toBe(text);
  });
});

/** The records are stored as fields, and written as files in three styles in turn. */
function asFile(record: DecisionRecord, n: number, pathOf: (id: string) => string): string {
  const up = "../".repeat(record.path.split("/").length - 1);
  const link = (id: string): string => `[${id.split("#")[1]}](${up}${pathOf(id)})`;
  const relations = [
    ...record.supersedes.map((id) => `Supersedes ${link(id)}`),
    ...record.superseded_by.map((id) => `Superseded by ${link(id)}`),
  ];
  const status =
    record.status_raw
      .split("\n")[0]
      ?.replace(/\|/g, "")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim() || "Accepted";
  const date = record.date ?? "2020-01-01";
  const body = `## Context\n\n${record.context}\n\n## Decision\n\n${record.decision}\n\n## Consequences\n\n${record.consequences}\n`;
  if (n % 3 === 0)
    return `# ${record.title}\n\nDate: ${date}\n\n## Status\n\n${[status, ...relations].join("\n\n")}\n\n${body}`;
  const fields = relations.map((line) => `* ${line}\n`).join("");
  if (n % 3 === 1) return `# ${record.title}\n\n* Status: ${status}\n* Date: ${date}\n${fields}\n${body}`;
  return `---\nstatus: ${JSON.stringify(status)}\ndate: ${date}\n---\n\n# ${record.title}\n\n${fields}\n${body}`;
}

describe.each(DECISION_RECORDS)("$name", ({ items: records }) => {
  it("are imported with their relations, and exported with the same bytes", async () => {
    const memory = await openMemory();
    const pathOf = new Map(records.map(({ id, path }) => [id, path]));
    let added = 0;
    for (const repo of new Set(records.map((record) => record.repo))) {
      const own = records.filter((record) => record.repo === repo);
      const files = Object.fromEntries(
        own.map((record, n) => [record.path, asFile(record, n, (id) => pathOf.get(id) as string)]),
      );
      const folder = await folderWith(files);
      const call = callBy({ kind: "human", role: "admin", project: repo });
      const report = await bring(memory, folder, false, call);
      expect(report.verified?.ok).toBe(true);
      added += report.counts["decision.added"] ?? 0;
      for (const record of own) {
        const find = async (id: string) => findDecision(memory, repo, `${folder}/${pathOf.get(id)}`);
        const decision = await find(record.id);
        expect(decision?.statement, record.path).toBeDefined();
        for (const old of record.supersedes) {
          expect(decision?.supersedes, record.path).toContain((await find(old))?.id);
        }
        for (const next of record.superseded_by) {
          expect(decision?.supersededBy, record.path).toContain((await find(next))?.id);
          expect(decision?.standing).toBe("superseded");
        }
      }
      const target = (await folderOfTest()).file("out");
      await perform(exportAdr, { folder: target, create: true }, memory, call);
      const out = await readFiles(target);
      const changed = Object.keys(files).filter((path) => out[path] !== files[path]);
      // Screening may replace what looks like a secret; nothing else differs.
      for (const path of changed) expect(out[path]).toContain("[redacted:");
      expect(changed.length).toBeLessThan(5);
    }
    expect(added).toBe(records.length);
    const supersedes = await raw(memory.path, (db) =>
      Number(db.prepare("SELECT count(*) AS n FROM links WHERE relation = 'supersedes'").get()?.["n"]),
    );
    const pairs = new Set(
      records.flatMap(({ id, supersedes: olds, superseded_by: news }) => [
        ...olds.map((old) => `${id} ${old}`),
        ...news.map((by) => `${by} ${id}`),
      ]),
    );
    expect(supersedes).toBe(pairs.size);
  });
});

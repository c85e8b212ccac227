import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { excessIn } from "../../../src/portability/adr/excess.ts";
import { exportAdr } from "../../../src/portability/operations/export-adr.ts";
import { importAdr } from "../../../src/portability/operations/import-adr.ts";
import { syncAdr } from "../../../src/portability/operations/sync-adr.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { READ_LIMITS } from "../../../src/shared/read-limits.ts";
import { plainAdr, readFiles, writeFiles } from "../../support/adr-files.ts";
import { callBy, folderOfTest, openMemory } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });

/** Nine lists of nine aliases each, which stand for some hundred million values. */
const ALIAS_BOMB = [
  "---",
  'a: &a ["x","x","x","x","x","x","x","x","x"]',
  ...[..."bcdefgh"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefg"[i]}`).join(",")}]`),
  "status: *h",
  "---",
  "# Use X",
  "",
].join("\n");

const record = (body: string): string => `# 7. Use X\n\n## Status\n\nAccepted\n\n## Context\n\n${body}\n`;

/** Texts that take a parser minutes or all of its stack, and what is said about them. */
const BOMBS: Readonly<Record<string, readonly [text: string, found: string, remedy: RegExp]>> = {
  "aliases that stand for aliases": [
    ALIAS_BOMB,
    "its front matter has 64 aliases of YAML, and at most 10 are read",
    /Write the values themselves in their places\.$/,
  ],
  "brackets in brackets": [
    `---\nstatus: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n---\n# Use X\n`,
    "its front matter has 20,009 characters, and at most 20,000 are read",
    /Split it/,
  ],
  "items in items": [
    `---\nstatus:\n  ${"- ".repeat(5_000)}x\n---\n# Use X\n`,
    "its quotes and lists are nested 5,001 levels deep, and at most 100 are read",
    /Split it/,
  ],
  "keys in keys": [
    `---\n${"? ".repeat(5_000)}x\n---\n# Use X\n`,
    "its front matter has 5,000 items and brackets, and at most 500 are read",
    /Split it/,
  ],
  "quotes in quotes": [
    record(`${">".repeat(120_000)} deep`),
    "its quotes and lists are nested 120,000 levels deep, and at most 100 are read",
    /move it to another folder if it is no record\.$/,
  ],
  "lists in lists on one line": [
    record(`${"- ".repeat(60_000)} deep`),
    "its quotes and lists are nested 60,000 levels deep, and at most 100 are read",
    /Split it/,
  ],
  "lists in lists by their indentation": [
    record(Array.from({ length: 400 }, (_, i) => `${"  ".repeat(i)}- deeper`).join("\n")),
    "its quotes and lists are nested 400 levels deep, and at most 100 are read",
    /Split it/,
  ],
  "headings without end": [
    record("a\n-\n".repeat(30_000)),
    "it has 60,010 lines, and at most 10,000 are read",
    /Split it/,
  ],
  "headings without end, with the line ends of old": [
    record("a\r-\r".repeat(30_000)),
    "it has 60,009 lines, and at most 10,000 are read",
    /Split it/,
  ],
  "emphasis in emphasis": [
    record("**a*".repeat(30_000)),
    "it has 30,001 marks of Markdown, and at most 10,000 are read",
    /Split it/,
  ],
  "cells of a table": [
    record(`|${"a|".repeat(2_000)}\n|${"-|".repeat(2_000)}\n${`|${"a|".repeat(2_000)}\n`.repeat(10)}`),
    "it has 24,012 marks of Markdown, and at most 10,000 are read",
    /Split it/,
  ],
  escapes: [
    record("\\".repeat(400_000)),
    "it has 400,000 marks of Markdown, and at most 10,000 are read",
    /Split it/,
  ],
  "comments of HTML without an end": [
    record(`As agreed ${`<!-- ${"word ".repeat(9)}`.repeat(9_000)}`),
    "it has 9,000 comments and instructions of HTML, and at most 500 are read",
    /Split it/,
  ],
  "half a megabyte": [
    record("x".repeat(600_000)),
    "it has 600,046 bytes, and at most 500,000 are read",
    /Split it/,
  ],
};

const GOOD = { "0001-use-mysql.md": plainAdr("1. Use MySQL"), "0009-logs.md": plainAdr("9. Send logs away") };

async function opened(files: Readonly<Record<string, string>>) {
  const [memory, folder] = [await openMemory(), (await folderOfTest()).file("adr")];
  await writeFiles(folder, files);
  const bring = (dryRun = false) => perform(importAdr, { folder, dryRun }, memory, person);
  const sync = (prefer?: "file" | "memory") =>
    perform(syncAdr, { folder, ...(prefer && { prefer }) }, memory, person);
  const write = () => perform(exportAdr, { folder, create: true }, memory, person);
  const find = (name: string) => findDecision(memory, "shop", `${folder}/${name}`);
  return { memory, folder, bring, sync, write, find };
}

describe("A record that has more than is read", () => {
  it.each(Object.entries(BOMBS))(
    "by %s is left out of an import with a sentence",
    async (_, [text, found, remedy]) => {
      const { bring, find } = await opened({ ...GOOD, "0007-x.md": text });
      for (const dryRun of [true, false]) {
        const { problems, counts } = await bring(dryRun);
        expect(problems).toEqual([expect.stringContaining(`0007-x.md was not read: ${found}. `)]);
        expect(problems[0]).toMatch(remedy);
        expect(counts).toMatchObject({ read: 2, "decision.added": 2, empty: 1 });
      }
      expect((await find("0009-logs.md"))?.statement).toBe("Send logs away");
      expect(await find("0007-x.md")).toBeUndefined();
    },
  );

  it("is said to be there if there is no other", async () => {
    const { bring } = await opened({ "0007-x.md": ALIAS_BOMB });
    await expect(bring()).rejects.toMatchObject({
      reason: "nothing_to_import",
      message: expect.stringContaining("0007-x.md was not read: its front matter has 64 aliases of YAML"),
    });
  });

  it("is left as it is by a sync, which does the others", async () => {
    const { sync, folder, memory } = await opened({ ...GOOD, "0012-x.md": ALIAS_BOMB });
    await perform(
      captureDecision,
      { statement: "Use queues for mail", confidenceStated: false },
      memory,
      person,
    );
    const { steps, problems } = await sync();
    expect(steps.map(({ step, path }) => `${step} ${path}`)).toEqual([
      "file_in 0001-use-mysql.md",
      "file_in 0009-logs.md",
      // Its number is not taken again.
      "decision_out 0013-use-queues-for-mail.md",
    ]);
    expect(problems).toEqual([expect.stringContaining("0012-x.md was not read:")]);
    expect((await readFiles(folder))["0012-x.md"]).toBe(ALIAS_BOMB);
    expect((await sync()).steps).toEqual([]);
  });

  it("is not taken for one that was deleted if it was a record before", async () => {
    const { sync, folder, find } = await opened(GOOD);
    await sync();
    const known = await find("0009-logs.md");
    await writeFiles(folder, { "0009-logs.md": ALIAS_BOMB });
    for (const prefer of [undefined, "file", "memory"] as const) {
      const { steps, problems } = await sync(prefer);
      expect(steps).toEqual([]);
      expect(problems).toEqual([expect.stringContaining("0009-logs.md was not read:")]);
    }
    expect((await find("0009-logs.md"))?.standing).toBe(known?.standing);
    expect((await readFiles(folder))["0009-logs.md"]).toBe(ALIAS_BOMB);
    await writeFiles(folder, { "0009-logs.md": plainAdr("9. Send logs away", "Deprecated") });
    expect((await sync()).steps.map(({ step }) => step)).toEqual(["memory_updated"]);
  });

  it("is named by an export, which writes the others", async () => {
    const { write, bring, folder } = await opened({ ...GOOD, "0007-x.md": ALIAS_BOMB });
    await bring();
    expect(await write()).toMatchObject({
      unchanged: 2,
      conflicting: [],
      problems: [expect.stringContaining("0007-x.md was not read:")],
    });
    expect((await readFiles(folder))["0007-x.md"]).toBe(ALIAS_BOMB);
  });

  it("is written for a decision whose text is so, without being parsed", async () => {
    const { memory, write, folder } = await opened({});
    const reasoning = `${"- ".repeat(20_000)}deep\n\n# Decision\n\n${"> ".repeat(2_000)}deeper`;
    await perform(
      captureDecision,
      { statement: "Use queues for mail", reasoning, confidenceStated: false },
      memory,
      person,
    );
    expect((await write()).written).toEqual(["0001-use-queues-for-mail.md"]);
    const written = (await readFiles(folder))["0001-use-queues-for-mail.md"];
    // A heading in a text must not end its section.
    expect(written).toContain("\n\\# Decision\n");
    expect((await stat(join(folder, "0001-use-queues-for-mail.md"))).size).toBeGreaterThan(reasoning.length);
  });
});

describe("What people write", () => {
  it("is below every limit", async () => {
    const records = Object.entries(await readFiles("docs/decisions"));
    expect(records.length).toBeGreaterThan(20);
    for (const [path, text] of records) expect(excessIn(text), path).toBeUndefined();
  });

  it("may use as much as is read", async () => {
    const { depth, lines } = READ_LIMITS.record;
    const few = Array.from({ length: READ_LIMITS.frontMatter.aliases }, (_, i) => `k${i}: *s`).join("\n");
    const { bring } = await opened({
      "0001-a.md": `---\nstatus: &s proposed\n${few}\n---\n# Use A\n`,
      "0002-b.md": record(`${">".repeat(depth)} deep`),
      "0003-c.md": `# Use C\n${"\n".repeat(lines - 2)}`,
    });
    expect(await bring()).toMatchObject({ problems: [], counts: { "decision.added": 3 } });
  });
});

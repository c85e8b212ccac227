import { copyFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { otherCopies } from "../../../src/store/file/file-copies.ts";
import { act } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { bytesOnDisk } from "../../support/words-on-disk.ts";

const FIXTURE = fileURLToPath(new URL("../../fixtures/memory-0.1.0.db", import.meta.url));
const SAID = new URL("../../fixtures/memory-0.1.0.json", import.meta.url);

type Exported = Readonly<Record<string, { readonly records: readonly Readonly<Record<string, unknown>>[] }>>;

/** The sentences of the records that name the decision, as far as they stand in no other record. */
function sentencesAbout(project: string, id: string): string[] {
  const { exports } = JSON.parse(readFileSync(SAID, "utf8")) as { exports: Exported };
  const texts = Object.values(exports).flatMap(({ records }) => records);
  const about = (exports[project]?.records ?? []).filter((record) => isAbout(record, id));
  const others = JSON.stringify(texts.filter((record) => !about.includes(record)));
  const sentences = about.flatMap((record) => stringsIn(record)).filter((text) => / .* /.test(text));
  return [...new Set(sentences)].filter((text) => !others.includes(JSON.stringify(text).slice(1, -1)));
}

/** The decision itself, or a link or proposal that goes with it. */
function isAbout(record: Readonly<Record<string, unknown>>, id: string): boolean {
  const { kind, decision, link, proposal } = record as Record<string, Record<string, unknown> | string>;
  if (kind === "decision") return (decision as { id: string }).id === id;
  if (kind === "link") return Object.values(link as object).includes(id);
  return kind === "proposal" && (proposal as { target: string }).target === id;
}

/** Without the names of people, who are not erased with a decision. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, field]) => (key === "name" ? [] : stringsIn(field)));
}

describe("A decision that version 0.1.0 wrote, erased after the upgrade,", () => {
  it.each([
    ["with outcomes, signals and a link", "corner-shop", "dec_0mdslewdna9hm0tfb"],
    ["imported, with a note and links", "warehouse", "dec_0muv0r6sg4i3tm4ro"],
    ["with a proposal to let it hold", "corner-shop", "dec_0mupazub5996qn30d"],
    ["superseded by the next and superseding the one before", "corner-shop", "dec_0mdu0uqzydhu8i52b"],
  ])("%s, is gone from the file, which says which copy still has it", async (_, project, id) => {
    const path = (await folderOfTest()).file("membria.db");
    copyFileSync(FIXTURE, path);
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(() => memory.close());
    const sentences = sentencesAbout(project, id);
    const found = (file: string) => sentences.filter((text) => bytesOnDisk(file).includes(text));
    expect(sentences.length).toBeGreaterThan(1);
    expect(found(path), "the check can see what is there").toEqual(sentences);

    await eraseDecision(memory, project, id, act());

    expect(found(path)).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    const [copy, ...others] = await otherCopies(memory);
    expect(others).toEqual([]);
    expect(found(copy as string), "the copy made before the upgrade").toEqual(sentences);
    await expectSameWhenReplayed(path);
  });

  it("leaves no salt with which a guess at its text could be checked", async () => {
    const id = "dec_0mdslewdna9hm0tfb";
    const path = (await folderOfTest()).file("membria.db");
    copyFileSync(FIXTURE, path);
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(() => memory.close());
    const salts = () =>
      raw(path, (db) =>
        db
          .prepare(
            `SELECT a.salt FROM audit a WHERE a.salt IS NOT NULL AND (a.subject = ?1
               OR a.subject IN (SELECT id FROM outcomes WHERE decision_id = ?1)
               OR a.subject IN (SELECT id FROM signals WHERE decision_id = ?1)
               OR a.subject IN (SELECT id FROM links WHERE ?1 IN (from_id, to_id)))
             UNION ALL SELECT p.salt FROM change_refs r JOIN change_parts p USING (change, part)
               WHERE r.record = ?1 AND p.salt IS NOT NULL`,
          )
          .all(id)
          .map(({ salt }) => Buffer.from(salt as string | Uint8Array)),
      );
    const before = await salts();
    expect(before.length).toBeGreaterThan(5);
    await eraseDecision(memory, "corner-shop", id, act());
    const bytes = bytesOnDisk(path);
    expect(before.filter((salt) => bytes.includes(salt))).toEqual([]);
  });
});

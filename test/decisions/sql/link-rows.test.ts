import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { beginCleanup, removeAutoLinks } from "../../../src/decisions/sql/link-upkeep.ts";
import { storeLinkReview } from "../../../src/decisions/sql/links.ts";
import type { ImportedRecord } from "../../../src/portability/rules/import-store.ts";
import { beginImport, writeImport } from "../../../src/portability/sql/imports.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";

const REASON = "Both cache orders";

async function memoryWithImportedLink() {
  const memory = await openMemory();
  const { memory: store, path } = memory;
  for (const id of ["dec_a", "dec_b"]) await addDecision(store, { decision: decision({ id }) }, act());
  const run = { id: "imp_a", project: "shop", kind: "mama", source: "mama.db", fingerprint: "f" } as const;
  await beginImport(store, run, act());
  const imported = link({ id: "lnk_a", from: "dec_a", to: "dec_b", origin: "auto", reason: REASON });
  const records: ImportedRecord[] = [{ kind: "link", link: { ...imported, state: "active" } }];
  await writeImport(store, "shop", { run: "imp_a", records, position: "1", counts: {} }, act());
  const inLog = (): Promise<string> =>
    raw(path, (db) => {
      const parts = `SELECT group_concat(p.args) AS args FROM change_parts p JOIN audit a ON a.seq = p.change
        WHERE a.action = 'import.continued'`;
      return String(db.prepare(parts).get()?.["args"]);
    });
  const expectWhole = async (): Promise<void> => {
    expect(await inLog()).toContain(REASON);
    expect((await verifyAudit(store)).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
  };
  return { ...memory, inLog, expectWhole };
}

it("The log only points at an imported link as long as the link stays as it came", async () => {
  const { inLog, path, memory: store } = await memoryWithImportedLink();
  expect(await inLog()).toBe('{"kind":"link","row":"lnk_a"}');
  expect((await verifyAudit(store)).problem).toBeUndefined();
  await expectSameWhenReplayed(path);
});

it("The log gets a copy of an imported link before the link is reviewed", async () => {
  const { memory: store, expectWhole } = await memoryWithImportedLink();
  await storeLinkReview(store, "shop", "lnk_a", review({ verdict: "approved" }), act());
  await expectWhole();
});

it("The log gets a copy of an imported link before a clean-up removes it", async () => {
  const { memory: store, expectWhole } = await memoryWithImportedLink();
  const cleanup = {
    id: "cln_a",
    project: "shop",
    backup: "b",
    checksum: "c",
    startedAt: DAY,
    total: 1,
    removed: 0,
  };
  await beginCleanup(store, cleanup, act());
  expect(await removeAutoLinks(store, cleanup, ["lnk_a"], act())).toBe(1);
  await expectWhole();
});

it("A changed row of an imported link is detected", async () => {
  const { memory: store, path } = await memoryWithImportedLink();
  await raw(path, (db) => db.exec("UPDATE links SET body = json_set(body, '$.reason', 'x')"));
  expect((await verifyAudit(store)).problem).toMatch(/import imp_a was changed/);
});

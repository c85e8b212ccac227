import { expect, it } from "vitest";
import { exportJson } from "../../../src/portability/operations/export-json.ts";
import { importJson } from "../../../src/portability/operations/import-json.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, actor, decision, screened } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { callBy, folderOfTest, openMemory } from "../../support/memory.ts";
import { historyOf, outcome } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { daysAfter } from "../../support/skills.ts";

const SECRET = "the zebra of the warehouse";

async function correctedMemory() {
  const memory = await openMemory();
  const { store } = memory;
  for (const id of ["dec_keep", "dec_twin", "dec_other", "dec_open"])
    await store.addDecision({ decision: decision({ id }) }, act());
  await store.proposeLink(link({ from: "dec_twin", to: "dec_other", reason: SECRET }), act());
  await store.updateDecision("shop", "dec_twin", { note: screened(SECRET) }, act());
  await store.recordOutcome("shop", "dec_twin", outcome(1, { lessons: [SECRET] }), act(daysAfter(1)));
  let links = 0;
  const ids = { linkId: () => `lnk_twin${++links}` };
  await store.mergeDecisions("shop", "dec_keep", "dec_twin", ids, act(daysAfter(2)));
  await store.recordOutcome("shop", "dec_open", outcome(0), act(daysAfter(1)));
  await store.reopenDecision("shop", "dec_open", screened("Wrong build"), act(daysAfter(2), actor("human")));
  return memory;
}

it("an export has merges and withdrawn outcomes, and what is imported can be taken apart again", async () => {
  const memory = await correctedMemory();
  const file = (await folderOfTest()).file("export.json");
  await perform(exportJson, { file }, memory, callBy());
  const copy = await openMemory();
  const report = await perform(importJson, { file }, copy, callBy({ kind: "human" }));
  expect(report).toMatchObject({ problems: [], verified: { ok: true } });
  for (const id of ["dec_keep", "dec_twin", "dec_open"]) {
    expect(await copy.store.findDecision("shop", id)).toEqual(await memory.store.findDecision("shop", id));
    expect(await historyOf(copy.store, id)).toEqual(await historyOf(memory.store, id));
  }
  expect(await copy.store.tally("shop")).toEqual(await memory.store.tally("shop"));
  await expectSameWhenReplayed(copy.path);
  for (const { store } of [memory, copy]) {
    await store.restoreDecision("shop", "dec_twin", undefined, act(daysAfter(3)));
    expect(await store.linksBetween("shop", "dec_keep", "dec_other")).toEqual([]);
    expect(await store.findDecision("shop", "dec_keep")).toMatchObject({ outcome: undefined });
  }
  expect(await copy.store.tally("shop")).toEqual(await memory.store.tally("shop"));
  await expectSameWhenReplayed(copy.path);
});

it("erasing a duplicate leaves none of its text, wherever it was taken over", async () => {
  const memory = await correctedMemory();
  await memory.store.eraseDecision("shop", "dec_twin", act(daysAfter(3)));
  const left = await raw(memory.path, (db) =>
    ["links", "memories", "outcomes", "change_parts"].flatMap((table) =>
      db
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .filter((row) => JSON.stringify(row).includes("zebra")),
    ),
  );
  expect(left).toEqual([]);
  expect((await memory.store.verifyAudit()).problem).toBeUndefined();
  await expectSameWhenReplayed(memory.path);
});

it("an import with a merge can be undone, and what is left counts for itself", async () => {
  const memory = await correctedMemory();
  const file = (await folderOfTest()).file("export.json");
  await perform(exportJson, { file }, memory, callBy());
  const copy = await openMemory();
  const { run } = await perform(importJson, { file }, copy, callBy({ kind: "human" }));
  await copy.store.undoImport("shop", run ?? "", act(daysAfter(4)));
  expect(await copy.store.tally("shop")).toMatchObject({ outcomes: 0 });
  await expectSameWhenReplayed(copy.path);
});

import { expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { linksBetween, storeLink } from "../../../src/decisions/sql/links.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeMerge, storeReopening, storeRestoring } from "../../../src/learning/sql/corrections.ts";
import { exportJson } from "../../../src/portability/operations/export-json.ts";
import { importJson } from "../../../src/portability/operations/import-json.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { takeBackImport } from "../../../src/portability/sql/imports.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
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
  const { memory: store } = memory;
  for (const id of ["dec_keep", "dec_twin", "dec_other", "dec_open"])
    await addDecision(store, { decision: decision({ id }) }, act());
  await storeLink(store, link({ from: "dec_twin", to: "dec_other", reason: SECRET }), act());
  await writeDecisionChange(store, "shop", "dec_twin", { note: screened(SECRET) }, act());
  await addOutcome(store, "shop", "dec_twin", outcome(1, { lessons: [SECRET] }), act(daysAfter(1)));
  let links = 0;
  const ids = { linkId: () => `lnk_twin${++links}` };
  await storeMerge(store, "shop", "dec_keep", "dec_twin", ids, act(daysAfter(2)));
  await addOutcome(store, "shop", "dec_open", outcome(0), act(daysAfter(1)));
  await storeReopening(store, "shop", "dec_open", screened("Wrong build"), act(daysAfter(2), actor("human")));
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
    expect(await findDecision(copy, "shop", id)).toEqual(await findDecision(memory, "shop", id));
    expect(await historyOf(copy, id)).toEqual(await historyOf(memory, id));
  }
  expect(await readTally(copy, "shop")).toEqual(await readTally(memory, "shop"));
  await expectSameWhenReplayed(copy.path);
  for (const { memory: store } of [memory, copy]) {
    await storeRestoring(store, "shop", "dec_twin", undefined, act(daysAfter(3)));
    expect(await linksBetween(store, "shop", "dec_keep", "dec_other")).toEqual([]);
    expect(await findDecision(store, "shop", "dec_keep")).toMatchObject({ outcome: undefined });
  }
  expect(await readTally(copy, "shop")).toEqual(await readTally(memory, "shop"));
  await expectSameWhenReplayed(copy.path);
});

it("erasing a duplicate leaves none of its text, wherever it was taken over", async () => {
  const memory = await correctedMemory();
  await eraseDecision(memory, "shop", "dec_twin", act(daysAfter(3)));
  const left = await raw(memory.path, (db) =>
    ["links", "memories", "outcomes", "change_parts"].flatMap((table) =>
      db
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .filter((row) => JSON.stringify(row).includes("zebra")),
    ),
  );
  expect(left).toEqual([]);
  expect((await verifyAudit(memory)).problem).toBeUndefined();
  await expectSameWhenReplayed(memory.path);
});

it("an import with a merge can be undone, and what is left counts for itself", async () => {
  const memory = await correctedMemory();
  const file = (await folderOfTest()).file("export.json");
  await perform(exportJson, { file }, memory, callBy());
  const copy = await openMemory();
  const { run } = await perform(importJson, { file }, copy, callBy({ kind: "human" }));
  await takeBackImport(copy, "shop", run ?? "", act(daysAfter(4)));
  expect(await readTally(copy, "shop")).toMatchObject({ outcomes: 0 });
  await expectSameWhenReplayed(copy.path);
});

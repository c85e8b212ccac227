import { expect, it } from "vitest";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { findLink, linksBetween, storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addProposal, findProposal } from "../../../src/decisions/sql/proposals.ts";
import { storeMerge } from "../../../src/learning/sql/corrections.ts";
import type { ImportedRecord } from "../../../src/portability/rules/import-store.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { beginImport, takeBackImport, writeImport } from "../../../src/portability/sql/imports.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";

const decided = (id: string): ImportedRecord => ({
  kind: "decision",
  decision: decision({ id }),
  outcomes: [],
  signals: [],
  files: [],
});

const replacing = (from: string, to: string): ImportedRecord => ({
  kind: "link",
  link: link({ from, to, relation: "supersedes", state: "active" }),
});

async function imported(store: Memory, run: string, records: readonly ImportedRecord[]): Promise<void> {
  const source = { project: "shop", kind: "json", source: "old.json", fingerprint: run } as const;
  await beginImport(store, { id: run, ...source }, act());
  await writeImport(store, "shop", { run, records, position: "1", counts: {} }, act());
}

const standing = async (store: Memory) => (await findDecision(store, "shop", "dec_mine"))?.standing;

/** How every store takes an import back after other things have happened. */
export function undoing(opened: () => OpenedStore): void {
  it.each([
    ["imp_1", "imp_2"],
    ["imp_2", "imp_1"],
  ])("a decision that two imports replaced holds again when both are undone, %s first", async (...order) => {
    const { memory: store } = opened();
    await addDecision(store, { decision: decision({ id: "dec_mine" }) }, act());
    await imported(store, "imp_1", [decided("dec_a"), replacing("dec_a", "dec_mine")]);
    await imported(store, "imp_2", [decided("dec_b"), replacing("dec_b", "dec_mine")]);
    await takeBackImport(store, "shop", order[0], act());
    expect(await standing(store)).toBe("superseded");
    await takeBackImport(store, "shop", order[1], act());
    expect(await standing(store)).toBe("active");
  });

  it("a decision stays replaced if another import replaced it, too", async () => {
    const { memory: store } = opened();
    await addDecision(store, { decision: decision({ id: "dec_mine" }) }, act());
    await imported(store, "imp_1", [decided("dec_a"), replacing("dec_a", "dec_mine")]);
    await writeDecisionChange(store, "shop", "dec_mine", { standing: "active" }, act());
    await imported(store, "imp_2", [decided("dec_b"), replacing("dec_b", "dec_mine")]);
    await takeBackImport(store, "shop", "imp_2", act());
    expect(await standing(store)).toBe("superseded");
  });

  it("a link that a kept decision took over from an imported duplicate goes with the duplicate", async () => {
    const { memory: store } = opened();
    for (const id of ["dec_mine", "dec_kept"])
      await addDecision(store, { decision: decision({ id }) }, act());
    await imported(store, "imp_1", [decided("dec_a"), replacing("dec_a", "dec_mine")]);
    let links = 0;
    const linkId = () => `lnk_taken_${++links}`;
    await storeMerge(store, "shop", "dec_kept", "dec_a", { linkId }, act());
    expect(await linksBetween(store, "shop", "dec_kept", "dec_mine")).toHaveLength(1);
    const { removed } = await takeBackImport(store, "shop", "imp_1", act());
    expect(removed).toMatchObject({ decision: 1, link: 1 });
    expect(await linksBetween(store, "shop", "dec_kept", "dec_mine")).toEqual([]);
    expect(await standing(store)).toBe("active");
  });

  it("a decision keeps the standing that somebody gave it since", async () => {
    const { memory: store } = opened();
    await addDecision(store, { decision: decision({ id: "dec_mine" }) }, act());
    await imported(store, "imp_1", [decided("dec_a"), replacing("dec_a", "dec_mine")]);
    await writeDecisionChange(store, "shop", "dec_mine", { standing: "deprecated" }, act());
    await takeBackImport(store, "shop", "imp_1", act());
    expect(await standing(store)).toBe("deprecated");
  });

  it("a decision stays replaced when the imported one that replaced it is erased", async () => {
    const { memory: store } = opened();
    await addDecision(store, { decision: decision({ id: "dec_mine" }) }, act());
    await imported(store, "imp_1", [decided("dec_a"), replacing("dec_a", "dec_mine")]);
    await eraseDecision(store, "shop", "dec_a", act());
    expect(await standing(store)).toBe("superseded");
  });

  it("what was proposed about a removed decision goes with it, and is not counted as imported", async () => {
    const { memory: store } = opened();
    await imported(store, "imp_1", [decided("dec_a")]);
    const proposal = {
      id: "prop_a",
      project: "shop",
      kind: "refuted",
      target: screened("dec_a"),
      statement: screened("Decide it anew"),
      reasoning: screened("It keeps failing"),
      domain: "database",
      explanations: [],
      evidence: [],
      state: "draft",
      createdAt: DAY,
      fedAt: DAY,
    } as const;
    await addProposal(store, proposal, act());
    const { removed } = await takeBackImport(store, "shop", "imp_1", act());
    expect(removed).toEqual({ decision: 1, memory: 0, link: 0, proposal: 0 });
    expect(await findProposal(store, "shop", "prop_a")).toBeUndefined();
    expect((await verifyAudit(store)).problem).toBeUndefined();
  });

  it("a link goes that was reviewed and proposed again after it was imported", async () => {
    const { memory: store } = opened();
    for (const id of ["dec_x", "dec_y"]) await addDecision(store, { decision: decision({ id }) }, act());
    const pending = link({ id: "lnk_a", from: "dec_x", to: "dec_y" });
    await imported(store, "imp_1", [{ kind: "link", link: pending }]);
    await storeLinkReview(store, "shop", "lnk_a", review({ verdict: "rejected" }), act());
    await storeLink(store, link({ from: "dec_x", to: "dec_y", reason: "Looked again" }), act());
    await takeBackImport(store, "shop", "imp_1", act());
    expect(await findLink(store, "shop", "lnk_a")).toBeUndefined();
  });
}

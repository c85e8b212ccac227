import { expect, it } from "vitest";
import { LINK_STATES, RELATIONS } from "../../../src/decisions/rules/link.ts";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import {
  contradictions,
  findLink,
  linksBetween,
  linksOf,
  neighbours,
  openSuggestions,
  pendingLinks,
  storeLink,
  storeLinkReview,
} from "../../../src/decisions/sql/links.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";

/** How every store proposes and reviews links. */
export function linking(current: () => OpenedStore): void {
  const decide = async (...ids: string[]): Promise<void> => {
    for (const id of ids) await addDecision(current().memory, { decision: decision({ id }) }, act());
  };

  it("keeps every field of a proposal, for other processes and after a restart", async () => {
    await decide("dec_a", "dec_b", "dec_c");
    const proposal = link({ evidence: "auth.js:45", contextDecision: "dec_c", suggestedBy: 0.81 });
    expect(await storeLink(current().memory, proposal, act())).toEqual({ link: proposal, as: "new" });
    expect(await findLink(await current().second(), "shop", proposal)).toEqual(proposal);
    expect(await findLink(await current().reopen(), "shop", proposal.id)).toEqual(proposal);
  });

  it("does not store the same link twice, nor a contradiction in both directions", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b");
    const first = link({ relation: "contradicts" });
    await storeLink(memory, first, act());
    const turned = link({ relation: "contradicts", from: "dec_b", to: "dec_a" });
    expect(await storeLink(memory, turned, act())).toEqual({ link: first, as: "known" });
    expect(await findLink(memory, "shop", turned)).toEqual(first);
    await storeLink(memory, link(), act());
    const other = link({ from: "dec_b", to: "dec_a" });
    expect(await storeLink(memory, other, act())).toMatchObject({ as: "new" });
    expect(await linksBetween(memory, "shop", "dec_b", "dec_a")).toHaveLength(3);
  });

  it("refuses a link to a missing decision", async () => {
    await decide("dec_a");
    await expect(storeLink(current().memory, link(), act())).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect((await pendingLinks(current().memory, "all", {}, 10)).total).toBe(0);
  });

  it("lists pending links by project and by decision, oldest first", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    await addDecision(memory, { decision: decision({ id: "dec_x", project: "bank" }) }, act());
    await addDecision(memory, { decision: decision({ id: "dec_y", project: "bank" }) }, act());
    const ab = link();
    const bc = link({ from: "dec_b", to: "dec_c" });
    const xy = link({ project: "bank", from: "dec_x", to: "dec_y" });
    for (const one of [ab, bc, xy]) await storeLink(memory, one, act());
    expect(await pendingLinks(memory, "shop", {}, 10)).toEqual({ items: [ab, bc], total: 2 });
    expect(await pendingLinks(memory, "all", {}, 2)).toEqual({ items: [ab, bc], total: 3 });
    expect(await pendingLinks(memory, "shop", { from: "dec_b" }, 10)).toEqual({ items: [bc], total: 1 });
    expect(await pendingLinks(memory, "shop", { to: "dec_b" }, 10)).toEqual({ items: [ab], total: 1 });
    expect(await linksOf(memory, "shop", ["dec_b"], RELATIONS, ["active"], 10)).toEqual([]);
    expect(await findLink(memory, "bank", ab.id)).toBeUndefined();
    expect(await linksOf(memory, "shop", ["dec_b"], RELATIONS, LINK_STATES, 10)).toEqual([bc, ab]);
    expect(await linksOf(memory, "shop", ["dec_b"], ["contradicts"], LINK_STATES, 10)).toEqual([]);
  });

  it("puts a link in force on approval, and records who approved it, how and when", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b");
    const proposal = link();
    await storeLink(memory, proposal, act());
    expect(await neighbours(memory, "shop", ["dec_a"], RELATIONS, 10)).toEqual([]);
    const said = review({ how: "asked" });
    const approved = await storeLinkReview(memory, "shop", proposal.id, said, act());
    expect(approved).toEqual({ ...proposal, state: "active", reviews: [said] });
    expect(await findLink(memory, "shop", proposal.id)).toEqual(approved);
    expect((await pendingLinks(memory, "shop", {}, 10)).total).toBe(0);
    for (const end of ["dec_a", "dec_b"])
      expect(await neighbours(memory, "shop", [end], RELATIONS, 10)).toEqual([
        { from: "dec_a", to: "dec_b", relation: "refines" },
      ]);
    await expect(storeLinkReview(memory, "shop", proposal.id, said, act())).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(storeLinkReview(memory, "bank", proposal.id, said, act())).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("keeps a rejection with its reason, even when the link is proposed again", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b");
    const proposal = link();
    await storeLink(memory, proposal, act());
    const no = review({ verdict: "rejected", reason: screened("They have nothing in common") });
    expect(await storeLinkReview(memory, "shop", proposal.id, no, act())).toMatchObject({
      state: "rejected",
    });
    const suggestion = link({ suggestedBy: 0.9 });
    expect(await storeLink(memory, suggestion, act(), 5)).toMatchObject({ as: "known" });
    const anew = link({ reason: "Here is what was overlooked", proposedAt: new Date(DAY.getTime() + 1) });
    expect(await storeLink(memory, anew, act())).toEqual({
      link: { ...anew, id: proposal.id, reviews: [no] },
      as: "again",
    });
  });

  it("limits the number of open suggestions", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    const suggest = (from: string, to: string) =>
      storeLink(memory, link({ from, to, suggestedBy: 0.8 }), act(), 2);
    await storeLink(memory, link(), act());
    const first = await suggest("dec_b", "dec_c");
    await suggest("dec_c", "dec_a");
    expect(await suggest("dec_a", "dec_c")).toBeUndefined();
    expect(await openSuggestions(memory, "shop")).toBe(2);
    await storeLinkReview(memory, "shop", first?.link.id ?? "", review({ verdict: "rejected" }), act());
    expect(await suggest("dec_a", "dec_c")).toMatchObject({ as: "new" });
  });

  it("lists contradictions in force as long as both decisions hold", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b", "dec_c");
    const contradict = async (to: string, at: Date) => {
      const one = link({ to, relation: "contradicts", proposedAt: at });
      await storeLink(memory, one, act(at));
      return storeLinkReview(memory, "shop", one.id, review(), act(at));
    };
    const first = await contradict("dec_b", DAY);
    const second = await contradict("dec_c", new Date(DAY.getTime() + 1));
    await storeLink(memory, link({ from: "dec_b", to: "dec_c", relation: "contradicts" }), act());
    expect(await contradictions(memory, "shop", 10)).toEqual([second, first]);
    expect(await contradictions(memory, "all", 1)).toEqual([second]);
    expect(await contradictions(memory, "bank", 10)).toEqual([]);
    await writeDecisionChange(memory, "shop", "dec_c", { standing: "deprecated" }, act());
    expect(await contradictions(memory, "shop", 10)).toEqual([first]);
  });

  it("limits the number of neighbours per decision", async () => {
    const { memory } = current();
    const others = Array.from({ length: 5 }, (_, i) => `dec_n${i}`);
    await decide("dec_a", ...others);
    for (const to of others) {
      const one = link({ to });
      await storeLink(memory, one, act());
      await storeLinkReview(memory, "shop", one.id, review(), act());
    }
    expect(await neighbours(memory, "shop", ["dec_a"], RELATIONS, 3)).toHaveLength(3);
    expect(await neighbours(memory, "shop", ["dec_a"], ["contradicts"], 3)).toEqual([]);
    expect(await neighbours(memory, "shop", ["dec_a", "dec_n0"], RELATIONS, 10)).toHaveLength(6);
  });

  it("writes each step to the audit log, and deletes a link with its decision", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b");
    const before = await memory.position();
    const proposal = link();
    await storeLink(memory, proposal, act());
    await storeLinkReview(memory, "shop", proposal.id, review(), act());
    const actions = (await memory.changesAfter(before, 10)).map(({ action, kind, subject }) => [
      action,
      kind,
      subject,
    ]);
    expect(actions).toEqual([
      ["link.proposed", "link", proposal.id],
      ["link.approved", "link", proposal.id],
    ]);
    await eraseDecision(memory, "shop", "dec_b", act());
    expect(await findLink(memory, "all", proposal.id)).toBeUndefined();
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });
}

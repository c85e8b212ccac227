import { expect, it } from "vitest";
import type { LinkCleanup, PlacedLink } from "../../../src/decisions/rules/link.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import {
  decisionsToImprove,
  linksToImprove,
  qualityCounts,
} from "../../../src/decisions/sql/link-quality.ts";
import {
  beginCleanup,
  countLinks,
  endCleanup,
  latestCleanup,
  linksInOrder,
  removeAutoLinks,
  restoreLinks,
} from "../../../src/decisions/sql/link-upkeep.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { evidenceByTarget } from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { legacyLinks, link, review } from "../../support/links.ts";

/** How every store counts, removes and restores links in bulk. */
export function tidyingLinks(current: () => OpenedStore): void {
  const decide = async (...ids: string[]): Promise<void> => {
    for (const id of ids) await addDecision(current().memory, { decision: decision({ id }) }, act());
  };
  const cleanup: LinkCleanup = {
    id: "cln_1",
    project: "shop",
    backup: "links-backup-1.json",
    checksum: "abc",
    startedAt: DAY,
    total: 3,
    removed: 0,
  };
  const legacy = async (): Promise<readonly PlacedLink[]> => {
    await decide("dec_a", "dec_b", "dec_c");
    const records = legacyLinks([
      ["dec_a", "dec_b"],
      ["dec_b", "dec_c"],
      ["dec_c", "dec_a"],
    ]);
    expect(await restoreLinks(current().memory, "shop", "cln_0", records, act())).toEqual({
      restored: 3,
      present: 0,
      gone: 0,
    });
    return records;
  };
  const all = { autoOnly: false, limit: 100 };

  it("distinguishes auto links from others, and returns links as stored", async () => {
    const { memory } = current();
    const records = await legacy();
    await storeLink(memory, link({ from: "dec_a", to: "dec_c" }), act());
    expect(await countLinks(memory, "shop")).toEqual({ total: 4, auto: 3 });
    expect(await countLinks(memory, "bank")).toEqual({ total: 0, auto: 0 });
    expect(await countLinks(memory, "all")).toEqual({ total: 4, auto: 3 });
    expect(await linksInOrder(memory, "shop", { ...all, autoOnly: true })).toEqual(records);
    expect(await linksInOrder(memory, "shop", all)).toHaveLength(4);
    const [first, second] = records as [PlacedLink, PlacedLink];
    expect(await linksInOrder(memory, "shop", { ...all, limit: 1 })).toEqual([first]);
    expect(await linksInOrder(memory, "shop", { autoOnly: true, after: first.place, limit: 1 })).toEqual([
      second,
    ]);
  });

  it("removes only auto links, counts them, and resumes a clean-up after a restart", async () => {
    const { memory } = current();
    const records = await legacy();
    const ours = link({ from: "dec_a", to: "dec_c" });
    await storeLink(memory, ours, act());
    await beginCleanup(memory, cleanup, act());
    const [first, ...rest] = records.map(({ link: { id } }) => id) as [string, ...string[]];
    expect(await removeAutoLinks(memory, cleanup, [first, ours.id], act())).toBe(1);
    expect(await removeAutoLinks(memory, cleanup, [first], act())).toBe(0);
    const again = await current().reopen();
    expect(await latestCleanup(again, "shop")).toEqual({ ...cleanup, removed: 1, endedAt: undefined });
    expect(await removeAutoLinks(again, cleanup, rest, act())).toBe(2);
    const ended = await endCleanup(again, cleanup, act());
    expect(ended).toEqual({ ...cleanup, removed: 3, endedAt: DAY });
    expect(await latestCleanup(again, "bank")).toBeUndefined();
    expect(await countLinks(again, "shop")).toEqual({ total: 1, auto: 0 });
    expect((await verifyAudit(again)).problem).toBeUndefined();
  });

  it("protects an auto link that a person approved", async () => {
    const { memory } = current();
    const [first] = await legacy();
    const approved = await storeLinkReview(memory, "shop", first?.link.id ?? "", review(), act());
    expect(approved).toMatchObject({ state: "active", origin: "governed" });
    expect(await countLinks(memory, "shop")).toEqual({ total: 3, auto: 2 });
    expect(await removeAutoLinks(memory, cleanup, [approved.id], act())).toBe(0);
    const [record] = await linksInOrder(memory, "shop", { ...all, limit: 1 });
    expect(record?.link.sourceFacts).toEqual({ weight: 0.7 });
  });

  it("restores missing links exactly as they were", async () => {
    const { memory } = current();
    const records = await legacy();
    await beginCleanup(memory, cleanup, act());
    await removeAutoLinks(
      memory,
      cleanup,
      records.slice(0, 2).map(({ link: { id } }) => id),
      act(),
    );
    expect(await restoreLinks(memory, "shop", "cln_2", records, act())).toEqual({
      restored: 2,
      present: 1,
      gone: 0,
    });
    expect(await linksInOrder(memory, "shop", all)).toEqual(records);
    await removeAutoLinks(
      memory,
      cleanup,
      records.map(({ link: { id } }) => id),
      act(),
    );
    await eraseDecision(memory, "shop", "dec_c", act());
    expect(await restoreLinks(memory, "shop", "cln_3", records, act())).toEqual({
      restored: 1,
      present: 0,
      gone: 2,
    });
  });

  it("counts complete and linked decisions, and lists those to improve first", async () => {
    const { memory } = current();
    const whole = {
      reasoning: "Because",
      evidence: [{ kind: "file" as const, ref: "a.ts" }],
      alternatives: ["Another"],
      risks: ["It may fail"],
    };
    const add = (id: string, fields: Parameters<typeof decision>[0]) =>
      addDecision(memory, { decision: decision({ id, ...fields }) }, act());
    await add("dec_a", whole);
    await add("dec_b", { ...whole, evidence: [], linkedPr: "#4" });
    await add("dec_c", { ...whole, reasoning: " \n" });
    await add("dec_d", { riskLevel: "high", createdAt: new Date(DAY.getTime() - 1) });
    await add("dec_e", { standing: "draft" });
    await add("dec_f", { project: "bank" });
    const rich = link({ reason: "r".repeat(51) });
    const poor = link({ from: "dec_b", to: "dec_c", reason: "p".repeat(50) });
    const rejected = link({ from: "dec_c", to: "dec_d" });
    for (const one of [rich, poor, rejected]) await storeLink(memory, one, act());
    await storeLinkReview(memory, "shop", rich.id, review(), act());
    await storeLinkReview(memory, "shop", rejected.id, review({ verdict: "rejected" }), act());
    expect(await qualityCounts(memory, "shop")).toEqual({
      decisions: 4,
      complete: 2,
      parts: { reasoning: 2, evidence: 3, alternatives: 3, risks: 4 },
      linked: 2,
      links: 2,
      richReasons: 1,
      approved: 1,
    });
    expect((await qualityCounts(memory, "all")).decisions).toBe(5);
    const ids = async (metric: "narrativeCoverage" | "linkCoverage") =>
      (await decisionsToImprove(memory, "shop", metric, 10)).map(({ id }) => id);
    expect(await ids("narrativeCoverage")).toEqual(["dec_d", "dec_c"]);
    expect(await ids("linkCoverage")).toEqual(["dec_d", "dec_c"]);
    expect(await linksToImprove(memory, "shop", 10)).toMatchObject([{ id: poor.id }]);
  });

  it("ignores auto links as contradictions in reflection", async () => {
    const { memory } = current();
    await decide("dec_a", "dec_b");
    await restoreLinks(memory, "shop", "cln_0", legacyLinks([["dec_a", "dec_b"]], "contradicts"), act());
    const [evidence] = await evidenceByTarget(memory, "shop", { targets: ["orders"] });
    expect(evidence?.contradictions).toEqual([]);
  });
}

import { expect, it } from "vitest";
import type { LinkCleanup, PlacedLink } from "../../../src/decisions/rules/link.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { legacyLinks, link, review } from "../../support/links.ts";

/** How every store counts, removes and restores links in bulk. */
export function tidyingLinks(current: () => OpenedStore): void {
  const decide = async (...ids: string[]): Promise<void> => {
    for (const id of ids) await current().store.addDecision({ decision: decision({ id }) }, act());
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
    expect(await current().store.restoreLinks("shop", "cln_0", records, act())).toEqual({
      restored: 3,
      present: 0,
      gone: 0,
    });
    return records;
  };
  const all = { autoOnly: false, limit: 100 };

  it("distinguishes auto links from others, and returns links as stored", async () => {
    const { store } = current();
    const records = await legacy();
    await store.proposeLink(link({ from: "dec_a", to: "dec_c" }), act());
    expect(await store.countLinks("shop")).toEqual({ total: 4, auto: 3 });
    expect(await store.countLinks("bank")).toEqual({ total: 0, auto: 0 });
    expect(await store.countLinks("all")).toEqual({ total: 4, auto: 3 });
    expect(await store.linksInOrder("shop", { ...all, autoOnly: true })).toEqual(records);
    expect(await store.linksInOrder("shop", all)).toHaveLength(4);
    const [first, second] = records as [PlacedLink, PlacedLink];
    expect(await store.linksInOrder("shop", { ...all, limit: 1 })).toEqual([first]);
    expect(await store.linksInOrder("shop", { autoOnly: true, after: first.place, limit: 1 })).toEqual([
      second,
    ]);
  });

  it("removes only auto links, counts them, and resumes a clean-up after a restart", async () => {
    const { store } = current();
    const records = await legacy();
    const ours = link({ from: "dec_a", to: "dec_c" });
    await store.proposeLink(ours, act());
    await store.beginCleanup(cleanup, act());
    const [first, ...rest] = records.map(({ link: { id } }) => id) as [string, ...string[]];
    expect(await store.removeAutoLinks(cleanup, [first, ours.id], act())).toBe(1);
    expect(await store.removeAutoLinks(cleanup, [first], act())).toBe(0);
    const again = await current().reopen();
    expect(await again.latestCleanup("shop")).toEqual({ ...cleanup, removed: 1, endedAt: undefined });
    expect(await again.removeAutoLinks(cleanup, rest, act())).toBe(2);
    const ended = await again.endCleanup(cleanup, act());
    expect(ended).toEqual({ ...cleanup, removed: 3, endedAt: DAY });
    expect(await again.latestCleanup("bank")).toBeUndefined();
    expect(await again.countLinks("shop")).toEqual({ total: 1, auto: 0 });
    expect((await again.verifyAudit()).problem).toBeUndefined();
  });

  it("protects an auto link that a person approved", async () => {
    const { store } = current();
    const [first] = await legacy();
    const approved = await store.reviewLink("shop", first?.link.id ?? "", review(), act());
    expect(approved).toMatchObject({ state: "active", origin: "governed" });
    expect(await store.countLinks("shop")).toEqual({ total: 3, auto: 2 });
    expect(await store.removeAutoLinks(cleanup, [approved.id], act())).toBe(0);
    const [record] = await store.linksInOrder("shop", { ...all, limit: 1 });
    expect(record?.link.sourceFacts).toEqual({ weight: 0.7 });
  });

  it("restores missing links exactly as they were", async () => {
    const { store } = current();
    const records = await legacy();
    await store.beginCleanup(cleanup, act());
    await store.removeAutoLinks(
      cleanup,
      records.slice(0, 2).map(({ link: { id } }) => id),
      act(),
    );
    expect(await store.restoreLinks("shop", "cln_2", records, act())).toEqual({
      restored: 2,
      present: 1,
      gone: 0,
    });
    expect(await store.linksInOrder("shop", all)).toEqual(records);
    await store.removeAutoLinks(
      cleanup,
      records.map(({ link: { id } }) => id),
      act(),
    );
    await store.eraseDecision("shop", "dec_c", act());
    expect(await store.restoreLinks("shop", "cln_3", records, act())).toEqual({
      restored: 1,
      present: 0,
      gone: 2,
    });
  });

  it("counts complete and linked decisions, and lists those to improve first", async () => {
    const { store } = current();
    const whole = {
      reasoning: "Because",
      evidence: [{ kind: "file" as const, ref: "a.ts" }],
      alternatives: ["Another"],
      risks: ["It may fail"],
    };
    const add = (id: string, fields: Parameters<typeof decision>[0]) =>
      store.addDecision({ decision: decision({ id, ...fields }) }, act());
    await add("dec_a", whole);
    await add("dec_b", { ...whole, evidence: [], linkedPr: "#4" });
    await add("dec_c", { ...whole, reasoning: " \n" });
    await add("dec_d", { riskLevel: "high", createdAt: new Date(DAY.getTime() - 1) });
    await add("dec_e", { standing: "draft" });
    await add("dec_f", { project: "bank" });
    const rich = link({ reason: "r".repeat(51) });
    const poor = link({ from: "dec_b", to: "dec_c", reason: "p".repeat(50) });
    const rejected = link({ from: "dec_c", to: "dec_d" });
    for (const one of [rich, poor, rejected]) await store.proposeLink(one, act());
    await store.reviewLink("shop", rich.id, review(), act());
    await store.reviewLink("shop", rejected.id, review({ verdict: "rejected" }), act());
    expect(await store.qualityCounts("shop")).toEqual({
      decisions: 4,
      complete: 2,
      parts: { reasoning: 2, evidence: 3, alternatives: 3, risks: 4 },
      linked: 2,
      links: 2,
      richReasons: 1,
      approved: 1,
    });
    expect((await store.qualityCounts("all")).decisions).toBe(5);
    const ids = async (metric: "narrativeCoverage" | "linkCoverage") =>
      (await store.decisionsToImprove("shop", metric, 10)).map(({ id }) => id);
    expect(await ids("narrativeCoverage")).toEqual(["dec_d", "dec_c"]);
    expect(await ids("linkCoverage")).toEqual(["dec_d", "dec_c"]);
    expect(await store.linksToImprove("shop", 10)).toMatchObject([{ id: poor.id }]);
  });

  it("ignores auto links as contradictions in reflection", async () => {
    const { store } = current();
    await decide("dec_a", "dec_b");
    await store.restoreLinks("shop", "cln_0", legacyLinks([["dec_a", "dec_b"]], "contradicts"), act());
    const [evidence] = await store.evidenceByTarget("shop", { targets: ["orders"] });
    expect(evidence?.contradictions).toEqual([]);
  });
}

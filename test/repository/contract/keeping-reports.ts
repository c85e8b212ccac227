import { expect, it } from "vitest";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { commitId, report } from "../../support/reports.ts";
import { daysAfter } from "../../support/skills.ts";

export function keepingReports(opened: () => OpenedStore): void {
  const added = async (fields: Parameters<typeof decision>[0] = {}): Promise<string> => {
    const made = decision(fields);
    await opened().store.addDecision({ decision: made }, act());
    return made.id;
  };

  it("keeps all of a report, and after a restart", async () => {
    const { store } = opened();
    const id = await added();
    const whole = report({
      decision: id,
      kind: "checked",
      key: "run 7",
      source: "github",
      of: commitId("b"),
      pr: 12,
      address: screened("https://example.org/run/7"),
      passed: false,
      by: "pull request",
      files: [screened("src/orders.ts")],
    });
    expect(await store.addReports([whole])).toEqual([whole]);
    expect((await (await opened().reopen()).reportsOf("shop", [id])).get(id)).toEqual([whole]);
  });

  it("has each once, however often it comes, and answers with the new ones", async () => {
    const { store } = opened();
    const id = await added();
    const [first, second] = [report({ decision: id }), report({ decision: id, commit: commitId("b") })];
    expect(await store.addReports([first, first])).toEqual([first]);
    expect(await store.addReports([first, second, { ...first, kind: "merged" }])).toEqual([
      second,
      { ...first, kind: "merged" },
    ]);
    expect((await store.reportsOf("shop", [id])).get(id)).toHaveLength(3);
  });

  it("has none about what is no decision of the project", async () => {
    const { store } = opened();
    const id = await added();
    const elsewhere = [report({ decision: id, project: "depot" }), report({ decision: "dec_unknown" })];
    expect(await store.addReports(elsewhere)).toEqual([]);
    expect(await store.reportsOf("all", [id, "dec_unknown"])).toEqual(
      new Map([
        [id, []],
        ["dec_unknown", []],
      ]),
    );
  });

  it("answers oldest first, and in the order of coming at the same time", async () => {
    const { store } = opened();
    const id = await added();
    const [late, early, same] = [
      report({ decision: id, key: "late", at: daysAfter(3) }),
      report({ decision: id, key: "early", at: daysAfter(1) }),
      report({ decision: id, key: "same", at: daysAfter(1) }),
    ];
    await store.addReports([late, early, same]);
    expect((await store.reportsOf("shop", [id])).get(id)).toEqual([early, same, late]);
  });

  it("finds what names a commit or a pull request", async () => {
    const { store } = opened();
    const [one, other] = [await added(), await added()];
    const first = report({ decision: one, pr: 3 });
    const second = report({ decision: other, commit: commitId("b") });
    await store.addReports([first, second]);
    expect(await store.reportsNaming("shop", { commits: [commitId("b")] })).toEqual([second]);
    expect(await store.reportsNaming("shop", { prs: [3, 4] })).toEqual([first]);
    expect(await store.reportsNaming("shop", { commits: [commitId("a")], prs: [3] })).toEqual([first]);
    expect(await store.reportsNaming("shop", {})).toEqual([]);
  });

  it("lists the open decisions of which something is said, the oldest first", async () => {
    const { store } = opened();
    const later = await added({ createdAt: daysAfter(1) });
    const [older, settled, dismissed] = [await added(), await added(), await added()];
    await added();
    await store.addReports([older, later, settled, dismissed].map((id) => report({ decision: id })));
    await store.recordOutcome("shop", settled, outcome(1), act());
    expect(await store.dismissReports("shop", dismissed, DAY)).toBe(1);
    const listed = await store.decisionsWithReports("shop", 1);
    expect(listed).toMatchObject({ items: [{ id: older }], total: 2 });
    expect((await store.decisionsWithReports("all", 5)).items.map(({ id }) => id)).toEqual([older, later]);
  });

  it("keeps what was dismissed, and opens the decision again with something new", async () => {
    const { store } = opened();
    const id = await added();
    await store.addReports([report({ decision: id })]);
    await store.dismissReports("shop", id, daysAfter(2));
    expect(await store.dismissReports("shop", id, daysAfter(3))).toBe(0);
    await store.addReports([report({ decision: id }), report({ decision: id, kind: "reverted" })]);
    expect((await store.reportsOf("shop", [id])).get(id)).toMatchObject([
      { kind: "carried", dismissedAt: daysAfter(2) },
      { kind: "reverted" },
    ]);
    expect(await store.decisionsWithReports("shop", 5)).toMatchObject({ total: 1 });
  });

  it("says of a decision what is said of its duplicates", async () => {
    const { store } = opened();
    const [kept, duplicate] = [await added(), await added()];
    await store.addReports([report({ decision: duplicate })]);
    await store.mergeDecisions("shop", kept, duplicate, { linkId: () => "lnk_merge" }, act());
    expect((await store.reportsOf("shop", [kept])).get(kept)).toMatchObject([{ decision: duplicate }]);
    expect((await store.decisionsWithReports("shop", 5)).items.map(({ id }) => id)).toEqual([kept]);
  });

  it("goes with its decision, and with its project", async () => {
    const { store } = opened();
    const [erased, other] = [await added(), await added({ project: "depot" })];
    await store.addReports([
      report({ decision: erased }),
      report({ decision: other, project: "depot", commit: commitId("c") }),
    ]);
    await store.noteRead("depot", { commit: commitId("c"), at: DAY });
    await store.eraseDecision("shop", erased, act());
    expect(await store.reportsNaming("all", { commits: [commitId("a")] })).toEqual([]);
    await store.eraseProject("depot", act());
    expect(await store.reportsNaming("all", { commits: [commitId("c")] })).toEqual([]);
    expect(await store.howFarRead("depot")).toBeUndefined();
  });

  it("moves with its project, and comes back with it", async () => {
    const { store } = opened();
    const id = await added();
    await store.addReports([report({ decision: id })]);
    await store.noteRead("shop", { commit: commitId("a"), at: DAY });
    await store.moveProject("shop", "store", act());
    expect((await store.reportsOf("store", [id])).get(id)).toMatchObject([{ project: "store" }]);
    expect(await store.howFarRead("shop")).toBeUndefined();
    expect(await store.howFarRead("store")).toEqual({ commit: commitId("a"), at: DAY });
    await store.undoMove((await store.lastMove())?.entry ?? 0, act());
    expect((await store.reportsOf("shop", [id])).get(id)).toMatchObject([{ project: "shop" }]);
    expect(await store.howFarRead("shop")).toEqual({ commit: commitId("a"), at: DAY });
  });

  it("knows how far the history of a project was read", async () => {
    const { store } = opened();
    expect(await store.howFarRead("shop")).toBeUndefined();
    await store.noteRead("shop", { commit: commitId("a"), at: DAY });
    await store.noteRead("shop", { commit: commitId("b"), at: daysAfter(1) });
    await store.noteRead("depot", { commit: commitId("c"), at: DAY });
    expect(await store.howFarRead("shop")).toEqual({ commit: commitId("b"), at: daysAfter(1) });
  });

  it("leaves no rows in the audit log", async () => {
    const { store } = opened();
    const id = await added();
    const before = await store.position();
    await store.addReports([report({ decision: id })]);
    await store.dismissReports("shop", id, DAY);
    await store.noteRead("shop", { commit: commitId("a"), at: DAY });
    expect(await store.changesAfter(before, 10)).toEqual([]);
  });
}

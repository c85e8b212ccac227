import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeMerge } from "../../../src/learning/sql/corrections.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { eraseProject, lastMove, storeMove, undoMove } from "../../../src/portability/sql/projects.ts";
import {
  addReports,
  decisionsWithReports,
  dismissReports,
  howFarRead,
  noteRead,
  reportsNaming,
  reportsOf,
} from "../../../src/repository/sql/report-rows.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { commitId, report } from "../../support/reports.ts";
import { daysAfter } from "../../support/skills.ts";

export function keepingReports(opened: () => OpenedStore): void {
  const added = async (fields: Parameters<typeof decision>[0] = {}): Promise<string> => {
    const made = decision(fields);
    await addDecision(opened().memory, { decision: made }, act());
    return made.id;
  };

  it("keeps all of a report, and after a restart", async () => {
    const { memory } = opened();
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
    expect(await addReports(memory, [whole])).toEqual([whole]);
    expect((await reportsOf(await opened().reopen(), "shop", [id])).get(id)).toEqual([whole]);
  });

  it("has each once, however often it comes, and answers with the new ones", async () => {
    const { memory } = opened();
    const id = await added();
    const [first, second] = [report({ decision: id }), report({ decision: id, commit: commitId("b") })];
    expect(await addReports(memory, [first, first])).toEqual([first]);
    expect(await addReports(memory, [first, second, { ...first, kind: "merged" }])).toEqual([
      second,
      { ...first, kind: "merged" },
    ]);
    expect((await reportsOf(memory, "shop", [id])).get(id)).toHaveLength(3);
  });

  it("has none about what is no decision of the project", async () => {
    const { memory } = opened();
    const id = await added();
    const elsewhere = [report({ decision: id, project: "depot" }), report({ decision: "dec_unknown" })];
    expect(await addReports(memory, elsewhere)).toEqual([]);
    expect(await reportsOf(memory, "all", [id, "dec_unknown"])).toEqual(
      new Map([
        [id, []],
        ["dec_unknown", []],
      ]),
    );
  });

  it("answers oldest first, and in the order of coming at the same time", async () => {
    const { memory } = opened();
    const id = await added();
    const [late, early, same] = [
      report({ decision: id, key: "late", at: daysAfter(3) }),
      report({ decision: id, key: "early", at: daysAfter(1) }),
      report({ decision: id, key: "same", at: daysAfter(1) }),
    ];
    await addReports(memory, [late, early, same]);
    expect((await reportsOf(memory, "shop", [id])).get(id)).toEqual([early, same, late]);
  });

  it("finds what names a commit or a pull request", async () => {
    const { memory } = opened();
    const [one, other] = [await added(), await added()];
    const first = report({ decision: one, pr: 3 });
    const second = report({ decision: other, commit: commitId("b") });
    await addReports(memory, [first, second]);
    expect(await reportsNaming(memory, "shop", { commits: [commitId("b")] })).toEqual([second]);
    expect(await reportsNaming(memory, "shop", { prs: [3, 4] })).toEqual([first]);
    expect(await reportsNaming(memory, "shop", { commits: [commitId("a")], prs: [3] })).toEqual([first]);
    expect(await reportsNaming(memory, "shop", {})).toEqual([]);
  });

  it("lists the open decisions of which something is said, the oldest first", async () => {
    const { memory } = opened();
    const later = await added({ createdAt: daysAfter(1) });
    const [older, settled, dismissed] = [await added(), await added(), await added()];
    await added();
    await addReports(
      memory,
      [older, later, settled, dismissed].map((id) => report({ decision: id })),
    );
    await addOutcome(memory, "shop", settled, outcome(1), act());
    expect(await dismissReports(memory, "shop", dismissed, DAY)).toBe(1);
    const listed = await decisionsWithReports(memory, "shop", 1);
    expect(listed).toMatchObject({ items: [{ id: older }], total: 2 });
    expect((await decisionsWithReports(memory, "all", 5)).items.map(({ id }) => id)).toEqual([older, later]);
  });

  it("keeps what was dismissed, and opens the decision again with something new", async () => {
    const { memory } = opened();
    const id = await added();
    await addReports(memory, [report({ decision: id })]);
    await dismissReports(memory, "shop", id, daysAfter(2));
    expect(await dismissReports(memory, "shop", id, daysAfter(3))).toBe(0);
    await addReports(memory, [report({ decision: id }), report({ decision: id, kind: "reverted" })]);
    expect((await reportsOf(memory, "shop", [id])).get(id)).toMatchObject([
      { kind: "carried", dismissedAt: daysAfter(2) },
      { kind: "reverted" },
    ]);
    expect(await decisionsWithReports(memory, "shop", 5)).toMatchObject({ total: 1 });
  });

  it("says of a decision what is said of its duplicates", async () => {
    const { memory } = opened();
    const [kept, duplicate] = [await added(), await added()];
    await addReports(memory, [report({ decision: duplicate })]);
    await storeMerge(memory, "shop", kept, duplicate, { linkId: () => "lnk_merge" }, act());
    expect((await reportsOf(memory, "shop", [kept])).get(kept)).toMatchObject([{ decision: duplicate }]);
    expect((await decisionsWithReports(memory, "shop", 5)).items.map(({ id }) => id)).toEqual([kept]);
  });

  it("goes with its decision, and with its project", async () => {
    const { memory } = opened();
    const [erased, other] = [await added(), await added({ project: "depot" })];
    await addReports(memory, [
      report({ decision: erased }),
      report({ decision: other, project: "depot", commit: commitId("c") }),
    ]);
    await noteRead(memory, "depot", { commit: commitId("c"), at: DAY });
    await eraseDecision(memory, "shop", erased, act());
    expect(await reportsNaming(memory, "all", { commits: [commitId("a")] })).toEqual([]);
    await eraseProject(memory, "depot", act());
    expect(await reportsNaming(memory, "all", { commits: [commitId("c")] })).toEqual([]);
    expect(await howFarRead(memory, "depot")).toBeUndefined();
  });

  it("moves with its project, and comes back with it", async () => {
    const { memory } = opened();
    const id = await added();
    await addReports(memory, [report({ decision: id })]);
    await noteRead(memory, "shop", { commit: commitId("a"), at: DAY });
    await storeMove(memory, "shop", "store", act());
    expect((await reportsOf(memory, "store", [id])).get(id)).toMatchObject([{ project: "store" }]);
    expect(await howFarRead(memory, "shop")).toBeUndefined();
    expect(await howFarRead(memory, "store")).toEqual({ commit: commitId("a"), at: DAY });
    await undoMove(memory, (await lastMove(memory))?.entry ?? 0, act());
    expect((await reportsOf(memory, "shop", [id])).get(id)).toMatchObject([{ project: "shop" }]);
    expect(await howFarRead(memory, "shop")).toEqual({ commit: commitId("a"), at: DAY });
  });

  it("knows how far the history of a project was read", async () => {
    const { memory } = opened();
    expect(await howFarRead(memory, "shop")).toBeUndefined();
    await noteRead(memory, "shop", { commit: commitId("a"), at: DAY });
    await noteRead(memory, "shop", { commit: commitId("b"), at: daysAfter(1) });
    await noteRead(memory, "depot", { commit: commitId("c"), at: DAY });
    expect(await howFarRead(memory, "shop")).toEqual({ commit: commitId("b"), at: daysAfter(1) });
  });

  it("leaves no rows in the audit log", async () => {
    const { memory } = opened();
    const id = await added();
    const before = await memory.position();
    await addReports(memory, [report({ decision: id })]);
    await dismissReports(memory, "shop", id, DAY);
    await noteRead(memory, "shop", { commit: commitId("a"), at: DAY });
    expect(await memory.changesAfter(before, 10)).toEqual([]);
  });
}

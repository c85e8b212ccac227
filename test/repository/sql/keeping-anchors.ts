import { expect, it } from "vitest";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { eraseProject, storeMove } from "../../../src/portability/sql/projects.ts";
import type { AnchorsRead } from "../../../src/repository/rules/anchor-state.ts";
import {
  anchorReading,
  anchorsAt,
  anchorsOf,
  decisionsOfCommit,
  decisionsToFollow,
  followedAnchors,
  lostDependencies,
  manifestsOf,
  saveAnchors,
} from "../../../src/repository/sql/anchor-rows.ts";
import { decisionsAboutFile } from "../../../src/repository/sql/decisions-about-file.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { followedAnchor } from "../../support/anchors.ts";
import { act, capturedIn, DAY, decision } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { commitId } from "../../support/reports.ts";

const nothing: Omit<AnchorsRead, "reading"> = {
  anchors: [],
  dropped: [],
  manifests: [],
  lost: [],
  found: [],
};
const later = new Date(DAY.getTime() + 60_000);

export function keepingAnchors(opened: () => OpenedStore): void {
  const reading = { commit: commitId("a"), at: DAY, entry: 0, memory: 0 };
  const made = (fields: Parameters<typeof decision>[0]) =>
    addDecision(opened().memory, { decision: decision(fields) }, act());
  const save = (read: Partial<AnchorsRead>) =>
    saveAnchors(opened().memory, "shop", { reading, ...nothing, ...read });

  it("come back as they were saved, and survive a restart", async () => {
    await made({ id: "dec_one" });
    const anchor = followedAnchor({
      decision: "dec_one",
      path: "lib/orders.ts",
      trail: ["src/orders.ts"],
      symbol: "Orders.save",
      place: "#Orders.save",
      sketch: "0123abcd",
      baseline: commitId("b"),
      carried: "touching",
    });
    await save({ anchors: [anchor], manifests: ["package.json"] });
    const store = await opened().reopen();
    expect(await followedAnchors(store, "shop")).toEqual([anchor]);
    expect(await anchorsOf(store, "shop", ["dec_one", "dec_none"])).toEqual(
      new Map([
        ["dec_one", [anchor]],
        ["dec_none", []],
      ]),
    );
    expect(await anchorReading(store, "shop")).toEqual(reading);
    expect(await manifestsOf(store, "shop")).toEqual(["package.json"]);
  });

  it("are found by the file where it is now, and by the folders that it is in", async () => {
    await made({ id: "dec_moved" });
    await made({ id: "dec_folder" });
    const moved = followedAnchor({
      decision: "dec_moved",
      path: "lib/a/orders.ts",
      trail: ["src/orders.ts"],
    });
    const folder = followedAnchor({ decision: "dec_folder", saidPath: "lib", path: "lib" });
    await save({ anchors: [moved, folder] });
    const { memory: store } = opened();
    expect((await anchorsAt(store, "shop", "lib/a/orders.ts")).map((one) => one.decision)).toEqual([
      "dec_folder",
      "dec_moved",
    ]);
    expect(await anchorsAt(store, "shop", "src/orders.ts")).toEqual([]);
  });

  it("are replaced and dropped one by one", async () => {
    await made({ id: "dec_one" });
    const first = followedAnchor({ decision: "dec_one" });
    const second = followedAnchor({ decision: "dec_one", saidPath: "src/pay.ts" });
    await save({ anchors: [first, second] });
    await save({ anchors: [{ ...first, path: "src/new.ts" }], dropped: [second] });
    expect(await followedAnchors(opened().memory, "shop")).toEqual([{ ...first, path: "src/new.ts" }]);
  });

  it("go with their decision, and one without a decision is not kept", async () => {
    const { memory: store } = opened();
    await made({ id: "dec_one" });
    await save({
      anchors: [followedAnchor({ decision: "dec_one" }), followedAnchor({ decision: "dec_none" })],
    });
    expect(await followedAnchors(store, "shop")).toHaveLength(1);
    await eraseDecision(store, "shop", "dec_one", act());
    expect(await followedAnchors(store, "shop")).toEqual([]);
  });

  it("move with their decision, and the history is read again for both projects", async () => {
    const { memory: store } = opened();
    await made({ id: "dec_one" });
    await save({ anchors: [followedAnchor({ decision: "dec_one" })], manifests: ["package.json"] });
    await storeMove(store, "shop", "depot", act());
    expect(await followedAnchors(store, "depot")).toMatchObject([{ decision: "dec_one", project: "depot" }]);
    expect(await anchorReading(store, "shop")).toBeUndefined();
    expect(await manifestsOf(store, "shop")).toEqual([]);
  });

  it("are forgotten with their project", async () => {
    const { memory: store } = opened();
    await made({ id: "dec_one" });
    const lost = { manifest: "package.json", name: "redis", commit: commitId("c"), at: DAY };
    await save({ anchors: [followedAnchor({ decision: "dec_one" })], lost: [lost] });
    await eraseProject(store, "shop", act());
    expect(await followedAnchors(store, "shop")).toEqual([]);
    expect(await lostDependencies(store, "shop")).toEqual([]);
    expect(await anchorReading(store, "shop")).toBeUndefined();
  });

  it("are wanted of decisions that are new or were changed, whatever changed them", async () => {
    const { memory: store } = opened();
    await made({ id: "dec_one", evidence: [{ kind: "file", ref: "src/orders.ts" }] });
    const first = await decisionsToFollow(store, "shop", undefined);
    expect(first.decisions.map(({ id }) => id)).toEqual(["dec_one"]);
    expect(first.added).toEqual(new Set(["dec_one"]));
    const { entry, memory } = first;
    expect((await decisionsToFollow(store, "shop", { entry, memory })).decisions).toEqual([]);
    await writeDecisionChange(store, "shop", "dec_one", { capturedIn: capturedIn() }, act(later));
    const changed = await decisionsToFollow(store, "shop", { entry, memory });
    expect(changed.decisions.map(({ id }) => id)).toEqual(["dec_one"]);
    expect(changed.added.size).toBe(0);
    expect((await decisionsToFollow(store, "depot", undefined)).decisions).toEqual([]);
  });

  it("name the commit that carried a decision out, which is found whole or by its beginning", async () => {
    const { memory: store } = opened();
    await made({ id: "dec_linked", linkedCommit: commitId("d").slice(0, 10) });
    await made({ id: "dec_carried" });
    await made({ id: "dec_before" });
    await save({
      anchors: [
        followedAnchor({ decision: "dec_carried", baseline: commitId("d"), carried: "touching" }),
        followedAnchor({ decision: "dec_before", baseline: commitId("d"), carried: "not" }),
      ],
    });
    expect(new Set(await decisionsOfCommit(store, "shop", commitId("d")))).toEqual(
      new Set(["dec_linked", "dec_carried"]),
    );
    expect(await decisionsOfCommit(store, "depot", commitId("d"))).toEqual([]);
  });

  it("tell which packages a manifest lost, until it lists them again", async () => {
    const { memory: store } = opened();
    const lost = { manifest: "package.json", name: "redis", commit: commitId("c"), at: DAY };
    await save({ lost: [lost] });
    expect(await lostDependencies(store, "shop")).toEqual([lost]);
    await save({ found: [{ manifest: "package.json", name: "redis" }] });
    expect(await lostDependencies(store, "shop")).toEqual([]);
  });

  it("tell what was decided about a file, what was only touched last, and nothing that neither holds nor failed", async () => {
    const { memory: store } = opened();
    await made({ id: "dec_touched", createdAt: later });
    await made({ id: "dec_cited", evidence: [{ kind: "file", ref: "src/orders.ts" }] });
    await made({ id: "dec_moved" });
    await made({ id: "dec_retracted", standing: "deprecated" });
    await made({ id: "dec_failed", standing: "deprecated" });
    await addOutcome(store, "shop", "dec_failed", outcome(0), act());
    await save({
      anchors: ["dec_moved", "dec_retracted", "dec_failed"]
        .map((id) => followedAnchor({ decision: id, saidPath: "a.ts", path: "src/orders.ts" }))
        .concat(followedAnchor({ decision: "dec_touched", source: "touched" })),
    });
    const about = (await decisionsAboutFile(store, "shop", "src/orders.ts", 10)).map(({ id }) => id);
    expect(about.at(-1)).toBe("dec_touched");
    expect(new Set(about)).toEqual(new Set(["dec_cited", "dec_moved", "dec_failed", "dec_touched"]));
  });
}

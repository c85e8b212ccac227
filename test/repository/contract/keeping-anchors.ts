import { expect, it } from "vitest";
import type { AnchorsRead } from "../../../src/repository/rules/anchor-state.ts";
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
    opened().store.addDecision({ decision: decision(fields) }, act());
  const save = (read: Partial<AnchorsRead>) =>
    opened().store.saveAnchors("shop", { reading, ...nothing, ...read });

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
    expect(await store.followedAnchors("shop")).toEqual([anchor]);
    expect(await store.anchorsOf("shop", ["dec_one", "dec_none"])).toEqual(
      new Map([
        ["dec_one", [anchor]],
        ["dec_none", []],
      ]),
    );
    expect(await store.anchorReading("shop")).toEqual(reading);
    expect(await store.manifestsOf("shop")).toEqual(["package.json"]);
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
    const { store } = opened();
    expect((await store.anchorsAt("shop", "lib/a/orders.ts")).map((one) => one.decision)).toEqual([
      "dec_folder",
      "dec_moved",
    ]);
    expect(await store.anchorsAt("shop", "src/orders.ts")).toEqual([]);
  });

  it("are replaced and dropped one by one", async () => {
    await made({ id: "dec_one" });
    const first = followedAnchor({ decision: "dec_one" });
    const second = followedAnchor({ decision: "dec_one", saidPath: "src/pay.ts" });
    await save({ anchors: [first, second] });
    await save({ anchors: [{ ...first, path: "src/new.ts" }], dropped: [second] });
    expect(await opened().store.followedAnchors("shop")).toEqual([{ ...first, path: "src/new.ts" }]);
  });

  it("go with their decision, and one without a decision is not kept", async () => {
    const { store } = opened();
    await made({ id: "dec_one" });
    await save({
      anchors: [followedAnchor({ decision: "dec_one" }), followedAnchor({ decision: "dec_none" })],
    });
    expect(await store.followedAnchors("shop")).toHaveLength(1);
    await store.eraseDecision("shop", "dec_one", act());
    expect(await store.followedAnchors("shop")).toEqual([]);
  });

  it("move with their decision, and the history is read again for both projects", async () => {
    const { store } = opened();
    await made({ id: "dec_one" });
    await save({ anchors: [followedAnchor({ decision: "dec_one" })], manifests: ["package.json"] });
    await store.moveProject("shop", "depot", act());
    expect(await store.followedAnchors("depot")).toMatchObject([{ decision: "dec_one", project: "depot" }]);
    expect(await store.anchorReading("shop")).toBeUndefined();
    expect(await store.manifestsOf("shop")).toEqual([]);
  });

  it("are forgotten with their project", async () => {
    const { store } = opened();
    await made({ id: "dec_one" });
    const lost = { manifest: "package.json", name: "redis", commit: commitId("c"), at: DAY };
    await save({ anchors: [followedAnchor({ decision: "dec_one" })], lost: [lost] });
    await store.eraseProject("shop", act());
    expect(await store.followedAnchors("shop")).toEqual([]);
    expect(await store.lostDependencies("shop")).toEqual([]);
    expect(await store.anchorReading("shop")).toBeUndefined();
  });

  it("are wanted of decisions that are new or were changed, whatever changed them", async () => {
    const { store } = opened();
    await made({ id: "dec_one", evidence: [{ kind: "file", ref: "src/orders.ts" }] });
    const first = await store.decisionsToFollow("shop", undefined);
    expect(first.decisions.map(({ id }) => id)).toEqual(["dec_one"]);
    expect(first.added).toEqual(new Set(["dec_one"]));
    const { entry, memory } = first;
    expect((await store.decisionsToFollow("shop", { entry, memory })).decisions).toEqual([]);
    await store.updateDecision("shop", "dec_one", { capturedIn: capturedIn() }, act(later));
    const changed = await store.decisionsToFollow("shop", { entry, memory });
    expect(changed.decisions.map(({ id }) => id)).toEqual(["dec_one"]);
    expect(changed.added.size).toBe(0);
    expect((await store.decisionsToFollow("depot", undefined)).decisions).toEqual([]);
  });

  it("name the commit that carried a decision out, which is found whole or by its beginning", async () => {
    const { store } = opened();
    await made({ id: "dec_linked", linkedCommit: commitId("d").slice(0, 10) });
    await made({ id: "dec_carried" });
    await made({ id: "dec_before" });
    await save({
      anchors: [
        followedAnchor({ decision: "dec_carried", baseline: commitId("d"), carried: "touching" }),
        followedAnchor({ decision: "dec_before", baseline: commitId("d"), carried: "not" }),
      ],
    });
    expect(new Set(await store.decisionsOfCommit("shop", commitId("d")))).toEqual(
      new Set(["dec_linked", "dec_carried"]),
    );
    expect(await store.decisionsOfCommit("depot", commitId("d"))).toEqual([]);
  });

  it("tell which packages a manifest lost, until it lists them again", async () => {
    const { store } = opened();
    const lost = { manifest: "package.json", name: "redis", commit: commitId("c"), at: DAY };
    await save({ lost: [lost] });
    expect(await store.lostDependencies("shop")).toEqual([lost]);
    await save({ found: [{ manifest: "package.json", name: "redis" }] });
    expect(await store.lostDependencies("shop")).toEqual([]);
  });

  it("tell what was decided about a file, what was only touched last, and nothing that neither holds nor failed", async () => {
    const { store } = opened();
    await made({ id: "dec_touched", createdAt: later });
    await made({ id: "dec_cited", evidence: [{ kind: "file", ref: "src/orders.ts" }] });
    await made({ id: "dec_moved" });
    await made({ id: "dec_retracted", standing: "deprecated" });
    await made({ id: "dec_failed", standing: "deprecated" });
    await store.recordOutcome("shop", "dec_failed", outcome(0), act());
    await save({
      anchors: ["dec_moved", "dec_retracted", "dec_failed"]
        .map((id) => followedAnchor({ decision: id, saidPath: "a.ts", path: "src/orders.ts" }))
        .concat(followedAnchor({ decision: "dec_touched", source: "touched" })),
    });
    const about = (await store.decisionsAboutFile("shop", "src/orders.ts", 10)).map(({ id }) => id);
    expect(about.at(-1)).toBe("dec_touched");
    expect(new Set(about)).toEqual(new Set(["dec_cited", "dec_moved", "dec_failed", "dec_touched"]));
  });
}

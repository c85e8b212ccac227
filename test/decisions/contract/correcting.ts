import { expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import type { Store } from "../../../src/memory/store.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { historyOf, outcome, signal } from "../../support/outcomes.ts";
import { daysAfter } from "../../support/skills.ts";

let links = 0;
const ids = { linkId: () => `lnk_merged${++links}` };

async function kept(store: Store, fields: DecisionFields = {}): Promise<Decision> {
  return (await store.addDecision({ decision: decision(fields) }, act())).decision;
}

const found = async (store: Store, { id }: Decision): Promise<Decision> =>
  (await store.findDecision("shop", id)) as Decision;

const retracted = (store: Store, { id }: Decision, by = actor()): Promise<unknown> =>
  store.updateDecision("shop", id, { standing: "deprecated" }, act(DAY, by));

const succeeded = (store: Store, { id }: Decision, at: Date, score = 1): Promise<unknown> =>
  store.recordOutcome("shop", id, outcome(score), act(at));

export function restoring(current: () => OpenedStore): void {
  it("gives back the standing from before, once or again", async () => {
    const { store } = current();
    const [held, drafted, replaced] = [
      await kept(store),
      await kept(store, { standing: "draft" }),
      await kept(store),
    ];
    const newer = await kept(store, { topic: "other" });
    await store.supersedeBy(
      "shop",
      { supersedes: [{ ref: replaced.id, linkId: ids.linkId() }], by: newer.id, because: undefined },
      act(),
    );
    for (const one of [held, drafted, replaced]) {
      const before = (await found(store, one)).standing;
      for (const _ of [1, 2]) {
        await retracted(store, one, actor("human"));
        expect(await store.planRestore("shop", one.id)).toMatchObject({
          undoes: "retraction",
          doneBy: "human",
        });
        await store.restoreDecision("shop", one.id, screened("It was right."), act());
        expect(await found(store, one)).toMatchObject({ standing: before });
      }
    }
    expect((await found(store, held)).notes.map(({ text }) => text)).toEqual([
      "It was right.",
      "It was right.",
    ]);
  });

  it("names what else holds on the topic, and lets what was imported as retracted hold", async () => {
    const { store } = current();
    const one = await kept(store, { standing: "deprecated" });
    const other = await kept(store);
    const { sameTopic, standing } = await store.restoreDecision("shop", one.id, undefined, act());
    expect({ standing, sameTopic: sameTopic.map(({ id }) => id) }).toEqual({
      standing: "active",
      sameTopic: [other.id],
    });
  });

  it.each([
    ["active", "not retracted: it is active"],
    ["draft", "not retracted: it is a draft"],
    ["superseded", "not retracted: it is superseded"],
  ] as const)("refuses one that is %s", async (standing, said) => {
    const { store } = current();
    const one = await kept(store, { standing });
    await expect(store.restoreDecision("shop", one.id, undefined, act())).rejects.toThrow(said);
  });
}

export function replacingByExisting(current: () => OpenedStore): void {
  const by = (store: Store, newer: Decision, older: Decision) =>
    store.supersedeBy(
      newer.project,
      {
        supersedes: [{ ref: older.id, linkId: ids.linkId() }],
        by: newer.id,
        because: screened("It is newer."),
        note: screened("A person agreed."),
      },
      act(),
    );

  it("replaces a decision by another that is there", async () => {
    const { store } = current();
    const [older, newer, beside] = [await kept(store), await kept(store), await kept(store)];
    const done = await by(store, newer, older);
    expect(done.superseded).toMatchObject([
      { id: older.id, standing: "superseded", supersededBy: [newer.id] },
    ]);
    expect(done.decision).toMatchObject({ supersedes: [older.id], notes: [{ text: "A person agreed." }] });
    expect(done.sameTopic.map(({ id }) => id)).toEqual([beside.id]);
    expect(await store.linksBetween("shop", newer.id, older.id)).toMatchObject([{ reason: "It is newer." }]);
  });

  it("refuses circles, itself, what does not hold, what is replaced already and other projects, whole", async () => {
    const { store } = current();
    const [older, newer, draft] = [
      await kept(store),
      await kept(store),
      await kept(store, { standing: "draft" }),
    ];
    const elsewhere = await kept(store, { project: "bank" });
    await by(store, newer, older);
    const before = await store.position();
    await expect(by(store, older, newer)).rejects.toThrow(`${older.id} is superseded by ${newer.id}`);
    await expect(by(store, newer, newer)).rejects.toThrow("the same decision");
    await expect(by(store, draft, newer)).rejects.toThrow("is a draft");
    await expect(by(store, newer, older)).rejects.toThrow("superseded already");
    await expect(by(store, newer, elsewhere)).rejects.toThrow("no decision");
    expect(await store.position()).toEqual(before);
  });
}

export function merging(current: () => OpenedStore): void {
  const merged = (store: Store, keep: Decision, duplicate: Decision) =>
    store.mergeDecisions("shop", keep.id, duplicate.id, ids, act(daysAfter(5)));
  const restored = (store: Store, { id }: Decision) =>
    store.restoreDecision("shop", id, undefined, act(daysAfter(6)));

  it("lets the only outcome count once, for the one that is kept, and takes that back", async () => {
    const { store } = current();
    const [keep, duplicate] = [
      await kept(store, { progress: "executed" }),
      await kept(store, { confidence: 0.8 }),
    ];
    await succeeded(store, duplicate, daysAfter(1));
    await store.recordSignal("shop", duplicate.id, signal(), act());
    const tally = await store.tally("shop");
    expect(await merged(store, keep, duplicate)).toMatchObject({ outcome: "of-duplicate", signals: 1 });
    expect(await store.tally("shop")).toEqual(tally);
    expect(await found(store, keep)).toMatchObject({ progress: "completed", outcome: { score: 1 } });
    expect(await found(store, duplicate)).toMatchObject({ standing: "superseded", supersededBy: [keep.id] });
    expect((await found(store, duplicate)).outcome).toBeUndefined();
    expect(await historyOf(store, keep.id)).toMatchObject({
      outcomes: [{ decisionId: duplicate.id }],
      signals: [{ decisionId: duplicate.id }],
    });
    await restored(store, duplicate);
    expect(await store.tally("shop")).toEqual(tally);
    expect(await found(store, keep)).toMatchObject({
      progress: "executed",
      outcome: undefined,
      supersedes: [],
    });
    expect(await found(store, duplicate)).toMatchObject({ standing: "active", outcome: { score: 1 } });
  });

  it("counts the outcome of the one that is kept, whichever came later, and both again afterwards", async () => {
    const { store } = current();
    const [keep, duplicate] = [await kept(store), await kept(store)];
    await succeeded(store, keep, daysAfter(1), 0);
    await succeeded(store, duplicate, daysAfter(2));
    expect(await merged(store, keep, duplicate)).toMatchObject({ outcome: "own", stopsCounting: true });
    expect(await store.tally("shop")).toMatchObject({ outcomes: 1, score: 0 });
    expect((await historyOf(store, keep.id)).outcomes).toHaveLength(2);
    // What is reported of the duplicate is of the one that is kept.
    const late = await store.recordOutcome("shop", duplicate.id, outcome(0.5), act(daysAfter(7)));
    expect(late).toMatchObject({ duplicate: duplicate.id, outcome: { decisionId: keep.id } });
    expect(await store.tally("shop")).toMatchObject({ outcomes: 1, score: 0.5 });
    await restored(store, duplicate);
    expect(await store.tally("shop")).toMatchObject({ outcomes: 2, score: 1.5 });
  });

  it("takes over the links that the other lacks, and gives them back unless one was reviewed since", async () => {
    const { store } = current();
    const [keep, duplicate, other, third] = [
      await kept(store),
      await kept(store),
      await kept(store),
      await kept(store),
    ];
    for (const proposed of [
      link({ from: duplicate.id, to: other.id }),
      link({ from: keep.id, to: third.id }),
      link({ from: duplicate.id, to: third.id }),
      link({ from: keep.id, to: duplicate.id }),
    ])
      await store.proposeLink(proposed, act());
    const { links: taken } = await merged(store, keep, duplicate);
    expect(taken).toEqual([{ from: keep.id, to: other.id, relation: "refines", state: "pending" }]);
    const [copy] = await store.linksBetween("shop", keep.id, other.id);
    expect(copy).toMatchObject({ mergedFrom: duplicate.id });
    await restored(store, duplicate);
    expect(await store.linksBetween("shop", keep.id, other.id)).toEqual([]);
    await merged(store, keep, duplicate);
    const [again] = await store.linksBetween("shop", keep.id, other.id);
    await store.reviewLink("shop", again?.id ?? "", review(), act());
    await expect(restored(store, duplicate)).rejects.toThrow("was reviewed since");
  });

  it("merges what was superseded by it already, and leaves it superseded", async () => {
    const { store } = current();
    const duplicate = await kept(store);
    const { decision: keep } = await store.addDecision(
      { decision: decision(), supersedes: [{ ref: duplicate.id, linkId: ids.linkId() }] },
      act(),
    );
    await succeeded(store, duplicate, daysAfter(1));
    await merged(store, keep, duplicate);
    expect(await found(store, keep)).toMatchObject({ outcome: { score: 1 }, supersedes: [duplicate.id] });
    await restored(store, duplicate);
    expect(await found(store, duplicate)).toMatchObject({ standing: "superseded", outcome: { score: 1 } });
  });

  it("keeps a duplicate of a duplicate with it", async () => {
    const { store } = current();
    const [keep, second, third] = [await kept(store), await kept(store), await kept(store)];
    await succeeded(store, third, daysAfter(1));
    await merged(store, second, third);
    await merged(store, keep, second);
    expect(await found(store, keep)).toMatchObject({ outcome: { score: 1 } });
    expect((await found(store, second)).outcome).toBeUndefined();
    expect(await store.tally("shop")).toMatchObject({ outcomes: 1 });
    await restored(store, second);
    expect((await found(store, keep)).outcome).toBeUndefined();
    expect(await found(store, second)).toMatchObject({ outcome: { score: 1 } });
  });

  it.each(["keep", "duplicate"] as const)("counts what is left when %s is erased", async (erased) => {
    const { store } = current();
    const two = { keep: await kept(store), duplicate: await kept(store) };
    const other = await kept(store);
    await store.proposeLink(link({ from: two.duplicate.id, to: other.id }), act());
    await succeeded(store, two.duplicate, daysAfter(1));
    await merged(store, two.keep, two.duplicate);
    await store.eraseDecision("shop", two[erased].id, act());
    const left = erased === "keep" ? two.duplicate : two.keep;
    expect((await found(store, left)).outcome?.score).toBe(erased === "keep" ? 1 : undefined);
    expect((await store.tally("shop")).outcomes).toBe(erased === "keep" ? 1 : 0);
    // The text of a link of an erased decision goes with it, wherever it was taken over.
    expect(await store.linksBetween("shop", two.keep.id, other.id)).toEqual([]);
  });

  it("refuses what is no duplicate that could be merged", async () => {
    const { store } = current();
    const [keep, duplicate, draft] = [
      await kept(store),
      await kept(store),
      await kept(store, { standing: "draft" }),
    ];
    await expect(merged(store, keep, keep)).rejects.toThrow("the same decision");
    await expect(merged(store, keep, draft)).rejects.toThrow("is a draft");
    await expect(merged(store, draft, keep)).rejects.toThrow("is a draft");
    await merged(store, keep, duplicate);
    await expect(merged(store, keep, duplicate)).rejects.toThrow(`merged into ${keep.id} already`);
    await expect(merged(store, duplicate, keep)).rejects.toThrow(`${keep.id} replaced ${duplicate.id}`);
    await retracted(store, keep);
    await expect(restored(store, duplicate)).rejects.toThrow(`${keep.id} is retracted since then`);
  });
}

export function reopening(current: () => OpenedStore): void {
  it("withdraws all outcomes: pending and due again, and a later one counts as new", async () => {
    const { store } = current();
    const due = { ...decision(), dueAt: daysAfter(1) };
    const { decision: one } = await store.addDecision({ decision: due }, act());
    await succeeded(store, one, daysAfter(1), 0);
    await succeeded(store, one, daysAfter(2), 0.5);
    const by = actor("human");
    await store.reopenDecision("shop", one.id, screened("The build was wrong."), act(daysAfter(3), by));
    expect(await found(store, one)).toMatchObject({
      progress: "pending",
      outcome: undefined,
      notes: [{ text: "The build was wrong." }],
    });
    expect((await historyOf(store, one.id)).outcomes.map(({ withdrawn }) => withdrawn)).toEqual([
      { at: daysAfter(3), by: by.author },
      { at: daysAfter(3), by: by.author },
    ]);
    expect((await store.dueDecisions("shop", daysAfter(4), 5)).items.map(({ id }) => id)).toEqual([one.id]);
    await expect(store.reopenDecision("shop", one.id, undefined, act())).rejects.toThrow("no outcome");
    await succeeded(store, one, daysAfter(5));
    expect(await store.tally("shop")).toMatchObject({ outcomes: 1, score: 1 });
  });

  it("withdraws what a duplicate had as well, and does so only for the one that is kept", async () => {
    const { store } = current();
    const [keep, duplicate] = [await kept(store), await kept(store)];
    await succeeded(store, duplicate, daysAfter(1));
    await store.mergeDecisions("shop", keep.id, duplicate.id, ids, act(daysAfter(2)));
    await expect(store.reopenDecision("shop", duplicate.id, undefined, act())).rejects.toThrow(
      `merged into ${keep.id}`,
    );
    await store.reopenDecision("shop", keep.id, undefined, act(daysAfter(3)));
    expect((await found(store, keep)).outcome).toBeUndefined();
    expect(await store.tally("shop")).toMatchObject({ outcomes: 0 });
  });
}

import { expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { planRestore } from "../../../src/decisions/sql/correction-plans.ts";
import {
  addDecision,
  findDecision,
  storeSuperseding,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { linksBetween, storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal, dueDecisions } from "../../../src/decisions/sql/outcomes.ts";
import { storeMerge, storeReopening, storeRestoring } from "../../../src/learning/sql/corrections.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { historyOf, outcome, signal } from "../../support/outcomes.ts";
import { daysAfter } from "../../support/skills.ts";

let links = 0;
const ids = { linkId: () => `lnk_merged${++links}` };

async function kept(memory: Memory, fields: DecisionFields = {}): Promise<Decision> {
  return (await addDecision(memory, { decision: decision(fields) }, act())).decision;
}

const found = async (memory: Memory, { id }: Decision): Promise<Decision> =>
  (await findDecision(memory, "shop", id)) as Decision;

const retracted = (memory: Memory, { id }: Decision, by = actor()): Promise<unknown> =>
  writeDecisionChange(memory, "shop", id, { standing: "deprecated" }, act(DAY, by));

const succeeded = (memory: Memory, { id }: Decision, at: Date, score = 1): Promise<unknown> =>
  addOutcome(memory, "shop", id, outcome(score), act(at));

export function restoring(current: () => OpenedStore): void {
  it("gives back the standing from before, once or again", async () => {
    const { memory } = current();
    const [held, drafted, replaced] = [
      await kept(memory),
      await kept(memory, { standing: "draft" }),
      await kept(memory),
    ];
    const newer = await kept(memory, { topic: "other" });
    await storeSuperseding(
      memory,
      "shop",
      { supersedes: [{ ref: replaced.id, linkId: ids.linkId() }], by: newer.id, because: undefined },
      act(),
    );
    for (const one of [held, drafted, replaced]) {
      const before = (await found(memory, one)).standing;
      for (const _ of [1, 2]) {
        await retracted(memory, one, actor("human"));
        expect(await planRestore(memory, "shop", one.id)).toMatchObject({
          undoes: "retraction",
          doneBy: "human",
        });
        await storeRestoring(memory, "shop", one.id, screened("It was right."), act());
        expect(await found(memory, one)).toMatchObject({ standing: before });
      }
    }
    expect((await found(memory, held)).notes.map(({ text }) => text)).toEqual([
      "It was right.",
      "It was right.",
    ]);
  });

  it("names what else holds on the topic, and lets what was imported as retracted hold", async () => {
    const { memory } = current();
    const one = await kept(memory, { standing: "deprecated" });
    const other = await kept(memory);
    const { sameTopic, standing } = await storeRestoring(memory, "shop", one.id, undefined, act());
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
    const { memory } = current();
    const one = await kept(memory, { standing });
    await expect(storeRestoring(memory, "shop", one.id, undefined, act())).rejects.toThrow(said);
  });
}

export function replacingByExisting(current: () => OpenedStore): void {
  const by = (memory: Memory, newer: Decision, older: Decision) =>
    storeSuperseding(
      memory,
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
    const { memory } = current();
    const [older, newer, beside] = [await kept(memory), await kept(memory), await kept(memory)];
    const done = await by(memory, newer, older);
    expect(done.superseded).toMatchObject([
      { id: older.id, standing: "superseded", supersededBy: [newer.id] },
    ]);
    expect(done.decision).toMatchObject({ supersedes: [older.id], notes: [{ text: "A person agreed." }] });
    expect(done.sameTopic.map(({ id }) => id)).toEqual([beside.id]);
    expect(await linksBetween(memory, "shop", newer.id, older.id)).toMatchObject([
      { reason: "It is newer." },
    ]);
  });

  it("refuses circles, itself, what does not hold, what is replaced already and other projects, whole", async () => {
    const { memory } = current();
    const [older, newer, draft] = [
      await kept(memory),
      await kept(memory),
      await kept(memory, { standing: "draft" }),
    ];
    const elsewhere = await kept(memory, { project: "bank" });
    await by(memory, newer, older);
    const before = await memory.position();
    await expect(by(memory, older, newer)).rejects.toThrow(`${older.id} is superseded by ${newer.id}`);
    await expect(by(memory, newer, newer)).rejects.toThrow("the same decision");
    await expect(by(memory, draft, newer)).rejects.toThrow("is a draft");
    await expect(by(memory, newer, older)).rejects.toThrow("superseded already");
    await expect(by(memory, newer, elsewhere)).rejects.toThrow("no decision");
    expect(await memory.position()).toEqual(before);
  });
}

export function merging(current: () => OpenedStore): void {
  const merged = (memory: Memory, keep: Decision, duplicate: Decision) =>
    storeMerge(memory, "shop", keep.id, duplicate.id, ids, act(daysAfter(5)));
  const restored = (memory: Memory, { id }: Decision) =>
    storeRestoring(memory, "shop", id, undefined, act(daysAfter(6)));

  it("lets the only outcome count once, for the one that is kept, and takes that back", async () => {
    const { memory } = current();
    const [keep, duplicate] = [
      await kept(memory, { progress: "executed" }),
      await kept(memory, { confidence: 0.8 }),
    ];
    await succeeded(memory, duplicate, daysAfter(1));
    await addSignal(memory, "shop", duplicate.id, signal(), act());
    const tally = await readTally(memory, "shop");
    expect(await merged(memory, keep, duplicate)).toMatchObject({ outcome: "of-duplicate", signals: 1 });
    expect(await readTally(memory, "shop")).toEqual(tally);
    expect(await found(memory, keep)).toMatchObject({ progress: "completed", outcome: { score: 1 } });
    expect(await found(memory, duplicate)).toMatchObject({ standing: "superseded", supersededBy: [keep.id] });
    expect((await found(memory, duplicate)).outcome).toBeUndefined();
    expect(await historyOf(memory, keep.id)).toMatchObject({
      outcomes: [{ decisionId: duplicate.id }],
      signals: [{ decisionId: duplicate.id }],
    });
    await restored(memory, duplicate);
    expect(await readTally(memory, "shop")).toEqual(tally);
    expect(await found(memory, keep)).toMatchObject({
      progress: "executed",
      outcome: undefined,
      supersedes: [],
    });
    expect(await found(memory, duplicate)).toMatchObject({ standing: "active", outcome: { score: 1 } });
  });

  it("counts the outcome of the one that is kept, whichever came later, and both again afterwards", async () => {
    const { memory } = current();
    const [keep, duplicate] = [await kept(memory), await kept(memory)];
    await succeeded(memory, keep, daysAfter(1), 0);
    await succeeded(memory, duplicate, daysAfter(2));
    expect(await merged(memory, keep, duplicate)).toMatchObject({ outcome: "own", stopsCounting: true });
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 1, score: 0 });
    expect((await historyOf(memory, keep.id)).outcomes).toHaveLength(2);
    // What is reported of the duplicate is of the one that is kept.
    const late = await addOutcome(memory, "shop", duplicate.id, outcome(0.5), act(daysAfter(7)));
    expect(late).toMatchObject({ duplicate: duplicate.id, outcome: { decisionId: keep.id } });
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 1, score: 0.5 });
    await restored(memory, duplicate);
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 2, score: 1.5 });
  });

  it("takes over the links that the other lacks, and gives them back unless one was reviewed since", async () => {
    const { memory } = current();
    const [keep, duplicate, other, third] = [
      await kept(memory),
      await kept(memory),
      await kept(memory),
      await kept(memory),
    ];
    for (const proposed of [
      link({ from: duplicate.id, to: other.id }),
      link({ from: keep.id, to: third.id }),
      link({ from: duplicate.id, to: third.id }),
      link({ from: keep.id, to: duplicate.id }),
    ])
      await storeLink(memory, proposed, act());
    const { links: taken } = await merged(memory, keep, duplicate);
    expect(taken).toEqual([{ from: keep.id, to: other.id, relation: "refines", state: "pending" }]);
    const [copy] = await linksBetween(memory, "shop", keep.id, other.id);
    expect(copy).toMatchObject({ mergedFrom: duplicate.id });
    await restored(memory, duplicate);
    expect(await linksBetween(memory, "shop", keep.id, other.id)).toEqual([]);
    await merged(memory, keep, duplicate);
    const [again] = await linksBetween(memory, "shop", keep.id, other.id);
    await storeLinkReview(memory, "shop", again?.id ?? "", review(), act());
    await expect(restored(memory, duplicate)).rejects.toThrow("was reviewed since");
  });

  it("merges what was superseded by it already, and leaves it superseded", async () => {
    const { memory } = current();
    const duplicate = await kept(memory);
    const { decision: keep } = await addDecision(
      memory,
      { decision: decision(), supersedes: [{ ref: duplicate.id, linkId: ids.linkId() }] },
      act(),
    );
    await succeeded(memory, duplicate, daysAfter(1));
    await merged(memory, keep, duplicate);
    expect(await found(memory, keep)).toMatchObject({ outcome: { score: 1 }, supersedes: [duplicate.id] });
    await restored(memory, duplicate);
    expect(await found(memory, duplicate)).toMatchObject({ standing: "superseded", outcome: { score: 1 } });
  });

  it("keeps a duplicate of a duplicate with it", async () => {
    const { memory } = current();
    const [keep, second, third] = [await kept(memory), await kept(memory), await kept(memory)];
    await succeeded(memory, third, daysAfter(1));
    await merged(memory, second, third);
    await merged(memory, keep, second);
    expect(await found(memory, keep)).toMatchObject({ outcome: { score: 1 } });
    expect((await found(memory, second)).outcome).toBeUndefined();
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 1 });
    await restored(memory, second);
    expect((await found(memory, keep)).outcome).toBeUndefined();
    expect(await found(memory, second)).toMatchObject({ outcome: { score: 1 } });
  });

  it.each(["keep", "duplicate"] as const)("counts what is left when %s is erased", async (erased) => {
    const { memory } = current();
    const two = { keep: await kept(memory), duplicate: await kept(memory) };
    const other = await kept(memory);
    await storeLink(memory, link({ from: two.duplicate.id, to: other.id }), act());
    await succeeded(memory, two.duplicate, daysAfter(1));
    await merged(memory, two.keep, two.duplicate);
    await eraseDecision(memory, "shop", two[erased].id, act());
    const left = erased === "keep" ? two.duplicate : two.keep;
    expect((await found(memory, left)).outcome?.score).toBe(erased === "keep" ? 1 : undefined);
    expect((await readTally(memory, "shop")).outcomes).toBe(erased === "keep" ? 1 : 0);
    // The text of a link of an erased decision goes with it, wherever it was taken over.
    expect(await linksBetween(memory, "shop", two.keep.id, other.id)).toEqual([]);
  });

  it("refuses what is no duplicate that could be merged", async () => {
    const { memory } = current();
    const [keep, duplicate, draft] = [
      await kept(memory),
      await kept(memory),
      await kept(memory, { standing: "draft" }),
    ];
    await expect(merged(memory, keep, keep)).rejects.toThrow("the same decision");
    await expect(merged(memory, keep, draft)).rejects.toThrow("is a draft");
    await expect(merged(memory, draft, keep)).rejects.toThrow("is a draft");
    await merged(memory, keep, duplicate);
    await expect(merged(memory, keep, duplicate)).rejects.toThrow(`merged into ${keep.id} already`);
    await expect(merged(memory, duplicate, keep)).rejects.toThrow(`${keep.id} replaced ${duplicate.id}`);
    await retracted(memory, keep);
    await expect(restored(memory, duplicate)).rejects.toThrow(`${keep.id} is retracted since then`);
  });
}

export function reopening(current: () => OpenedStore): void {
  it("withdraws all outcomes: pending and due again, and a later one counts as new", async () => {
    const { memory } = current();
    const due = { ...decision(), dueAt: daysAfter(1) };
    const { decision: one } = await addDecision(memory, { decision: due }, act());
    await succeeded(memory, one, daysAfter(1), 0);
    await succeeded(memory, one, daysAfter(2), 0.5);
    const by = actor("human");
    await storeReopening(memory, "shop", one.id, screened("The build was wrong."), act(daysAfter(3), by));
    expect(await found(memory, one)).toMatchObject({
      progress: "pending",
      outcome: undefined,
      notes: [{ text: "The build was wrong." }],
    });
    expect((await historyOf(memory, one.id)).outcomes.map(({ withdrawn }) => withdrawn)).toEqual([
      { at: daysAfter(3), by: by.author },
      { at: daysAfter(3), by: by.author },
    ]);
    expect((await dueDecisions(memory, "shop", daysAfter(4), 5)).items.map(({ id }) => id)).toEqual([one.id]);
    await expect(storeReopening(memory, "shop", one.id, undefined, act())).rejects.toThrow("no outcome");
    await succeeded(memory, one, daysAfter(5));
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 1, score: 1 });
  });

  it("withdraws what a duplicate had as well, and does so only for the one that is kept", async () => {
    const { memory } = current();
    const [keep, duplicate] = [await kept(memory), await kept(memory)];
    await succeeded(memory, duplicate, daysAfter(1));
    await storeMerge(memory, "shop", keep.id, duplicate.id, ids, act(daysAfter(2)));
    await expect(storeReopening(memory, "shop", duplicate.id, undefined, act())).rejects.toThrow(
      `merged into ${keep.id}`,
    );
    await storeReopening(memory, "shop", keep.id, undefined, act(daysAfter(3)));
    expect((await found(memory, keep)).outcome).toBeUndefined();
    expect(await readTally(memory, "shop")).toMatchObject({ outcomes: 0 });
  });
}

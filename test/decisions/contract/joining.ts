import { expect, it } from "vitest";
import type { DecisionChange } from "../../../src/decisions/rules/decision.ts";
import type { Store } from "../../../src/memory/store.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, capturedIn, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

const later = (minutes: number) => act(new Date(DAY.getTime() + minutes * 60_000));

async function captured(store: Store, fields: DecisionFields = {}): Promise<string> {
  return (await store.addDecision({ decision: decision(fields) }, act())).decision.id;
}

const joined = (store: Store, id: string, given: Parameters<typeof capturedIn>[0], minutes = 1) =>
  store.updateDecision("shop", id, { capturedIn: capturedIn(given) }, later(minutes));

const found = async (store: Store, query: string): Promise<readonly string[]> => {
  const asked = { scope: "shop", text: textQuery(query), perMethod: 100, withPassages: true };
  return (await store.findCandidates(asked)).candidates.map(({ id }) => id);
};

/** How a capture is joined with where it came from. */
export function joining(current: () => OpenedStore): void {
  it("keeps where a decision came from, and nothing else about it changes", async () => {
    const opened = current();
    const before = decision({ source: "Ana: queues." });
    await opened.store.addDecision({ decision: before }, act());
    expect(before.capturedIn).toBeUndefined();
    const result = await joined(opened.store, before.id, {});
    const after = { ...before, capturedIn: capturedIn() };
    expect(result).toEqual({ before, after });
    expect(await (await opened.reopen()).findDecision("shop", before.id)).toEqual(after);
  });

  it("completes it with what is heard later", async () => {
    const { store } = current();
    const id = await captured(store);
    await joined(store, id, { exchange: undefined, files: ["a.ts"] });
    await joined(store, id, { branch: undefined, head: undefined, files: ["b.ts"], exchange: "Done." }, 2);
    const { branch, head } = capturedIn();
    const expected = { branch, head, files: ["a.ts", "b.ts"], exchange: "Done." };
    expect((await store.findDecision("shop", id))?.capturedIn).toMatchObject(expected);
  });

  it("is not a change of the decision itself, unless something else is said with it", async () => {
    const { store } = current();
    const id = await captured(store);
    expect((await joined(store, id, {})).after.updatedAt).toEqual(DAY);
    const change: DecisionChange = { note: screened("Slow"), capturedIn: capturedIn({ session: "s2" }) };
    const { after } = await store.updateDecision("shop", id, change, later(3));
    expect(after).toMatchObject({
      updatedAt: later(3).at,
      notes: [{ text: "Slow" }],
      capturedIn: { session: "s2" },
    });
  });

  it("stays as it is with other changes, another wording, an outcome and a merge", async () => {
    const { store } = current();
    const [id, other] = [await captured(store), await captured(store)];
    await joined(store, id, {});
    await joined(store, other, { session: "of the duplicate", exchange: "Walrus" });
    await store.updateDecision("shop", id, { progress: "executed" }, later(2));
    const edit = { statement: screened("Keep orders apart"), source: screened("Ben: apart.") };
    await store.editDecision("shop", id, { id: "rev_a", edit }, later(3));
    await store.recordOutcome("shop", id, outcome(1), later(4));
    await store.mergeDecisions("shop", id, other, { linkId: () => "lnk_a" }, later(5));
    const kept = await store.findDecision("shop", id);
    expect(kept).toMatchObject({ statement: "Keep orders apart", capturedIn: capturedIn() });
    expect((await store.findDecision("shop", other))?.capturedIn?.session).toBe("of the duplicate");
  });

  it("lets the decision be found by the exchange, and no longer by one that was replaced", async () => {
    const { store } = current();
    const id = await captured(store, { source: "The giraffe said so", alternatives: ["An okapi"] });
    await captured(store);
    await store.recordOutcome("shop", id, outcome(0, { lessons: ["Ask the lynx"] }), act());
    await store.updateDecision("shop", id, { note: screened("A gnu passed by") }, act());
    await joined(store, id, { exchange: "Person: which zebra?\nAgent: the striped one." });
    expect(await found(store, "zebra")).toEqual([id]);
    await joined(store, id, { exchange: undefined, files: ["b.ts"] }, 2);
    expect(await found(store, "zebra")).toEqual([id]);
    await joined(store, id, { exchange: "Person: which walrus?" }, 3);
    expect(await found(store, "zebra")).toEqual([]);
    for (const word of ["walrus", "giraffe", "okapi", "lynx", "gnu"])
      expect(await found(store, word), word).toEqual([id]);
  });

  it("finds a decision by the pull request that it has, and not by one that was replaced", async () => {
    const { store } = current();
    const id = await captured(store);
    await store.updateDecision("shop", id, { linkedPr: screened("stable/pull/zebra") }, act());
    await store.updateDecision("shop", id, { linkedPr: screened("stable/pull/walrus") }, act());
    expect([await found(store, "zebra"), await found(store, "walrus")]).toEqual([[], [id]]);
  });

  it("refuses a decision of another project, and writes nothing", async () => {
    const { store } = current();
    const id = await captured(store);
    await expect(
      store.updateDecision("warehouse", id, { capturedIn: capturedIn() }, act()),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await store.findDecision("shop", id))?.capturedIn).toBeUndefined();
    expect(await store.position()).toBe(1);
  });

  it("keeps the files of all who say it at the same time", async () => {
    const opened = current();
    const second = await opened.second();
    const id = await captured(opened.store);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => joined(n % 2 ? second : opened.store, id, { files: [`${n}.ts`] })),
    );
    expect((await opened.store.findDecision("shop", id))?.capturedIn?.files).toHaveLength(20);
  });
}

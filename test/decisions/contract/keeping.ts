import { expect, it } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, decision, fullDecision } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";

const TEN_MINUTES = 10 * 60_000;

export function keeping(current: () => OpenedStore): void {
  it("returns a decision by its id with every field as it was given", async () => {
    const { store } = current();
    const kept = fullDecision();
    const added = await store.addDecision({ decision: kept }, act());
    expect(added.repeated).toBe(false);
    expect(added.decision).toEqual(kept);
    expect(await store.findDecision("shop", kept.id)).toEqual(kept);
  });

  it("returns a decision that has only the required fields", async () => {
    const { store } = current();
    const kept = decision();
    await store.addDecision({ decision: kept }, act());
    const found = await store.findDecision("shop", kept.id);
    expect(found).toEqual(kept);
    expect(found?.confidence).toBeUndefined();
    expect(found?.confidenceStated).toBe(false);
  });

  it("keeps texts exactly: quotes, line breaks, emoji, Korean, SQL", async () => {
    const { store } = current();
    const text = '\'; DROP TABLE memories; -- "q" \\ \n\t 👩‍👩‍👧 데이터베이스 İıßﬁ %s {{x}} $1 ?';
    const kept = decision({ statement: text, reasoning: text, alternatives: [text, ""], topic: text });
    await store.addDecision({ decision: kept }, act());
    expect(await store.findDecision("shop", kept.id)).toEqual(kept);
  });

  it("returns a decision by every id it had before it was imported", async () => {
    const { store } = current();
    const kept = fullDecision({ aliases: ["ADR-7", "decision_1700000000_abc"] });
    await store.addDecision({ decision: kept }, act());
    for (const alias of kept.aliases) expect((await store.findDecision("shop", alias))?.id).toBe(kept.id);
    expect(await store.findDecision("shop", "ADR-8")).toBeUndefined();
  });

  it("does not find another project's decision, by id or alias, unless the scope is all projects", async () => {
    const { store } = current();
    const kept = fullDecision({ project: "shop", aliases: ["ADR-7"] });
    await store.addDecision({ decision: kept }, act());
    for (const ref of [kept.id, "ADR-7"]) {
      expect(await store.findDecision("warehouse", ref)).toBeUndefined();
      expect((await store.findDecision("all", ref))?.id).toBe(kept.id);
    }
  });

  it("reads several at once in the order of the ids, without those that do not exist or are in another project", async () => {
    const { store } = current();
    const [first, second, elsewhere] = [decision(), decision(), decision({ project: "warehouse" })];
    for (const one of [first, second, elsewhere]) await store.addDecision({ decision: one }, act());
    const ids = [second.id, "dec_nowhere", elsewhere.id, first.id];
    const read = async (scope: string) => (await store.decisionsById(scope, ids)).map(({ id }) => id);
    expect(await read("shop")).toEqual([second.id, first.id]);
    expect(await read("warehouse")).toEqual([elsewhere.id]);
    expect(await read("all")).toEqual([second.id, elsewhere.id, first.id]);
    expect(await store.decisionsById("all", [])).toEqual([]);
  });

  it("lets two projects use the same alias for different decisions", async () => {
    const { store } = current();
    const ours = decision({ project: "shop", aliases: ["ADR-1"] });
    const theirs = decision({ project: "warehouse", aliases: ["ADR-1"] });
    await store.addDecision({ decision: ours }, act());
    await store.addDecision({ decision: theirs }, act());
    expect((await store.findDecision("shop", "ADR-1"))?.id).toBe(ours.id);
    expect((await store.findDecision("warehouse", "ADR-1"))?.id).toBe(theirs.id);
  });

  it("still has the decision after a restart, and shows it to a second connection at once", async () => {
    const opened = current();
    const second = await opened.second();
    const kept = fullDecision();
    await opened.store.addDecision({ decision: kept }, act());
    expect(await second.findDecision("shop", kept.id)).toEqual(kept);
    expect(await (await opened.reopen()).findDecision("shop", kept.id)).toEqual(kept);
  });

  it("returns the first decision instead of storing the same one again within the given time", async () => {
    const { store } = current();
    const clock = setClock();
    const first = fullDecision({ createdAt: clock.now(), aliases: [] });
    await store.addDecision({ decision: first }, act(clock.now()));

    clock.advance(TEN_MINUTES);
    const again = fullDecision({ createdAt: clock.now(), aliases: [] });
    const since = new Date(clock.now().getTime() - TEN_MINUTES);
    const repeated = await store.addDecision({ decision: again, repeatedSince: since }, act(clock.now()));
    expect(repeated.repeated).toBe(true);
    expect(repeated.decision).toEqual(first);
    expect((await store.listDecisions({ scope: "all" }, 10)).total).toBe(1);
    expect(await store.position()).toBe(1);
  });

  it("stores the same decision again after that time, or if no time is given", async () => {
    const { store } = current();
    const clock = setClock();
    await store.addDecision({ decision: fullDecision({ createdAt: clock.now(), aliases: [] }) }, act());
    clock.advance(TEN_MINUTES + 1);
    const since = new Date(clock.now().getTime() - TEN_MINUTES);
    const later = fullDecision({ createdAt: clock.now(), aliases: [] });
    const unasked = fullDecision({ createdAt: clock.now(), aliases: [] });
    expect((await store.addDecision({ decision: later, repeatedSince: since }, act())).repeated).toBe(false);
    expect((await store.addDecision({ decision: unasked }, act())).repeated).toBe(false);
    expect((await store.listDecisions({ scope: "shop" }, 10)).total).toBe(3);
  });

  it("does not treat another project's decision, or one that differs in a word, as the same", async () => {
    const { store } = current();
    const since = new Date(0);
    const variants = [
      fullDecision({ aliases: [] }),
      fullDecision({ aliases: [], project: "warehouse" }),
      fullDecision({ aliases: [], reasoning: "Orders need transactions across many tables." }),
      fullDecision({ aliases: [], confidence: 0.81 }),
    ];
    for (const variant of variants) {
      const added = await store.addDecision({ decision: variant, repeatedSince: since }, act());
      expect(added.repeated).toBe(false);
      expect(added.decision).toEqual(variant);
    }
  });

  it("is stored for everybody while something else is done meanwhile, and waits for that", async () => {
    const opened = current();
    const second = await opened.second();
    const since = new Date(0);
    const seen: (string | undefined)[] = [];
    const made = fullDecision({ aliases: [] });
    for (const id of [made.id, "dec_again"]) {
      await opened.store.addDecision(
        { decision: { ...made, id }, repeatedSince: since },
        act(),
        async (added) => {
          const found = await second.findDecision("all", made.id);
          seen.push(found?.id, added.repeated ? "repeated" : "new");
        },
      );
      seen.push("kept");
    }
    expect(seen).toEqual([made.id, "new", "kept", made.id, "repeated", "kept"]);
  });

  it("stores a decision once when two connections capture it at the same time", async () => {
    const opened = current();
    const stores = [opened.store, await opened.second()];
    const since = new Date(0);
    const added = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        stores[n % 2]?.addDecision({ decision: fullDecision({ aliases: [] }), repeatedSince: since }, act()),
      ),
    );
    expect(added.filter((one) => one?.repeated === false)).toHaveLength(1);
    expect(new Set(added.map((one) => one?.decision.id)).size).toBe(1);
  });

  it.each([
    ["an id that is taken", { id: "dec_taken" }],
    ["an alias that is taken", { aliases: ["free", "ADR-7"] }],
  ])("refuses %s and leaves nothing of the refused decision behind", async (_, clash) => {
    const opened = current();
    const { store } = opened;
    const kept = decision({ id: "dec_taken", aliases: ["ADR-7"], statement: "Keep the first one" });
    await store.addDecision({ decision: kept }, act());
    const refused = decision({ statement: "Prefer the zebra instead", ...clash });

    await expect(store.addDecision({ decision: refused }, act())).rejects.toBeInstanceOf(Fault);

    expect(await store.listDecisions({ scope: "all" }, 10)).toEqual({ items: [kept], total: 1 });
    expect(await store.findDecision("all", "free")).toBeUndefined();
    expect(await matchWords(store, "all", "zebra", 10)).toEqual([]);
    expect(await store.position()).toBe(1);
    expect((await store.verifyAudit()).problem).toBeUndefined();
    // The connection still works.
    const next = decision();
    await store.addDecision({ decision: next }, act());
    expect(await (await opened.reopen()).findDecision("shop", next.id)).toEqual(next);
  });
}

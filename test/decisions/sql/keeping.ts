import { expect, it } from "vitest";
import {
  addDecision,
  decisionPage,
  decisionsById,
  findDecision,
} from "../../../src/decisions/sql/decisions.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { Fault } from "../../../src/shared/errors.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, decision, fullDecision } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";

const TEN_MINUTES = 10 * 60_000;

export function keeping(current: () => OpenedStore): void {
  it("returns a decision by its id with every field as it was given", async () => {
    const { memory } = current();
    const kept = fullDecision();
    const added = await addDecision(memory, { decision: kept }, act());
    expect(added.repeated).toBe(false);
    expect(added.decision).toEqual(kept);
    expect(await findDecision(memory, "shop", kept.id)).toEqual(kept);
  });

  it("returns a decision that has only the required fields", async () => {
    const { memory } = current();
    const kept = decision();
    await addDecision(memory, { decision: kept }, act());
    const found = await findDecision(memory, "shop", kept.id);
    expect(found).toEqual(kept);
    expect(found?.confidence).toBeUndefined();
    expect(found?.confidenceStated).toBe(false);
  });

  it("keeps texts exactly: quotes, line breaks, emoji, Korean, SQL", async () => {
    const { memory } = current();
    const text = '\'; DROP TABLE memories; -- "q" \\ \n\t 👩‍👩‍👧 데이터베이스 İıßﬁ %s {{x}} $1 ?';
    const kept = decision({ statement: text, reasoning: text, alternatives: [text, ""], topic: text });
    await addDecision(memory, { decision: kept }, act());
    expect(await findDecision(memory, "shop", kept.id)).toEqual(kept);
  });

  it("returns a decision by every id it had before it was imported", async () => {
    const { memory } = current();
    const kept = fullDecision({ aliases: ["ADR-7", "decision_1700000000_abc"] });
    await addDecision(memory, { decision: kept }, act());
    for (const alias of kept.aliases) expect((await findDecision(memory, "shop", alias))?.id).toBe(kept.id);
    expect(await findDecision(memory, "shop", "ADR-8")).toBeUndefined();
  });

  it("does not find another project's decision, by id or alias, unless the scope is all projects", async () => {
    const { memory } = current();
    const kept = fullDecision({ project: "shop", aliases: ["ADR-7"] });
    await addDecision(memory, { decision: kept }, act());
    for (const ref of [kept.id, "ADR-7"]) {
      expect(await findDecision(memory, "warehouse", ref)).toBeUndefined();
      expect((await findDecision(memory, "all", ref))?.id).toBe(kept.id);
    }
  });

  it("reads several at once in the order of the ids, without those that do not exist or are in another project", async () => {
    const { memory } = current();
    const [first, second, elsewhere] = [decision(), decision(), decision({ project: "warehouse" })];
    for (const one of [first, second, elsewhere]) await addDecision(memory, { decision: one }, act());
    const ids = [second.id, "dec_nowhere", elsewhere.id, first.id];
    const read = async (scope: string) => (await decisionsById(memory, scope, ids)).map(({ id }) => id);
    expect(await read("shop")).toEqual([second.id, first.id]);
    expect(await read("warehouse")).toEqual([elsewhere.id]);
    expect(await read("all")).toEqual([second.id, elsewhere.id, first.id]);
    expect(await decisionsById(memory, "all", [])).toEqual([]);
  });

  it("lets two projects use the same alias for different decisions", async () => {
    const { memory } = current();
    const ours = decision({ project: "shop", aliases: ["ADR-1"] });
    const theirs = decision({ project: "warehouse", aliases: ["ADR-1"] });
    await addDecision(memory, { decision: ours }, act());
    await addDecision(memory, { decision: theirs }, act());
    expect((await findDecision(memory, "shop", "ADR-1"))?.id).toBe(ours.id);
    expect((await findDecision(memory, "warehouse", "ADR-1"))?.id).toBe(theirs.id);
  });

  it("still has the decision after a restart, and shows it to a second connection at once", async () => {
    const opened = current();
    const second = await opened.second();
    const kept = fullDecision();
    await addDecision(opened.memory, { decision: kept }, act());
    expect(await findDecision(second, "shop", kept.id)).toEqual(kept);
    expect(await findDecision(await opened.reopen(), "shop", kept.id)).toEqual(kept);
  });

  it("returns the first decision instead of storing the same one again within the given time", async () => {
    const { memory } = current();
    const clock = setClock();
    const first = fullDecision({ createdAt: clock.now(), aliases: [] });
    await addDecision(memory, { decision: first }, act(clock.now()));

    clock.advance(TEN_MINUTES);
    const again = fullDecision({ createdAt: clock.now(), aliases: [] });
    const since = new Date(clock.now().getTime() - TEN_MINUTES);
    const repeated = await addDecision(memory, { decision: again, repeatedSince: since }, act(clock.now()));
    expect(repeated.repeated).toBe(true);
    expect(repeated.decision).toEqual(first);
    expect((await decisionPage(memory, { scope: "all" }, 10)).total).toBe(1);
    expect(await memory.position()).toBe(1);
  });

  it("stores the same decision again after that time, or if no time is given", async () => {
    const { memory } = current();
    const clock = setClock();
    await addDecision(memory, { decision: fullDecision({ createdAt: clock.now(), aliases: [] }) }, act());
    clock.advance(TEN_MINUTES + 1);
    const since = new Date(clock.now().getTime() - TEN_MINUTES);
    const later = fullDecision({ createdAt: clock.now(), aliases: [] });
    const unasked = fullDecision({ createdAt: clock.now(), aliases: [] });
    expect((await addDecision(memory, { decision: later, repeatedSince: since }, act())).repeated).toBe(
      false,
    );
    expect((await addDecision(memory, { decision: unasked }, act())).repeated).toBe(false);
    expect((await decisionPage(memory, { scope: "shop" }, 10)).total).toBe(3);
  });

  it("does not treat another project's decision, or one that differs in a word, as the same", async () => {
    const { memory } = current();
    const since = new Date(0);
    const variants = [
      fullDecision({ aliases: [] }),
      fullDecision({ aliases: [], project: "warehouse" }),
      fullDecision({ aliases: [], reasoning: "Orders need transactions across many tables." }),
      fullDecision({ aliases: [], confidence: 0.81 }),
    ];
    for (const variant of variants) {
      const added = await addDecision(memory, { decision: variant, repeatedSince: since }, act());
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
      await addDecision(
        opened.memory,
        { decision: { ...made, id }, repeatedSince: since },
        act(),
        async (added) => {
          const found = await findDecision(second, "all", made.id);
          seen.push(found?.id, added.repeated ? "repeated" : "new");
        },
      );
      seen.push("kept");
    }
    expect(seen).toEqual([made.id, "new", "kept", made.id, "repeated", "kept"]);
  });

  it("stores a decision once when two connections capture it at the same time", async () => {
    const opened = current();
    const [one, other] = [opened.memory, await opened.second()];
    const since = new Date(0);
    const added = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        addDecision(
          n % 2 === 0 ? one : other,
          { decision: fullDecision({ aliases: [] }), repeatedSince: since },
          act(),
        ),
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
    const { memory } = opened;
    const kept = decision({ id: "dec_taken", aliases: ["ADR-7"], statement: "Keep the first one" });
    await addDecision(memory, { decision: kept }, act());
    const refused = decision({ statement: "Prefer the zebra instead", ...clash });

    await expect(addDecision(memory, { decision: refused }, act())).rejects.toBeInstanceOf(Fault);

    expect(await decisionPage(memory, { scope: "all" }, 10)).toEqual({ items: [kept], total: 1 });
    expect(await findDecision(memory, "all", "free")).toBeUndefined();
    expect(await matchWords(memory, "all", "zebra", 10)).toEqual([]);
    expect(await memory.position()).toBe(1);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    // The connection still works.
    const next = decision();
    await addDecision(memory, { decision: next }, act());
    expect(await findDecision(await opened.reopen(), "shop", next.id)).toEqual(next);
  });
}

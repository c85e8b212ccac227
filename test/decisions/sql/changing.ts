import { expect, it } from "vitest";
import type { DecisionChange } from "../../../src/decisions/rules/decision.ts";
import { contextHash } from "../../../src/decisions/rules/decision-fields.ts";
import {
  addDecision,
  decisionPage,
  findDecision,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, actor, decision, fullDecision, screened } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";

export function changing(current: () => OpenedStore): void {
  it("changes standing, progress and links, and returns the decision before and after", async () => {
    const { memory: store } = current();
    const clock = setClock();
    const before = fullDecision({ createdAt: clock.now() });
    await addDecision(store, { decision: before }, act(clock.now()));
    clock.advance(60_000);
    const change: DecisionChange = {
      standing: "superseded",
      progress: "executed",
      linkedPr: screened("#99"),
      linkedCommit: screened("abc1234"),
    };
    const after = { ...before, ...change, updatedAt: clock.now() };
    expect(await writeDecisionChange(store, "shop", before.id, change, act(clock.now()))).toEqual({
      before,
      after,
    });
    expect(await findDecision(store, "shop", before.id)).toEqual(after);
  });

  it.each([
    ["standing", { standing: "draft" }],
    ["progress", { progress: "completed" }],
    ["linkedPr", { linkedPr: screened("#7") }],
    ["linkedCommit", { linkedCommit: screened("f00") }],
  ] as const)("leaves everything else alone when only %s changes", async (_, change) => {
    const { memory: store } = current();
    const before = fullDecision();
    await addDecision(store, { decision: before }, act());
    await writeDecisionChange(store, "shop", before.id, change, act());
    expect(await findDecision(store, "shop", before.id)).toEqual({ ...before, ...change });
  });

  it("appends notes and confidence updates with their time and author, in order", async () => {
    const opened = current();
    const clock = setClock();
    const before = fullDecision({ createdAt: clock.now() });
    await addDecision(opened.memory, { decision: before }, act(clock.now()));
    const human = actor("human");
    const first = clock.now();
    await writeDecisionChange(
      opened.memory,
      "shop",
      before.id,
      { confidence: 0.6, note: screened("Slower than we thought.") },
      act(first),
    );
    clock.advance(1_000);
    const second = clock.now();
    await writeDecisionChange(
      opened.memory,
      "shop",
      before.id,
      { confidence: 0, note: screened("It failed.") },
      act(second, human),
    );
    const found = await findDecision(await opened.reopen(), "shop", before.id);
    const agent = actor().author;
    expect(found?.notes).toEqual([
      { text: "Slower than we thought.", at: first, by: agent },
      { text: "It failed.", at: second, by: human.author },
    ]);
    expect(found?.confidenceUpdates).toEqual([
      { confidence: 0.6, at: first, by: agent },
      { confidence: 0, at: second, by: human.author },
    ]);
  });

  it("never changes the meaning: statement, first confidence and context hash stay", async () => {
    const { memory: store } = current();
    const before = fullDecision();
    await addDecision(store, { decision: before }, act());
    await writeDecisionChange(
      store,
      "shop",
      before.id,
      { confidence: 0.1, note: screened("No."), standing: "deprecated", progress: "failed" },
      act(),
    );
    const found = await findDecision(store, "shop", before.id);
    expect(found?.confidence).toBe(0.8);
    expect(found?.contextHash).toBe(before.contextHash);
    expect(found && contextHash(found)).toBe(before.contextHash);
  });

  it("accepts an alias instead of the id, and the decision keeps its id", async () => {
    const { memory: store } = current();
    const kept = fullDecision({ aliases: ["ADR-7"] });
    await addDecision(store, { decision: kept }, act());
    const { after } = await writeDecisionChange(store, "shop", "ADR-7", { progress: "executed" }, act());
    expect(after.id).toBe(kept.id);
    expect(await eraseDecision(store, "shop", "ADR-7", act())).toEqual({ id: kept.id, project: "shop" });
    expect(await findDecision(store, "all", kept.id)).toBeUndefined();
  });

  it.each([
    ["update", "that nobody made", "shop", "dec_nowhere"],
    ["erase", "that nobody made", "shop", "dec_nowhere"],
    ["update", "of another project", "warehouse", "dec_ours"],
    ["erase", "of another project", "warehouse", "dec_ours"],
  ] as const)("refuses to %s a decision %s, and writes nothing", async (verb, _, scope, ref) => {
    const { memory: store } = current();
    const ours = decision({ id: "dec_ours" });
    await addDecision(store, { decision: ours }, act());
    const attempt =
      verb === "update"
        ? writeDecisionChange(store, scope, ref, { progress: "failed" }, act())
        : eraseDecision(store, scope, ref, act());
    await expect(attempt).rejects.toMatchObject({
      name: "Fault",
      code: "not_found",
      received: ref,
      message: expect.stringContaining(scope),
    });
    expect(await findDecision(store, "shop", "dec_ours")).toEqual(ours);
    expect(await store.position()).toBe(1);
  });

  it("keeps both changes when two connections change a decision at the same time", async () => {
    const opened = current();
    const second = await opened.second();
    const kept = decision();
    await addDecision(opened.memory, { decision: kept }, act());
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        writeDecisionChange(
          n % 2 ? second : opened.memory,
          "shop",
          kept.id,
          { note: screened(`note ${n}`) },
          act(),
        ),
      ),
    );
    const found = await findDecision(opened.memory, "shop", kept.id);
    expect(new Set(found?.notes.map(({ text }) => text)).size).toBe(20);
  });

  it("erases exactly one decision, and nothing finds it any more", async () => {
    const opened = current();
    const { memory: store } = opened;
    const gone = fullDecision({ statement: "Prefer the zebra", aliases: ["ADR-7"] });
    const kept = decision({ statement: "Prefer the giraffe", aliases: ["ADR-8"] });
    await addDecision(store, { decision: gone }, act());
    await addDecision(store, { decision: kept }, act());
    await writeDecisionChange(store, "shop", gone.id, { note: screened("A zebra it is.") }, act());

    expect(await eraseDecision(store, "shop", gone.id, act())).toEqual({ id: gone.id, project: "shop" });

    for (const again of [async () => store, opened.second, opened.reopen]) {
      const memory = await again();
      expect(await findDecision(memory, "all", gone.id)).toBeUndefined();
      expect(await findDecision(memory, "all", "ADR-7")).toBeUndefined();
      expect(await matchWords(memory, "all", "zebra transactions MongoDB", 10)).toEqual([]);
      expect(await decisionPage(memory, { scope: "all" }, 10)).toEqual({ items: [kept], total: 1 });
      expect((await matchWords(memory, "all", "giraffe", 10)).map((match) => match.decision)).toEqual([kept]);
    }
  });

  it("frees the alias of an erased decision, and does not treat the same text as a repetition", async () => {
    const { memory: store } = current();
    const gone = fullDecision({ aliases: ["ADR-7"] });
    await addDecision(store, { decision: gone }, act());
    await eraseDecision(store, "shop", gone.id, act());
    const again = fullDecision({ aliases: ["ADR-7"] });
    const added = await addDecision(store, { decision: again, repeatedSince: new Date(0) }, act());
    expect(added.repeated).toBe(false);
    expect((await findDecision(store, "shop", "ADR-7"))?.id).toBe(again.id);
  });
}

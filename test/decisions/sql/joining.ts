import { expect, it } from "vitest";
import type { DecisionChange } from "../../../src/decisions/rules/decision.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeMerge } from "../../../src/learning/sql/corrections.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, capturedIn, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

const later = (minutes: number) => act(new Date(DAY.getTime() + minutes * 60_000));

async function captured(memory: Memory, fields: DecisionFields = {}): Promise<string> {
  return (await addDecision(memory, { decision: decision(fields) }, act())).decision.id;
}

const joined = (memory: Memory, id: string, given: Parameters<typeof capturedIn>[0], minutes = 1) =>
  writeDecisionChange(memory, "shop", id, { capturedIn: capturedIn(given) }, later(minutes));

const found = async (memory: Memory, query: string): Promise<readonly string[]> => {
  const asked = { scope: "shop", text: textQuery(query), perMethod: 100, withPassages: true };
  return (await findCandidates(memory, asked)).candidates.map(({ id }) => id);
};

/** How a capture is joined with where it came from. */
export function joining(current: () => OpenedStore): void {
  it("keeps where a decision came from, and nothing else about it changes", async () => {
    const opened = current();
    const before = decision({ source: "Ana: queues." });
    await addDecision(opened.memory, { decision: before }, act());
    expect(before.capturedIn).toBeUndefined();
    const result = await joined(opened.memory, before.id, {});
    const after = { ...before, capturedIn: capturedIn() };
    expect(result).toEqual({ before, after });
    expect(await findDecision(await opened.reopen(), "shop", before.id)).toEqual(after);
  });

  it("completes it with what is heard later", async () => {
    const { memory } = current();
    const id = await captured(memory);
    await joined(memory, id, { exchange: undefined, files: ["a.ts"] });
    await joined(memory, id, { branch: undefined, head: undefined, files: ["b.ts"], exchange: "Done." }, 2);
    const { branch, head } = capturedIn();
    const expected = { branch, head, files: ["a.ts", "b.ts"], exchange: "Done." };
    expect((await findDecision(memory, "shop", id))?.capturedIn).toMatchObject(expected);
  });

  it("is not a change of the decision itself, unless something else is said with it", async () => {
    const { memory } = current();
    const id = await captured(memory);
    expect((await joined(memory, id, {})).after.updatedAt).toEqual(DAY);
    const change: DecisionChange = { note: screened("Slow"), capturedIn: capturedIn({ session: "s2" }) };
    const { after } = await writeDecisionChange(memory, "shop", id, change, later(3));
    expect(after).toMatchObject({
      updatedAt: later(3).at,
      notes: [{ text: "Slow" }],
      capturedIn: { session: "s2" },
    });
  });

  it("stays as it is with other changes, another wording, an outcome and a merge", async () => {
    const { memory } = current();
    const [id, other] = [await captured(memory), await captured(memory)];
    await joined(memory, id, {});
    await joined(memory, other, { session: "of the duplicate", exchange: "Walrus" });
    await writeDecisionChange(memory, "shop", id, { progress: "executed" }, later(2));
    const edit = { statement: screened("Keep orders apart"), source: screened("Ben: apart.") };
    await storeEdit(memory, "shop", id, { id: "rev_a", edit }, later(3));
    await addOutcome(memory, "shop", id, outcome(1), later(4));
    await storeMerge(memory, "shop", id, other, { linkId: () => "lnk_a" }, later(5));
    const kept = await findDecision(memory, "shop", id);
    expect(kept).toMatchObject({ statement: "Keep orders apart", capturedIn: capturedIn() });
    expect((await findDecision(memory, "shop", other))?.capturedIn?.session).toBe("of the duplicate");
  });

  it("lets the decision be found by the exchange, and no longer by one that was replaced", async () => {
    const { memory } = current();
    const id = await captured(memory, { source: "The giraffe said so", alternatives: ["An okapi"] });
    await captured(memory);
    await addOutcome(memory, "shop", id, outcome(0, { lessons: ["Ask the lynx"] }), act());
    await writeDecisionChange(memory, "shop", id, { note: screened("A gnu passed by") }, act());
    await joined(memory, id, { exchange: "Person: which zebra?\nAgent: the striped one." });
    expect(await found(memory, "zebra")).toEqual([id]);
    await joined(memory, id, { exchange: undefined, files: ["b.ts"] }, 2);
    expect(await found(memory, "zebra")).toEqual([id]);
    await joined(memory, id, { exchange: "Person: which walrus?" }, 3);
    expect(await found(memory, "zebra")).toEqual([]);
    for (const word of ["walrus", "giraffe", "okapi", "lynx", "gnu"])
      expect(await found(memory, word), word).toEqual([id]);
  });

  it("finds a decision by the pull request that it has, and not by one that was replaced", async () => {
    const { memory } = current();
    const id = await captured(memory);
    await writeDecisionChange(memory, "shop", id, { linkedPr: screened("stable/pull/zebra") }, act());
    await writeDecisionChange(memory, "shop", id, { linkedPr: screened("stable/pull/walrus") }, act());
    expect([await found(memory, "zebra"), await found(memory, "walrus")]).toEqual([[], [id]]);
  });

  it("refuses a decision of another project, and writes nothing", async () => {
    const { memory } = current();
    const id = await captured(memory);
    await expect(
      writeDecisionChange(memory, "warehouse", id, { capturedIn: capturedIn() }, act()),
    ).rejects.toMatchObject({ code: "not_found" });
    expect((await findDecision(memory, "shop", id))?.capturedIn).toBeUndefined();
    expect(await memory.position()).toBe(1);
  });

  it("keeps the files of all who say it at the same time", async () => {
    const opened = current();
    const second = await opened.second();
    const id = await captured(opened.memory);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        joined(n % 2 ? second : opened.memory, id, { files: [`${n}.ts`] }),
      ),
    );
    expect((await findDecision(opened.memory, "shop", id))?.capturedIn?.files).toHaveLength(20);
  });
}

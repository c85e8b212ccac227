import { describe, expect, it } from "vitest";
import { pageMemory } from "./page-memory.ts";

async function withTwo() {
  const page = await pageMemory();
  const capture = async (statement: string, more: object = {}) =>
    (await page.ask("capture-decision", { statement, ...more })).id;
  const one = await capture("Keep sessions in Redis", {
    reasoning: "They can be ended there.",
    assumptions: ["Redis is backed up."],
    domain: "auth",
  });
  const other = await capture("Sign sessions into a cookie", { domain: "security" });
  const read = (id: string) => page.ask("get-decision", { id });
  return { ...page, one, other, read };
}

describe("What a person does with a decision on the page", () => {
  it("corrects words, and the way back restores those that were there, also none", async () => {
    const { ask, undo, one, other, read } = await withTwo();
    const edited = await ask("edit-decision", {
      id: one,
      changes: { statement: "Keep sessions in Valkey", reasoning: "", alternatives: ["a cookie"] },
      based_on: 1,
    });
    expect(await read(one)).toMatchObject({
      statement: "Keep sessions in Valkey",
      reasoning: null,
      alternatives: ["a cookie"],
      revision: 2,
    });
    await undo(edited.undo);
    expect(await read(one)).toMatchObject({
      statement: "Keep sessions in Redis",
      reasoning: "They can be ended there.",
      alternatives: [],
      revision: 3,
    });
    const reasoned = await ask("edit-decision", { id: other, changes: { reasoning: "It is simple." } });
    await undo(reasoned.undo);
    expect((await read(other)).reasoning).toBeNull();
  });

  it("does not overwrite what somebody else corrected meanwhile", async () => {
    const { ask, one } = await withTwo();
    await ask("edit-decision", { id: one, changes: { statement: "Keep sessions in Valkey" }, based_on: 1 });
    await expect(
      ask("edit-decision", { id: one, changes: { statement: "Keep sessions in a file" }, based_on: 1 }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  it("retracts and restores, each being the way back of the other", async () => {
    const { ask, undo, one, read } = await withTwo();
    const retracted = await ask("retract-decision", { id: one, reason: "Nobody uses it." });
    expect((await read(one)).standing).toBe("deprecated");
    const restored = (await undo(retracted.undo)) as typeof retracted;
    expect((await read(one)).standing).toBe("active");
    await undo(restored.undo);
    expect((await read(one)).standing).toBe("deprecated");
  });

  it("replaces it by a new one, or by one that is there", async () => {
    const { ask, one, other, read } = await withTwo();
    const { by } = await ask("supersede-decision", {
      id: one,
      statement: "Keep sessions in SQL",
      confidence: 0.7,
    });
    expect(await read(one)).toMatchObject({ standing: "superseded", superseded_by: [by] });
    expect(await read(by)).toMatchObject({ confidence: 0.7, confidence_stated: true, domain: "auth" });
    await ask("supersede-by", { id: by, by: other, reasoning: "A cookie will do." });
    expect(await read(by)).toMatchObject({ standing: "superseded", superseded_by: [other] });
  });

  it("records how it worked out, and opens it again", async () => {
    const { ask, undo, one, read } = await withTwo();
    const recorded = await ask("record-outcome", {
      id: one,
      status: "partial",
      lessons: ["Ends were slow."],
    });
    expect(await read(one)).toMatchObject({
      outcome: "partial",
      outcomes: [{ lessons: ["Ends were slow."] }],
    });
    await undo(recorded.undo);
    expect((await read(one)).outcome).toBeNull();
  });

  it("links it at once, or proposes a link that can be turned down", async () => {
    const { ask, undo, one, other, read } = await withTwo();
    const ends = { from: one, to: other, reason: "The cookie names the session." };
    const proposed = await ask("link-decisions", { ...ends, relation: "refines", in_force: false });
    expect((await ask("count-waiting", {})).links).toBe(1);
    await undo(proposed.undo);
    expect((await ask("count-waiting", {})).links).toBe(0);
    const linked = await ask("link-decisions", { ...ends, relation: "depends_on" });
    expect((await read(one)).links).toMatchObject([{ relation: "depends_on", other: { id: other } }]);
    await undo(linked.undo);
    expect((await read(one)).links).toEqual([]);
  });

  it("adds a note, and says that an assumption is false", async () => {
    const { ask, one, read } = await withTwo();
    await ask("note-decision", { id: one, note: "Asked the team." });
    const [assumption] = (await read(one)).assumptions;
    await ask("judge-assumption", { id: one, assumption: assumption?.id as string, state: "false" });
    expect(await read(one)).toMatchObject({
      notes: [{ text: "Asked the team.", by: { kind: "human", name: "Anna" } }],
      assumptions: [{ state: "false" }],
    });
  });

  it("is refused to who may only read", async () => {
    const { ask, one } = await withTwo();
    await expect(ask("retract-decision", { id: one }, { role: "viewer" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("A search on the page", () => {
  it("says how many of the closest the filters keep out", async () => {
    const { ask, one, other } = await withTwo();
    const query = "where are sessions kept";
    const all = await ask("search-decisions", { query });
    expect(new Set(all.decisions.map(({ id }) => id))).toEqual(new Set([one, other]));
    const some = await ask("search-decisions", { query, domain: "auth", author: "ANNA", outcome: "none" });
    expect(some).toMatchObject({ decisions: [{ id: one }], kept_out: 1 });
    const none = await ask("search-decisions", { query, until: "2026-01-01T00:00:00Z" });
    expect(none).toMatchObject({ decisions: [], kept_out: 2 });
  });
});

import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { screened } from "../../support/decisions.ts";
import { candidate } from "../../support/hook-records.ts";
import { fillQueue } from "../../support/review-queue.ts";
import { pageMemory } from "./page-memory.ts";

async function waiting() {
  const page = await pageMemory();
  await fillQueue(page.memory, page.memory.clock.now());
  return page;
}

describe("What waits for a person on the page", () => {
  it("is the same as at the terminal, one of each kind", async () => {
    const { ask } = await waiting();
    const today = await ask("today", {});
    expect(today.items.map(({ kind, id }) => [kind, id])).toEqual([
      ["decision", "cand_choice"],
      ["checkpoint", "cand_draft"],
      ["outcome", "dec_due"],
      ["link", "lnk_open"],
      ["proposal", "prop_open"],
    ]);
    expect(today.total).toBe(5);
    expect(await ask("count-waiting", {})).toMatchObject({ total: 5, decisions: 1, links: 1 });
  });

  it.each(["accepted", "rejected"] as const)(
    "waits again after a candidate that was %s was put back",
    async (verdict) => {
      const { ask, undo } = await waiting();
      const before = await ask("today", {});
      const { undo: back } = await ask("answer-item", { kind: "decision", id: "cand_choice", verdict });
      expect((await ask("today", {})).items).toHaveLength(4);
      await undo(back);
      expect((await ask("today", {})).items).toEqual(before.items);
      const { decisions } = await ask("list-decisions", { standing: "active", text: "postgres" });
      expect(decisions).toEqual([]);
    },
  );

  it("is kept in the words of the person", async () => {
    const { ask } = await waiting();
    const { became } = await ask("answer-item", {
      kind: "decision",
      id: "cand_choice",
      verdict: "accepted",
      words: "Keep orders in PostgreSQL",
    });
    expect(await ask("get-decision", { id: became as string })).toMatchObject({
      statement: "Keep orders in PostgreSQL",
      author: { kind: "human", name: "Anna" },
    });
  });

  it("says so if somebody else was faster", async () => {
    const { ask } = await waiting();
    const answer = { kind: "link", id: "lnk_open", verdict: "accepted" } as const;
    await ask("answer-item", answer);
    await expect(ask("answer-item", answer)).rejects.toMatchObject({
      code: "not_found",
      reason: "not_waiting",
    });
  });

  it("can be put back into no other project than that of the session", async () => {
    const { ask, memory } = await waiting();
    const at = new Date(memory.clock.now().getTime() - HOUR_MS).toISOString();
    const { citation: _, ...forged } = candidate({
      project: "bank",
      statement: screened("Pay everybody twice"),
    });
    const input = { candidate: { ...forged, at } as never };
    await expect(ask("put-back-candidate", input)).rejects.toMatchObject({ reason: "other_project" });
    await expect(ask("put-back-candidate", input, { project: "bank" })).resolves.toMatchObject({
      undo: null,
    });
  });

  it("is answered by a person only", async () => {
    const { ask } = await waiting();
    const answer = { kind: "decision", id: "cand_choice", verdict: "accepted" } as const;
    await expect(ask("answer-item", answer, { kind: "agent" })).rejects.toMatchObject({ code: "forbidden" });
  });
});

import { describe, expect, it } from "vitest";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { MOST_OPEN_SUGGESTIONS, suggestLinks } from "../../../src/recall/operations/suggest-links.ts";
import { SHIPPED_PROFILE } from "../../../src/recall/rules/model-profile.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act } from "../../support/decisions.ts";
import { review } from "../../support/links.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

async function memoryWith(...statements: (string | readonly [string, object])[]) {
  const embedder = wordEmbedder();
  const memory: TestMemory = { ...(await openMemory()), meaning: meaningBy(embedder) };
  const ids: string[] = [];
  for (const one of statements) {
    const [statement, fields] = typeof one === "string" ? [one, {}] : one;
    memory.clock.advance(1_000);
    const input = { statement, confidenceStated: false, ...fields };
    ids.push((await perform(captureDecision, input, memory, callBy())).decision.id);
  }
  await embedPending(memory, embedder, new AbortController().signal);
  const suggest = () => perform(suggestLinks, {}, memory, callBy());
  return { memory, ids, suggest };
}

const ORDERS = "Keep the orders of the shop in PostgreSQL tables";
const ORDERS_TOO = "Keep the orders of the shop in PostgreSQL tables by month";

describe("links suggested by similarity", () => {
  it("are pending proposals from the newer to the older decision, with a reason that names the shared words", async () => {
    const { memory, ids, suggest } = await memoryWith(ORDERS, "Paint the office green", ORDERS_TOO);
    const { suggested, open, lookedAt, withoutVector } = await suggest();
    expect({ open, lookedAt, withoutVector }).toEqual({ open: 1, lookedAt: 3, withoutVector: 0 });
    expect(suggested).toMatchObject([
      { from: ids[2], to: ids[0], relation: "refines", state: "pending", proposedBy: { name: "membria" } },
    ]);
    expect(suggested[0]?.suggestedBy).toBeGreaterThanOrEqual(SHIPPED_PROFILE.leastLinkedCosine);
    for (const word of ["order", "shop", "postgresql", "table"]) expect(suggested[0]?.reason).toContain(word);
    expect(suggested[0]?.reason).toMatch(/cosine 0\.\d\d/);
    expect((await memory.linkGraph.traverse("shop", [ids[0] as string], 5)).reached.size).toBe(1);
  });

  it("are contradictions if the two make different choices", async () => {
    const { suggest } = await memoryWith(
      ["Keep the orders of the shop in PostgreSQL tables today", { alternatives: ["MongoDB"] }],
      ["Keep the orders of the shop in MongoDB tables today", { alternatives: ["PostgreSQL"] }],
    );
    expect((await suggest()).suggested).toMatchObject([{ relation: "contradicts" }]);
  });

  it("are made from the documented cosine of 0.75 on, and not below", async () => {
    expect(SHIPPED_PROFILE.leastLinkedCosine).toBe(0.75);
    const { suggest } = await memoryWith(ORDERS, "Keep the invoices of the bank in Oracle rows");
    expect((await suggest()).suggested).toEqual([]);
  });

  it("are not made again for a pair that has any link", async () => {
    const { memory, suggest } = await memoryWith(ORDERS, ORDERS_TOO);
    const { suggested } = await suggest();
    expect((await suggest()).suggested).toEqual([]);
    const no = review({ verdict: "rejected" });
    await storeLinkReview(memory, "shop", suggested[0]?.id ?? "", no, act());
    expect((await suggest()).suggested).toEqual([]);
  });

  it("are limited to what a person can review, nearest first", async () => {
    const many = Array.from({ length: 9 }, (_, n) => `${ORDERS} part ${n}`);
    const { memory, suggest } = await memoryWith(...many);
    const { suggested } = await suggest();
    expect(suggested).toHaveLength(MOST_OPEN_SUGGESTIONS);
    const cosines = suggested.map(({ suggestedBy }) => suggestedBy ?? 0);
    expect(cosines).toEqual([...cosines].sort((a, b) => b - a));
    expect(await suggest()).toMatchObject({ suggested: [], open: MOST_OPEN_SUGGESTIONS });
    await storeLinkReview(memory, "shop", suggested[0]?.id ?? "", review(), act());
    expect((await suggest()).suggested).toHaveLength(1);
  });

  it("leave out decisions that are inactive, of another project, or not embedded", async () => {
    const { memory, ids, suggest } = await memoryWith(ORDERS, ORDERS_TOO);
    await writeDecisionChange(memory, "shop", ids[0] as string, { standing: "deprecated" }, act());
    const elsewhere = { statement: `${ORDERS} for long`, confidenceStated: false };
    await perform(captureDecision, elsewhere, memory, callBy({ project: "bank" }));
    await perform(captureDecision, elsewhere, memory, callBy());
    expect(await suggest()).toMatchObject({ suggested: [], withoutVector: 1 });
  });
});

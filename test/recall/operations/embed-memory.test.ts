import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { embedMemory } from "../../../src/recall/operations/embed-memory.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import { activeModel } from "../../../src/recall/sql/embeddings.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, decision } from "../../support/decisions.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

const first = wordEmbedder("first-model", { feline: "cat" });
const second = wordEmbedder("second-model", { moggy: "cat" });

async function memoryWith(count: number): Promise<TestMemory> {
  const memory = await openMemory();
  for (let n = 0; n < count; n++) {
    await addDecision(
      memory,
      { decision: decision({ statement: `Keep the cat number ${n} in the house` }) },
      act(),
    );
  }
  return memory;
}

const embed = (memory: TestMemory, switchModel = false) =>
  perform(embedMemory, { switchModel }, memory, callBy());
const found = async (memory: TestMemory, query: string): Promise<string[]> =>
  (await perform(searchDecisions, { query }, memory, callBy())).results.map(({ decision: { id } }) => id);

describe("Embedding a memory on demand", () => {
  it("embeds the queue with progress, and then has nothing left to do", async () => {
    const memory = { ...(await memoryWith(20)), meaning: meaningBy(first) };
    const steps: (number | undefined)[][] = [];
    const call = {
      ...callBy(),
      progress: (done: number, total?: number) => void steps.push([done, total]),
    };
    expect(await perform(embedMemory, {}, memory, call)).toEqual({
      model: "first-model",
      replaced: undefined,
      embedded: 20,
      pending: 0,
      profile: { origin: "shipped" },
      notices: [],
    });
    expect(steps).toEqual([
      [16, 20],
      [20, 20],
    ]);
    expect(await embed(memory)).toMatchObject({ embedded: 0, pending: 0 });
  });

  it("keeps the active model unless switchModel is set, and the refusal says so", async () => {
    const memory = await memoryWith(2);
    await embed({ ...memory, meaning: meaningBy(first) });
    const other = { ...memory, meaning: meaningBy(second) };
    await expect(embed(other)).rejects.toMatchObject({ code: "conflict", reason: "other_model" });
    expect(await activeModel(memory)).toBe("first-model");
  });

  it("switches the model: every decision is embedded again and found by it, and switching back embeds nothing", async () => {
    const memory = await memoryWith(3);
    const ours = { ...memory, meaning: meaningBy(first) };
    const theirs = { ...memory, meaning: meaningBy(second) };
    await embed(ours);
    expect(await embed(theirs, true)).toMatchObject({ replaced: "first-model", embedded: 3, pending: 0 });
    expect(await found(theirs, "moggy number 1 house")).not.toEqual([]);
    expect(await embed(ours, true)).toMatchObject({ replaced: "second-model", embedded: 0, pending: 0 });
  });

  it("is refused without a model, with what to set", async () => {
    const memory = await memoryWith(1);
    await expect(embed(memory)).rejects.toMatchObject({ code: "unavailable", reason: "no_model" });
  });
});

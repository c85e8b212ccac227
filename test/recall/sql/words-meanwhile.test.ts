import { describe, expect, it } from "vitest";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { activateModel } from "../../../src/recall/sql/embeddings.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { questionQuery } from "../../../src/shared/words/search-text.ts";
import { decide } from "../../support/loop.ts";
import { openMemory } from "../../support/memory.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const PARTS = ["orders", "carts", "ratings", "coupons"];
const STORES = ["Redis", "files", "SQLite"];

async function manyAlike() {
  const memory = await openMemory();
  for (let i = 0; i < 60; i++)
    await decide(memory, {
      statement: `Cache ${PARTS[i % PARTS.length]} in ${STORES[i % STORES.length]}, ${i % 5 ? `as part ${i}` : "read often"}`,
    });
  return memory;
}

describe("Words that are looked up while the vector of a query is made", () => {
  it.each(["orders in Redis", "carts", "what is read often", '"in files"', "zebra"])(
    "give the candidates of a search that waits for it: %s",
    async (asked) => {
      const memory = await manyAlike();
      const embedder = wordEmbedder();
      await activateModel(memory, embedder.model);
      await embedPending(memory, embedder, new AbortController().signal);
      const [vector] = await embedder.embed([asked], "query");
      const meaning = { model: embedder.model, vector: vector as Float32Array };
      const query = { scope: "shop", text: questionQuery(asked), perMethod: 7, withPassages: true };
      const waiting = await findCandidates(memory, { ...query, meaning });
      expect(await findCandidates(memory, query, Promise.resolve(meaning))).toEqual(waiting);
      const byWords = await findCandidates(memory, query);
      expect(await findCandidates(memory, query, Promise.resolve(undefined))).toEqual(byWords);
    },
  );

  it("do not hide that the vector could not be made", async () => {
    const memory = await manyAlike();
    const query = { scope: "shop", text: questionQuery("orders"), perMethod: 7 };
    const failed = Promise.reject(new Error("the store is gone"));
    await expect(findCandidates(memory, query, failed)).rejects.toThrow("the store is gone");
  });
});

import { describe, expect, it } from "vitest";
import { best, bestAmong, scoredRows } from "../../../../src/adapters/sqlite/recall/word-rows.ts";
import { DECISIONS } from "../../../../src/adapters/sqlite/recall/word-search.ts";
import { connect } from "../../../../src/adapters/sqlite/shared/connection.ts";
import { embedPending } from "../../../../src/app/recall/embed-pending.ts";
import { questionQuery } from "../../../../src/domain/shared/search-text.ts";
import { decide } from "../../../support/loop.ts";
import { openMemory } from "../../../support/memory.ts";
import { wordEmbedder } from "../../../support/word-embedder.ts";

const PARTS = ["orders", "carts", "ratings", "coupons"];
const STORES = ["Redis", "files", "SQLite"];

/** Many of them have the same words and length, and with these the same score. */
async function manyAlike() {
  const memory = await openMemory();
  for (let i = 0; i < 60; i++)
    await decide(memory, {
      statement: `Cache ${PARTS[i % PARTS.length]} in ${STORES[i % STORES.length]}, ${i % 5 ? `as part ${i}` : "read often"}`,
    });
  return memory;
}

describe("Words that are searched while the vector of a query is made", () => {
  it("find the same rows as a search that knows which ones are wanted, of equal ones too", async () => {
    const memory = await manyAlike();
    const connection = await connect(memory.path);
    const match = '"cache" OR "orders" OR "redis" OR "often"';
    await connection.read((sql) => {
      const all = scoredRows(sql, DECISIONS, match);
      expect(all.rows).toHaveLength(60);
      for (const wanted of [[], [1, 2, 3], [7, 60, 59, 400], all.rows])
        for (const limit of [0, 1, 5, 15, 16, 30, 59, 60, 200]) {
          const most = limit + wanted.length;
          const rows = (hits: readonly { row: number; words: number }[]) =>
            hits.map(({ row, words }) => [row, words]).sort(([a = 0], [b = 0]) => a - b);
          expect(rows(bestAmong(all, wanted, most)), `${wanted.length} wanted, ${limit}`).toEqual(
            rows(best(sql, DECISIONS, match, undefined, JSON.stringify(wanted), most)),
          );
        }
    });
    await connection.close();
  });

  it.each(["orders in Redis", "carts", "what is read often", '"in files"', "zebra"])(
    "give the candidates of a search that waits for it: %s",
    async (asked) => {
      const memory = await manyAlike();
      const embedder = wordEmbedder();
      await memory.store.activateModel(embedder.model);
      await embedPending(memory, embedder, new AbortController().signal);
      const [vector] = await embedder.embed([asked], "query");
      const meaning = { model: embedder.model, vector: vector as Float32Array };
      const query = { scope: "shop", text: questionQuery(asked), perMethod: 7, withPassages: true };
      const waiting = await memory.store.findCandidates({ ...query, meaning });
      expect(await memory.store.findCandidates(query, Promise.resolve(meaning))).toEqual(waiting);
      const byWords = await memory.store.findCandidates(query);
      expect(await memory.store.findCandidates(query, Promise.resolve(undefined))).toEqual(byWords);
    },
  );

  it("do not hide that the vector could not be made", async () => {
    const memory = await manyAlike();
    const query = { scope: "shop", text: questionQuery("orders"), perMethod: 7 };
    const failed = Promise.reject(new Error("the store is gone"));
    await expect(memory.store.findCandidates(query, failed)).rejects.toThrow("the store is gone");
  });
});

import { describe, expect, it } from "vitest";
import { rememberQueries } from "../../../src/recall/embedding/query-embedding.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

describe("Queries that were asked before", () => {
  it("are not embedded again, and have the same vector", async () => {
    const embedder = wordEmbedder();
    const remembering = rememberQueries(embedder);
    const [first] = await remembering.embed(["Where do carts go?"], "query");
    const [again] = await remembering.embed(["Where do carts go?"], "query");
    expect(again).toEqual(first);
    expect(embedder.given).toEqual(["Where do carts go?"]);
  });

  it("come in the order of the texts, beside new ones", async () => {
    const embedder = wordEmbedder();
    const remembering = rememberQueries(embedder);
    await remembering.embed(["carts", "maps"], "query");
    const texts = ["rails", "maps", "boats", "carts", "rails"];
    expect(await remembering.embed(texts, "query")).toEqual(await wordEmbedder().embed(texts, "query"));
    expect(embedder.given).toEqual(["carts", "maps", "rails", "boats", "rails"]);
  });

  it("are told apart by every character", async () => {
    const embedder = wordEmbedder();
    const remembering = rememberQueries(embedder);
    for (const text of ["carts", "Carts", "carts ", "cart"]) await remembering.embed([text], "query");
    expect(embedder.given).toHaveLength(4);
  });

  it("are forgotten when others were asked since", async () => {
    const embedder = wordEmbedder();
    const remembering = rememberQueries(embedder, 2);
    for (const text of ["a", "b", "a", "c", "a", "b"]) await remembering.embed([text], "query");
    expect(embedder.given).toEqual(["a", "b", "c", "b"]);
  });

  it("are not confused with passages, which are embedded each time", async () => {
    const embedder = wordEmbedder();
    const remembering = rememberQueries(embedder);
    await remembering.embed(["carts"], "query");
    for (let i = 0; i < 2; i++) await remembering.embed(["carts"], "passage");
    expect(embedder.given).toEqual(["carts", "carts", "carts"]);
  });

  it("are embedded again after a failure", async () => {
    const embedder = wordEmbedder();
    let fails = true;
    const remembering = rememberQueries({
      ...embedder,
      embed: async (texts, kind) => {
        if (fails) throw new Error("out of memory");
        return embedder.embed(texts, kind);
      },
    });
    await expect(remembering.embed(["carts"], "query")).rejects.toThrow("out of memory");
    fails = false;
    expect(await remembering.embed(["carts"], "query")).toEqual(await embedder.embed(["carts"], "query"));
  });

  it("are not kept if too few vectors came back", async () => {
    const embedder = wordEmbedder();
    let missing = true;
    const remembering = rememberQueries({
      ...embedder,
      embed: async (texts, kind) => (missing ? [] : embedder.embed(texts, kind)),
    });
    expect(await remembering.embed(["carts"], "query")).toEqual([]);
    missing = false;
    expect(await remembering.embed(["carts"], "query")).toHaveLength(1);
  });
});

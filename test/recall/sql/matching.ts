import { expect, it } from "vitest";
import { addDecision, findDecision } from "../../../src/decisions/sql/decisions.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, type DecisionFields, decision } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";

export function matching(current: () => OpenedStore): void {
  const add = async (fields: DecisionFields): Promise<string> =>
    (await addDecision(current().memory, { decision: decision(fields) }, act())).decision.id;
  const match = async (text: string, scope = "shop", limit = 10): Promise<string[]> =>
    (await matchWords(current().memory, scope, text, limit)).map((candidate) => candidate.decision.id);

  it.each([
    ["the statement", { statement: "Store the zebra" }],
    ["the topic", { topic: "zebra_storage" }],
    ["the reasoning", { reasoning: "A zebra is fast." }],
    ["an alternative", { alternatives: ["Keep the old way", "Buy a zebra"] }],
    ["an assumption", { assumptions: ["The zebra stays"] }],
    ["a risk", { risks: ["The zebra runs away"] }],
    ["a consequence", { consequences: ["Someone feeds the zebra"] }],
  ])("finds a word of %s", async (_, fields) => {
    const id = await add(fields);
    await add({});
    expect(await match("zebra")).toEqual([id]);
  });

  it("finds a word in another form and in another case", async () => {
    const id = await add({ statement: "Migrations are reversible" });
    expect(await match("migrating")).toEqual([id]);
    expect(await match("MIGRATION")).toEqual([id]);
    expect(await match("migrant")).toEqual([]);
  });

  it("finds a Korean word of two syllables inside a compound, with its particle", async () => {
    const id = await add({ statement: "주문데이터베이스를 하나로 합친다" });
    await add({ statement: "결제는 따로 둔다" });
    expect(await match("주문")).toEqual([id]);
    expect(await match("합친")).toEqual([id]);
    expect((await match("데이터베이스")).at(0)).toBe(id);
  });

  it("finds a part of a Chinese or Japanese phrase", async () => {
    const id = await add({ statement: "使用分布式数据库 と キャッシュ" });
    expect(await match("数据库")).toEqual([id]);
    expect(await match("キャッシュ")).toEqual([id]);
  });

  it("puts decisions with more common words first, with falling scores", async () => {
    const one = await add({ statement: "Use a queue for mail" });
    const both = await add({ statement: "Use a durable queue for mail in Redis" });
    const { memory } = current();
    const found = await matchWords(memory, "shop", "a durable queue in Redis", 10);
    expect(found.map((candidate) => candidate.decision.id)).toEqual([both, one]);
    expect(found[0]?.textScore).toBeGreaterThan(found[1]?.textScore ?? Number.NaN);
  });

  it("returns complete decisions, at most the limit, without the excluded one", async () => {
    const first = await add({ statement: "A zebra", aliases: ["old"] });
    const second = await add({ statement: "A zebra" });
    const { memory } = current();
    expect(await matchWords(memory, "shop", "zebra", 1)).toHaveLength(1);
    const [rest, ...none] = await matchWords(memory, "shop", "zebra", 10, second);
    expect(rest?.decision).toEqual(await findDecision(memory, "shop", first));
    expect(none).toEqual([]);
  });

  it("searches one project, or all of them", async () => {
    const ours = await add({ statement: "A zebra", project: "shop" });
    const theirs = await add({ statement: "A zebra", project: "warehouse" });
    expect(await match("zebra", "shop")).toEqual([ours]);
    expect(await match("zebra", "warehouse")).toEqual([theirs]);
    expect(new Set(await match("zebra", "all"))).toEqual(new Set([ours, theirs]));
  });

  it.each([
    'zebra"',
    '"zebra',
    "zebra AND",
    "OR zebra NOT",
    "NEAR(zebra",
    "title:zebra",
    "{title body}: zebra*",
    "^zebra + -zebra",
    "zebra' OR 1=1 --",
    "(zebra))",
    "zebra\u0000",
  ])("treats %j as plain text, even if it is search syntax", async (text) => {
    const id = await add({ statement: "A zebra" });
    expect(await match(text)).toEqual([id]);
  });

  it.each(["", " \n", "?!*", '""', "👍", "()"])("finds nothing for %j, which has no words", async (text) => {
    await add({ statement: "A zebra ?!* 👍" });
    expect(await match(text)).toEqual([]);
  });

  it("accepts a whole page of text", async () => {
    const id = await add({ statement: "A zebra" });
    const page = Array.from({ length: 8_000 }, (_, n) => `word${n}`).join(" ");
    expect(await match(`zebra ${page}`)).toEqual([id]);
  });
}

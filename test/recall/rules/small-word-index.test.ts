import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { smallWordIndex } from "../../../src/recall/rules/fit-profile.ts";
import { informationIn } from "../../../src/recall/rules/query-terms.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import { act, decision } from "../../support/decisions.ts";
import { openMemory } from "../../support/memory.ts";

const TEXTS = [
  "Keep orders in PostgreSQL because orders need transactions",
  "Cache pages in Redis",
  "Write the log of orders as JSON lines",
  "Encrypt backups with a key of the customer, and keep the key away from the backups",
];

it("A small word index scores texts as the store does if they are all it has", async () => {
  const { memory } = await openMemory();
  const ids: string[] = [];
  for (const statement of TEXTS) {
    const stored = decision({ statement, topicStated: false });
    await addDecision(memory, { decision: stored }, act());
    ids.push(stored.id);
  }
  const index = smallWordIndex(TEXTS);
  for (const query of ["keep orders", "the key of the backups", "Redis pages and JSON", "unknown"]) {
    const { candidates, terms, rowsInIndex } = await findCandidates(memory, {
      scope: "shop",
      text: textQuery(query),
      perMethod: 10,
    });
    const { information, words } = index(query);
    expect(information).toEqual(informationIn(terms, rowsInIndex));
    // The store counts a word of the statement more than one of the reasons, which there are none of here.
    const byStore = ids.map((id) => candidates.find((one) => one.id === id)?.words ?? 0);
    words.forEach((score, i) => {
      expect(score > 0).toBe((byStore[i] ?? 0) > 0);
    });
    const order = (scores: readonly number[]) =>
      scores.map((_, i) => i).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
    expect(order(words)[0]).toBe(order(byStore)[0]);
  }
});

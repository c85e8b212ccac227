import * as fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { WordHit } from "../../../src/recall/sql/word-lists.ts";
import { bestInScope, DECISIONS, wordSearch } from "../../../src/recall/sql/word-search.ts";
import { plainQuery } from "../../../src/shared/words/search-text.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { silentLog } from "../../support/silent-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const WORDS = ["cache", "orders", "redis", "queue", "mail", "often", "table", "carts", "PostgreSQL", "결제"];
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((some) => some.join(" "));
const project = fc.constantFrom("shop", "blog");

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("add"), statement: text, project }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("edit"), statement: text, at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("erase"), at: fc.nat(20) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("ask"),
      query: text,
      project,
      limit: fc.integer({ min: 1, max: 6 }),
    }),
  },
);

/** One that searches, and one of another process that writes. */
async function twoProcesses() {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const path = folder.file("membria.db");
  const writer = await openMemoryFile(path, silentLog);
  onTestFinished(writer.close);
  const connection = await connect(path);
  onTestFinished(connection.close);
  return { writer, connection, search: wordSearch(connection, DECISIONS) };
}

const scores = (hits: readonly WordHit[]): number[] => hits.map(({ words }) => words);

it("Lists in memory find what the full-text index finds, whatever another process wrote meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const { writer, connection, search } = await twoProcesses();
      const known: { id: string; project: string }[] = [];
      let revisions = 0;
      for (const one of steps) {
        if ("query" in one) {
          const query = plainQuery(one.query);
          const { terms } = await search.terms(query);
          const asked = (limit: number) => search.hits(terms, query, one.project, limit, []);
          const match = terms.kept.map(({ term }) => `"${term}"`).join(" OR ");
          const expected = match
            ? await connection.read((sql) =>
                bestInScope(sql, DECISIONS, match, undefined, 1_000, one.project),
              )
            : [];
          const byRow = (hits: readonly WordHit[]) =>
            hits.map(({ row, words }) => [row, words.toFixed(9)]).sort();
          expect(byRow(await asked(1_000))).toEqual(byRow(expected));
          const best = scores(expected).slice(0, one.limit);
          expect(scores(await asked(one.limit)).map((score) => score.toFixed(9))).toEqual(
            best.map((score) => score.toFixed(9)),
          );
        } else if ("project" in one) {
          const made = decision({ statement: one.statement, project: one.project });
          await addDecision(writer, { decision: made }, act());
          known.push(made);
        } else {
          const [found] = known.splice(one.at % Math.max(1, known.length), 1);
          if (!found) continue;
          if (!("statement" in one)) await eraseDecision(writer, found.project, found.id, act());
          else {
            const edit = { statement: screened(one.statement) };
            await storeEdit(writer, found.project, found.id, { id: `rev_${revisions++}`, edit }, act());
            known.push(found);
          }
        }
      }
    }),
    { numRuns: 12 },
  );
});

it("Rows that are wanted are found beside the best, if they have any of the words", async () => {
  const { writer, search } = await twoProcesses();
  for (const statement of ["zebra zebra zebra", "zebra often", "carts", "zebra in a long, long table"])
    await addDecision(writer, { decision: decision({ statement }) }, act());
  const query = plainQuery("zebra");
  const { terms } = await search.terms(query);
  const [best] = await search.hits(terms, query, "shop", 1, []);
  expect(best?.row).toBe(1);
  const hits = await search.hits(terms, query, "shop", 1, [4, 3, 1]);
  expect(hits.map(({ row }) => row)).toEqual([1, 4]);
});

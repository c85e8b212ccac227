import { afterAll, describe, expect, it } from "vitest";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { localEmbedder } from "../../../src/recall/embedding/local-embedder.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import type { SearchMode } from "../../../src/recall/rules/ranking.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import pairs from "../../fixtures/search/siblings.json" with { type: "json" };
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";
import { meaningBy } from "../../support/word-embedder.ts";

interface Recorded {
  readonly statement: string;
  readonly target?: string | undefined;
}

interface Asked extends Recorded {
  readonly question: string;
}

const embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
afterAll(() => embedder.close());

const WAYS = ["by words", "by words and meaning"] as const;
type Way = (typeof WAYS)[number];

/** A memory in which these were recorded a day after each other. */
async function memoryOf(recorded: readonly Recorded[], way: Way): Promise<TestMemory> {
  const opened = await openMemory();
  for (const { statement, target } of recorded) {
    const input = { statement, topic: target, confidenceStated: false };
    await perform(captureDecision, input, opened, callBy());
    opened.clock.advance(DAY_MS);
  }
  if (way === "by words") return opened;
  const memory = { ...opened, meaning: meaningBy(embedder) };
  await embedPending(memory, embedder, new AbortController().signal);
  return memory;
}

async function search(memory: TestMemory, query: string, mode: SearchMode = "balanced") {
  const { results } = await perform(searchDecisions, { query, mode }, memory, callBy());
  return results;
}
type Results = Awaited<ReturnType<typeof search>>;

const firstOf = (results: Results): string | undefined => results[0]?.decision.statement;
const marksIn = (results: Results): string[] =>
  results.flatMap(({ decision, perhapsReplacedBy }) => (perhapsReplacedBy ? [decision.statement] : []));
const namedAt = (result: Results[number] | undefined): string[] =>
  (result?.othersOnTarget?.named ?? []).map(({ statement }) => statement);

/** The questions whose first result is the decision they ask for, in this mode and by relevance alone. */
async function answered(asked: readonly Asked[], memory: TestMemory) {
  const right = { balanced: [] as string[], audit: [] as string[] };
  const marks: string[] = [];
  for (const { question, statement } of asked)
    for (const mode of ["balanced", "audit"] as const) {
      const results = await search(memory, question, mode);
      if (firstOf(results) === statement) right[mode].push(question);
      marks.push(...marksIn(results));
    }
  return { right, marks };
}

const ORDERS = ["as listed", "the other way round"] as const;
const inOrder = <T>(items: readonly T[], order: (typeof ORDERS)[number]): readonly T[] =>
  order === "as listed" ? items : items.toReversed();

describe.each(WAYS)("of two decisions about different things in similar words, searched %s", (way) => {
  describe.each(ORDERS)("recorded %s", (order) => {
    it.each([
      ["with targets of their own", pairs.siblings_with_targets],
      ["without a stated target", pairs.siblings_without_targets],
    ])("the one that is asked for is first, %s, and none is marked", async (_, siblings) => {
      const asked = siblings.flatMap(({ decisions }) => inOrder<Asked>(decisions, order));
      const { right, marks } = await answered(asked, await memoryOf(asked, way));
      expect(right.balanced).toEqual(asked.map(({ question }) => question));
      expect(right.audit).toEqual(right.balanced);
      expect(marks).toEqual([]);
    });

    it("the more relevant one is first where the question has other words", async () => {
      const asked = pairs.siblings_asked_in_other_words.flatMap(({ decisions }) => inOrder(decisions, order));
      const { right } = await answered(asked, await memoryOf(asked, way));
      expect(right.balanced).toEqual(right.audit);
    });
  });

  it("each has its own relevance and strength", async () => {
    const asked = [...pairs.siblings_with_targets, ...pairs.siblings_without_targets].flatMap(
      ({ decisions }): readonly Asked[] => decisions,
    );
    const memory = await memoryOf(asked, way);
    for (const { question } of asked) {
      const byRelevance = await search(memory, question, "audit");
      const own = new Map(byRelevance.map((one) => [one.decision.id, [one.relevance, one.strength]]));
      for (const { decision, relevance, strength } of await search(memory, question))
        expect([relevance, strength]).toEqual(own.get(decision.id) ?? [relevance, strength]);
    }
  });
});

describe.each(WAYS)("of an older and a newer answer to one question, searched %s", (way) => {
  const memoryWith = (asked: readonly { older: string; newer: string; target?: string }[]) =>
    memoryOf(
      [
        ...asked.map(({ older, target }) => ({ statement: older, target })),
        ...asked.map(({ newer, target }) => ({ statement: newer, target })),
      ],
      way,
    );

  it("the newer one stands for their target, and the older one is named", async () => {
    const memory = await memoryWith(pairs.same_question_on_one_target);
    for (const { question, older, newer } of pairs.same_question_on_one_target) {
      const [first, ...others] = await search(memory, question);
      expect([first?.decision.statement, namedAt(first)], question).toEqual([newer, [older]]);
      expect(others.map(({ decision }) => decision.statement)).not.toContain(older);
    }
  });

  it("the newer one is first, and the older one is marked, if no target is stated", async () => {
    const memory = await memoryWith(pairs.same_question_without_target);
    for (const { question, older, newer } of pairs.same_question_without_target) {
      const results = await search(memory, question);
      expect(firstOf(results), question).toBe(newer);
      expect(namedAt(results[0])).toEqual([]);
      // Nothing shows that npm and pnpm are values.
      if (question !== "what installs packages?") expect(marksIn(results), question).toContain(older);
    }
  });
});

describe.each(WAYS)("of decisions about different matters on one target, searched %s", (way) => {
  it.each(ORDERS)(
    "the most relevant one stands for it, recorded %s, and the others are named",
    async (order) => {
      const asked = pairs.different_matters_on_one_target.flatMap(({ target, decisions }) =>
        inOrder(decisions, order).map((one) => ({ ...one, target })),
      );
      const memory = await memoryOf(asked, way);
      const { right } = await answered(asked, memory);
      expect(right.balanced).toEqual(right.audit);
      for (const { question } of asked) {
        const [first] = await search(memory, question);
        const { statement, topic } = first?.decision ?? {};
        const others = asked.filter((one) => one.target === topic && one.statement !== statement);
        expect(new Set(namedAt(first))).toEqual(new Set(others.map((one) => one.statement)));
      }
    },
  );
});

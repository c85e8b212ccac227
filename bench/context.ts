import { join } from "node:path";
import { recordOutcome } from "../src/decisions/operations/record-outcome.ts";
import { detectDomain } from "../src/decisions/rules/topic-and-domain.ts";
import { applicableSkills, skillOfWay } from "../src/learning/operations/applicable-skills.ts";
import { estimateDecision } from "../src/learning/operations/estimate-decision.ts";
import { findPrecedents, type Precedents } from "../src/learning/operations/find-precedents.ts";
import { confidenceGuidance } from "../src/learning/operations/get-confidence-guidance.ts";
import { getDecisionContext } from "../src/learning/operations/get-decision-context.ts";
import { warningsFrom } from "../src/learning/operations/get-warnings.ts";
import type { Deps } from "../src/memory/deps.ts";
import { localEmbedder } from "../src/recall/embedding/local-embedder.ts";
import { answerCache } from "../src/recall/operations/answer-cache.ts";
import {
  type CandidateSearch,
  searchForStatement,
  strongAmong,
} from "../src/recall/operations/find-relevant.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import type { Embedder } from "../src/shared/ports.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { madeUpVectors } from "./made-up-vectors.ts";
import { callOf, growMemory, idsInOrder, judgingMadeUpVectors, openMemory, PROJECT } from "./memory.ts";
import { chart, judge, milliseconds } from "./report.ts";
import { quantile, takeTurns, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const SIZES = smoke ? [50, 200] : sizesWanted();
const ROUNDS = smoke ? 3 : 100;
const SETTLED = smoke ? 20 : 300;
const STATEMENTS = 50;
const AT_ONCE = 5_000;
const DIMENSIONS = 384;
const MODEL = "made-up";
const RESULTS = 5;
const CONTEXT = "context: get_decision_context, standard";
const SEARCH = "search: ranked, and its results loaded";

for (const size of SIZES) {
  const home = join(folder, String(size));
  await growMemory(home, size, size);
  await addVectors(home, size);
  await speedOf(home, size);
}
await embeddingOf();

/** All three unless `MEMBRIA_BENCH_LARGEST` names the largest: a memory of 100,000 decisions takes minutes to grow. */
function sizesWanted(): number[] {
  const largest = Number(process.env["MEMBRIA_BENCH_LARGEST"] ?? 100_000);
  return [1_000, 10_000, 100_000].filter((size) => size <= largest);
}

async function addVectors(home: string, size: number): Promise<void> {
  const { store } = await openMemory(home);
  const next = madeUpVectors(DIMENSIONS, size, 1);
  const ids = await idsInOrder(home);
  await store.activateModel(MODEL);
  for (let from = 0; from < size; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, size - from);
    await store.saveVectors(
      MODEL,
      Array.from({ length: count }, (_, i) => ({ id: ids[from + i]!, vector: next() })),
    );
  }
  await store.close();
}

/** The input of each part, prepared before the measurement. */
interface Known {
  readonly searched: CandidateSearch;
  readonly became: Precedents;
}

async function speedOf(home: string, size: number): Promise<void> {
  const wiring = judgingMadeUpVectors(await openMemory(home));
  const embedder = madeUpEmbedder(size);
  const deps: Deps = { ...wiring, meaning: { ...wiring.meaning, embedder: async () => embedder } };
  const writer = await callOf(wiring);
  await settle(size, deps, writer);
  // A viewer's question is not recorded, so no write is measured.
  const call: Call = { ...writer, actor: { ...writer.actor, role: "viewer" } };
  const make = madeUpDecisions(size + 1);
  const statements = Array.from({ length: STATEMENTS }, () => make().statement);
  const known = new Map<string, Known>();
  for (const statement of statements) {
    const searched = await searchForStatement(statement, PROJECT, deps);
    known.set(statement, { searched, became: await findPrecedents(searched, deps, call) });
  }
  const turns = new Map<string, number>();
  const contender = (name: string, work: (statement: string, known: Known) => Promise<unknown>) => ({
    name,
    once: () => {
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      const statement = statements[turn % STATEMENTS]!;
      return timed(() => work(statement, known.get(statement)!));
    },
  });
  const ask = (statement: string, given: Deps) =>
    perform(getDecisionContext, { statement, confidence: 0.8 }, given, call);
  const estimateOf = (statement: string) => {
    const { searched, became } = known.get(statement)!;
    const proposed = {
      choice: { statement, alternatives: [] },
      domain: detectDomain(statement),
      confidence: 0.8,
    };
    return estimateDecision(proposed, searched, became.settled, deps, call);
  };
  const kept = { ...deps, answers: answerCache() };
  for (const statement of statements) await ask(statement, kept);
  const samples = await takeTurns(
    [
      contender(SEARCH, async (statement) =>
        strongAmong(
          await searchForStatement(statement, PROJECT, deps),
          { mode: "balanced", limit: RESULTS },
          deps,
        ),
      ),
      contender(CONTEXT, (statement) => ask(statement, { ...deps, answers: answerCache() })),
      contender("  the same again, from the cache", (statement) => ask(statement, kept)),
      contender("  part: precedents and what became of them", (_, { searched: found }) =>
        findPrecedents(found, deps, call),
      ),
      contender("  part: calibration", (statement) =>
        confidenceGuidance(detectDomain(statement), 0.8, deps, call),
      ),
      contender("  part: the estimate", estimateOf),
      contender("  part: skills", async (statement) =>
        applicableSkills(deps, call, await skillOfWay(await estimateOf(statement), PROJECT, deps), {
          limit: 2,
        }),
      ),
      contender("  part: warnings", async (statement, { became }) =>
        warningsFrom(
          { statement, domain: detectDomain(statement), confidence: 0.8 },
          became,
          await estimateOf(statement),
          deps,
          call,
        ),
      ),
    ],
    ROUNDS,
  );
  chart(`Context for a decision among ${size}`, samples, SEARCH);
  judge(samples, [{ what: "a context to its own search", of: CONTEXT, to: SEARCH, atMost: 2 }]);
  await wiring.close();
}

/** Returns a different vector for every query without computing anything. */
function madeUpEmbedder(size: number): Embedder {
  const vector = madeUpVectors(DIMENSIONS, size, 2);
  const known = new Map<string, Float32Array>();
  return {
    model: MODEL,
    dimensions: DIMENSIONS,
    embed: async (texts) =>
      texts.map((text) => {
        const found = known.get(text) ?? vector();
        known.set(text, found);
        return found;
      }),
    describe: () => ({ runtime: "made up" }),
    close: async () => {},
  };
}

async function settle(size: number, deps: Deps, call: Call): Promise<void> {
  const { items } = await deps.store.listDecisions({ scope: PROJECT }, size);
  for (let n = 0; n < Math.min(SETTLED, size); n++) {
    const score = n % 3 === 0 ? 0 : 1;
    const status = score === 1 ? "success" : "failure";
    // Spread over the memory, so that they are not all on recently read pages.
    const { id } = items[(n * 7_919) % size]!;
    await perform(recordOutcome, { ref: id, status, score, lessons: [`Lesson ${n}`] }, deps, call);
    await deps.background.idle();
  }
}

async function embeddingOf(): Promise<void> {
  const { store, log } = await openMemory(join(folder, "none"));
  const embedder = localEmbedder({ idleMs: 60_000, log });
  const statement = madeUpDecisions(1)().statement;
  await embedder.embed([statement], "query");
  const times: number[] = [];
  for (let i = 0; i < 20; i++) times.push(await timed(() => embedder.embed([statement], "query")));
  console.log(`\nEmbedding a query, which comes on top of both: ${milliseconds(quantile(times, 0.5))}`);
  await embedder.close();
  await store.close();
}

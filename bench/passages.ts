import { statSync } from "node:fs";
import { join } from "node:path";

import { localEmbedder } from "../src/recall/embedding/local-embedder.ts";
import { findAnswers } from "../src/recall/operations/find-relevant.ts";
import { SHIPPED_PROFILE } from "../src/recall/rules/model-profile.ts";
import { activateModel, claimUnembedded, saveVectors } from "../src/recall/sql/embeddings.ts";
import type { Log } from "../src/shared/ports.ts";
import { textQuery } from "../src/shared/words/search-text.ts";
import { connect } from "../src/store/file/connection.ts";
import type { Memory } from "../src/store/file/memory.ts";
import { madeUpDecisions } from "./made-up-decisions.ts";
import { madeUpVectors } from "./made-up-vectors.ts";
import { fileIn, growMemory, openMemory, PROJECT } from "./memory.ts";
import { chart, judge } from "./report.ts";
import { takeTurns, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => SILENT };
const SIZES = smoke ? [50] : [1_000, 10_000];
const ROUNDS = smoke ? 3 : 200;
const DIMENSIONS = 384;
const MODEL = localEmbedder({ idleMs: 0, log: SILENT }).model;
/** Statements in a source: about 1,700 characters, which are two passages. */
const IN_SOURCE = 24;
const QUERIES = 100;

const WITH = "with a source and two questions each";
const WITHOUT = "without";

for (const size of SIZES) {
  const words = madeUpDecisions(size + 7);
  const source = (): string => Array.from({ length: IN_SOURCE }, () => words().statement).join(". ");
  const homes = { [WITHOUT]: join(folder, `${size}-without`), [WITH]: join(folder, `${size}-with`) };
  await growMemory(homes[WITHOUT]!, size, size);
  await growMemory(homes[WITH]!, size, size, () => ({
    source: source().slice(0, 4_000),
    questions: [`${words().statement}?`, `${words().statement}?`],
  }));
  const stores: Record<string, Memory> = {};
  for (const [name, home] of Object.entries(homes)) {
    const texts = await addVectors(home, size);
    const { memory } = await openMemory(home);
    stores[name] = memory;
    const bytes = await bytesOf(home);
    console.log(
      `  ${name}: ${texts} vectors, ${Math.round(bytes / size).toLocaleString("en")} bytes per decision`,
    );
  }
  const next = madeUpDecisions(size + 1);
  const vector = madeUpVectors(DIMENSIONS, size, 2);
  const queries = Array.from({ length: QUERIES }, () => ({
    scope: PROJECT,
    text: textQuery(next().statement),
    meaning: { model: MODEL, vector: vector(), profile: SHIPPED_PROFILE },
    mode: "balanced" as const,
    limit: 5,
  }));
  const turns: Record<string, number> = {};
  const samples = await takeTurns(
    Object.entries(stores).map(([name, memory]) => ({
      name,
      once: () => {
        turns[name] = (turns[name] ?? 0) + 1;
        return timed(() => findAnswers(queries[turns[name]! % QUERIES]!, { memory }));
      },
    })),
    ROUNDS,
  );
  chart(`One search among ${size} decisions`, samples, WITHOUT);
  judge(samples, [{ what: "a search with passages to one without", of: WITH, to: WITHOUT, atMost: 5 }]);
  for (const memory of Object.values(stores)) await memory.close();
}

/** Gives every text a vector, and returns how many there are. */
async function addVectors(home: string, size: number): Promise<number> {
  const { memory } = await openMemory(home);
  const vector = madeUpVectors(DIMENSIONS, size, 1);
  await activateModel(memory, MODEL);
  let texts = 0;
  for (;;) {
    const claimed = await claimUnembedded(memory, 500, { by: "bench", now: new Date(), leaseMs: 60_000 });
    if (claimed.length === 0) break;
    texts += claimed.length;
    await saveVectors(
      memory,
      MODEL,
      claimed.map(({ id, passage }) => ({ id, passage, vector: vector() })),
    );
  }
  await memory.close();
  return texts;
}

async function bytesOf(home: string): Promise<number> {
  const connection = await connect(fileIn(home));
  await connection.writeOutsideTransaction("VACUUM");
  await connection.outsideTransaction("PRAGMA wal_checkpoint(TRUNCATE)");
  await connection.close();
  return statSync(fileIn(home)).size;
}

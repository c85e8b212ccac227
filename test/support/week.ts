import { readFile, writeFile } from "node:fs/promises";
import { embedMemory } from "../../src/recall/operations/embed-memory.ts";
import { saveCheckpoint } from "../../src/sessions/operations/checkpoints.ts";
import { saveInsight } from "../../src/sessions/operations/save-insight.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { CACHES, type Experience, TOKENS } from "./experience.ts";
import { decide, settle } from "./loop.ts";
import { callBy, folderOfTest, openMemory, rewired, type TestMemory } from "./memory.ts";
import { raw } from "./raw-sqlite.ts";
import { silentLog } from "./silent-log.ts";
import { meaningBy, wordEmbedder } from "./word-embedder.ts";

const REST: readonly Experience[] = [
  ["Cache invoices in Redis", 0, "Eviction lost invoices"],
  ["Deploy by hand on Fridays", 0],
  ["Write the importer in Rust", 0.8],
];

let made: { readonly file: Buffer; readonly now: Date } | undefined;

/** A memory that was worked with: an outcome that was corrected, notes, two projects. It is made once and then copied. */
export async function memoryOfAWeek(): Promise<TestMemory> {
  made ??= await makeWeek();
  const path = (await folderOfTest()).file("membria.db");
  await writeFile(path, made.file);
  return rewired(await openMemory(silentLog, { path, now: made.now }), {
    meaning: meaningBy(wordEmbedder()),
  });
}

async function makeWeek(): Promise<{ readonly file: Buffer; readonly now: Date }> {
  const memory = rewired(await openMemory(), { meaning: meaningBy(wordEmbedder()) });
  const live = async ([statement, score, ...lessons]: Experience, project: string): Promise<string> => {
    const id = await decide(memory, { statement, domain: "backend", confidence: 0.7 }, { project });
    await perform(embedMemory, {}, memory, callBy());
    memory.clock.advance(DAY_MS);
    await settle(memory, id, score, { lessons_learned: lessons }, { project });
    await memory.background.idle();
    return id;
  };
  const ids: string[] = [];
  for (const one of [...CACHES, ...TOKENS, ...REST]) ids.push(await live(one, "shop"));
  for (const one of CACHES) await live(one, "bakery");
  memory.clock.advance(DAY_MS);
  await settle(memory, ids[1] as string, 0.3);
  await decide(memory, { statement: "Wait with the search until spring" });
  await perform(embedMemory, {}, memory, callBy());
  await perform(saveInsight, { content: "Customers print their orders", tags: ["paper"] }, memory, callBy());
  await perform(
    saveCheckpoint,
    { summary: "The basket is half done", openFiles: [], nextSteps: "Write the tests" },
    memory,
    callBy(),
  );
  await perform(embedMemory, {}, memory, callBy());
  await memory.background.idle();
  const copy = (await folderOfTest()).file("week.db");
  await raw(memory.path, (db) => db.exec(`VACUUM INTO '${copy}'`));
  return { file: await readFile(copy), now: memory.clock.now() };
}

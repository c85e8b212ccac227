import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askAsPerson, type By } from "./hooks/ask-as-person.ts";
import { fillMemory, type WrittenDecision } from "./hooks/fill-memory.ts";
import { type Answered, type Prompt, report, SETS, type SetName, showMistakes } from "./hooks/report-told.ts";
import { openMemory } from "./memory.ts";
import { folder, root, smoke } from "./workplace.ts";

const MOST_IN_SMOKE = 6;

const setOf = <T>(...path: string[]): T[] =>
  JSON.parse(readFileSync(join(root, "bench", "hooks", ...path), "utf8")) as T[];

// The second set judges, the first was fitted on: whoever sees what was told for the second fits to it.
const isSecond = process.argv.includes("--second");
const memory = await openMemory(folder);
const numberOf = await fillMemory(setOf<WrittenDecision>("decisions.json"), memory);
console.log(`\n${isSecond ? "second" : "first"} set, ${numberOf.size} decisions`);
for (const by of ["meaning", "words"] as const) {
  const answered = Object.fromEntries(
    await Promise.all(SETS.map(async (name) => [name, await answer(name, by)] as const)),
  ) as Record<SetName, Answered[]>;
  console.log(`\nby ${by === "meaning" ? "meaning and words" : "words alone"}`);
  report(answered);
  if (!isSecond) for (const name of SETS) showMistakes(name, answered[name]);
}
await memory.close();

async function answer(name: SetName, by: By): Promise<Answered[]> {
  const prompts = setOf<Prompt>(...(isSecond ? ["second"] : []), `${name}-prompts.json`).slice(
    0,
    smoke ? MOST_IN_SMOKE : undefined,
  );
  const answered: Answered[] = [];
  for (const one of prompts)
    answered.push({ ...one, ...(await askAsPerson(one.prompt, one.id, by, memory, numberOf)) });
  return answered;
}

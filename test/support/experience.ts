import { DAY_MS } from "../../src/shared/time.ts";
import { decide, settle } from "./loop.ts";
import type { Caller, TestMemory } from "./memory.ts";

export type Experience = readonly [statement: string, score: number, ...lessons: string[]];

export const CACHES: readonly Experience[] = [
  ["Cache sessions in Redis", 1, "Set an expiry on every key"],
  ["Cache product pages in Redis", 0.9, "An expiry on every key"],
  ["Cache search results in Redis", 1],
  ["Cache thumbnails in Redis", 1],
];

export const TOKENS: readonly Experience[] = [
  ["Keep access tokens in localStorage", 0, "Use httpOnly cookies"],
  ["Keep admin tokens in localStorage", 0.1],
  ["Keep refresh tokens in localStorage", 0, "Use httpOnly cookies instead"],
];

/** Captures each decision, and records its outcome a day later. Returns their ids. */
export async function experience(
  memory: TestMemory,
  decisions: readonly Experience[],
  { domain = "backend", caller = {} as Caller } = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (const [statement, score, ...lessons] of decisions) {
    const id = await decide(memory, { statement, domain }, caller);
    memory.clock.advance(DAY_MS);
    await settle(memory, id, score, { lessons_learned: lessons }, caller);
    ids.push(id);
  }
  return ids;
}

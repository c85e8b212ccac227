import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { captureDecision } from "../src/decisions/operations/capture-decision.ts";
import type { Wiring } from "../src/main/wire.ts";
import { embedMemory } from "../src/recall/operations/embed-memory.ts";
import { perform } from "../src/shared/operations/operation.ts";
import { callOf } from "./memory.ts";
import { root } from "./workplace.ts";

/** A set of `bench/questions`. */
export const questions = <T>(name: string): T[] =>
  JSON.parse(readFileSync(join(root, "bench", "questions", `${name}.json`), "utf8")) as T[];

/** Captures and embeds decisions, and returns their ids in the same order. */
export async function captureAll(
  decisions: readonly Partial<z.input<typeof captureDecision.input>>[],
  memory: Wiring,
): Promise<string[]> {
  const call = await callOf(memory);
  const ids: string[] = [];
  for (const given of decisions) {
    const { decision } = await perform(
      captureDecision,
      { confidenceStated: false, ...given } as z.input<typeof captureDecision.input>,
      memory,
      call,
    );
    ids.push(decision.id);
  }
  await memory.background.idle();
  await perform(embedMemory, {}, memory, call);
  return ids;
}

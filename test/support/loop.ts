import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { type Caller, callBy, type TestMemory } from "./memory.ts";
import { statusFor } from "./outcomes.ts";
import { type Json, succeed } from "./tools.ts";

let made = 0;

/** Captures a decision, with or without a stated confidence, and returns its id. */
export async function decide(
  memory: TestMemory,
  fields: { statement?: string; domain?: string; confidence?: number | undefined; dueDays?: number } = {},
  caller: Caller = {},
): Promise<string> {
  const { decision } = await perform(
    captureDecision,
    {
      statement: `Leave number ${++made} alone`,
      domain: "database",
      ...fields,
      confidenceStated: fields.confidence !== undefined,
    },
    memory,
    callBy(caller),
  );
  return decision.id;
}

/** Records how a decision worked out, and returns the reply. */
export function settle(
  memory: TestMemory,
  decision_id: string,
  score: number,
  args: Json = {},
  caller?: Caller,
): Promise<Json> {
  const reported = { decision_id, final_status: statusFor(score), final_score: score, ...args };
  return succeed(memory, "membria_record_outcome", reported, caller);
}

/** One decision of a domain after the other, each with its confidence and how it worked out. */
export async function history(
  memory: TestMemory,
  domain: string,
  made: readonly (readonly [confidence: number | undefined, score: number])[],
  caller?: Caller,
): Promise<void> {
  for (const [confidence, score] of made) {
    await settle(memory, await decide(memory, { domain, confidence }, caller), score, {}, caller);
  }
}

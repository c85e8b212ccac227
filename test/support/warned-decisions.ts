import type { TestMemory } from "./memory.ts";
import { type Json, succeed } from "./tools.ts";

/**
 * Four proposals that were warned of: one is decided otherwise, two are gone ahead with, of which one goes wrong, and
 * nothing comes of the last.
 */
export async function warnedDecisions(memory: TestMemory): Promise<void> {
  await warn(memory, "Use float for money columns");
  await capture(memory, "Use decimal for money columns", ["float"]);
  await warn(memory, "Share one SQLite file over NFS");
  const failed = await capture(memory, "Share one SQLite file over NFS");
  await succeed(memory, "membria_record_outcome", {
    decision_id: failed,
    final_status: "failure",
    final_score: 0,
  });
  await warn(memory, "Cache the price list forever");
  await capture(memory, "Cache the price list forever");
  await warn(memory, "Retry failed requests immediately and without a limit");
}

async function warn(memory: TestMemory, statement: string): Promise<void> {
  const asked = { statement, module: "database", confidence: 0.8 };
  const { firewall_status } = await succeed(memory, "membria_get_warnings", asked);
  if (firewall_status === "clear") throw new Error(`Nobody is warned of: ${statement}`);
  await memory.background.idle();
}

async function capture(
  memory: TestMemory,
  statement: string,
  alternatives: string[] = ["Wait"],
): Promise<Json[string]> {
  const context = { module: "database" };
  const captured = { statement, alternatives, confidence: 0.8, context };
  const { decision_id } = await succeed(memory, "membria_capture_decision", captured);
  await memory.background.idle();
  return decision_id;
}

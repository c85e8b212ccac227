import { expect } from "vitest";
import { readProposals } from "../../src/decisions/sql/proposals.ts";
import type { Deps } from "../../src/memory/deps.ts";
import type { Caller, TestMemory } from "./memory.ts";
import { callTool, succeed } from "./tools.ts";

export const RECORD = "record_decision";
export const SUPERSEDE = "supersede_decision";
export const ACCEPT = "accept_proposal";

export const PERSON: Caller = { kind: "human", name: "maintainer", role: "admin" };

/** A call that has to fail, in the dialect of Agent Memory. */
export async function refused(
  deps: Deps,
  name: string,
  args: unknown,
  caller?: Caller,
): Promise<{ code: string; message: string; retryAfter: number | undefined }> {
  const { structured, fault, text } = await callTool(deps, name, args, caller);
  expect(fault, `it succeeded: ${text}`).toBeDefined();
  expect(structured).toEqual({
    status: "error",
    code: expect.any(String),
    message: expect.any(String),
  });
  const { code, message } = structured as { code: string; message: string };
  expect(text).toBe(`${code}: ${message}`);
  return { code, message, retryAfter: fault?.retryAfter };
}

/** Records a decision about a target, and returns its id. */
export async function recorded(
  memory: TestMemory,
  args: Record<string, unknown> = {},
  caller?: Caller,
): Promise<string> {
  const given = {
    title: "Cache orders in Redis",
    target: "order_cache",
    rationale: "Reads outnumber writes.",
  };
  const { decision_id } = await succeed(memory, RECORD, { ...given, ...args }, caller);
  return String(decision_id);
}

/** Records an outcome, and waits until reflection is finished. */
export async function concluded(
  memory: TestMemory,
  decision_id: string,
  final_status: "success" | "failure",
): Promise<void> {
  const final_score = final_status === "success" ? 1 : 0;
  await succeed(memory, "membria_record_outcome", { decision_id, final_status, final_score });
  await memory.background.idle();
}

/** Three failures about one target, and the proposal that reflection made of them. */
export async function proposed(memory: TestMemory): Promise<string> {
  for (const n of [1, 2, 3])
    await concluded(memory, await recorded(memory, { title: `Cache number ${n}` }), "failure");
  const [proposal] = await readProposals(memory, "shop", "draft", 10);
  if (!proposal) throw new Error("Nothing was proposed.");
  return proposal.id;
}

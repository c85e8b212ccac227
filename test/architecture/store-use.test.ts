import { copyFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { linkGraph } from "../../src/decisions/operations/traverse-links.ts";
import { memoryOver } from "../../src/memory/open-memory.ts";
import { type Observation, recordObservations } from "../../src/memory/record-observations.ts";
import { answerCache } from "../../src/recall/operations/answer-cache.ts";
import { observationBuffer } from "../../src/shared/operations/observations.ts";
import { connect } from "../../src/store/file/connection.ts";
import { CACHES, experience, TOKENS } from "../support/experience.ts";
import { decide, settle } from "../support/loop.ts";
import { folderOfTest, openMemory, rewired } from "../support/memory.ts";
import { silentLog } from "../support/silent-log.ts";
import { countingConnection } from "../support/store-use.ts";
import { type Json, succeed } from "../support/tools.ts";
import { STORE_USE } from "./limits.ts";

const STATEMENT = "Cache customer tokens in Redis instead of localStorage";
const WARNED_OF = "Keep session tokens in localStorage";
const KINDS = ["orders", "invoices", "baskets", "ratings", "coupons", "refunds", "parcels", "returns"];

/**
 * Eleven decisions about the same with known outcomes, in groups that taught something; a chain of four that replaced
 * each other, each with an outcome; a link that was approved, a forecast that is due, and a checkpoint.
 */
async function lessonsOfAYear() {
  const memory = await openMemory();
  await experience(memory, CACHES);
  await experience(memory, TOKENS);
  for (const [i, kind] of KINDS.entries()) {
    const id = await decide(memory, { statement: `Cache ${kind} in Redis for the shop`, confidence: 0.8 });
    await settle(memory, id, i % 3 === 0 ? 0 : 1, { lessons_learned: [`Expire ${kind} after a day`] });
  }
  let held = await decide(memory, { statement: "Cache customer tokens in files" });
  for (const place of ["in a table", "in localStorage", "in Redis"]) {
    await settle(memory, held, 0.2, { lessons_learned: [`Better ${place}`] });
    const next = await succeed(memory, "supersede_decision", {
      title: `Cache customer tokens ${place}`,
      target: "customer_tokens",
      rationale: "The one before did not keep up with the load.",
      old_decision_ids: [held],
    });
    held = String(next["decision_id"]);
  }
  const captured = await succeed(memory, "membria_capture_decision", {
    statement: "Cache customer names in Redis",
    alternatives: ["Keep customer names in localStorage", "Cache nothing"],
    confidence: 0.7,
  });
  const due = String(captured["decision_id"]);
  const ends = { from_id: due, to_id: held, relationship: "contradicts" };
  await succeed(memory, "propose_link", { ...ends, reason: "They are kept in two ways at once" });
  await succeed(memory, "approve_link", ends);
  await succeed(memory, "save_checkpoint", { summary: "Looked at caches", next_steps: "Measure them" });
  memory.clock.advance(40 * 86_400_000);
  await succeed(memory, "membria_get_warnings", { statement: WARNED_OF, module: "backend" });
  await memory.background.idle();
  await memory.close();
  return { memory, folder: await folderOfTest(), held, due };
}

type Year = Awaited<ReturnType<typeof lessonsOfAYear>>;
type Operation = (year: Year) => readonly [tool: string, args: Json];

/** The main operations, as a client calls them. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  capture: () => [
    "membria_capture_decision",
    { statement: STATEMENT, alternatives: ["localStorage"], confidence: 0.8 },
  ],
  "capture, after a warning": () => [
    "membria_capture_decision",
    { statement: WARNED_OF, alternatives: ["cookies"], confidence: 0.8 },
  ],
  "get decision": ({ held }) => ["membria_get_decision", { decision_id: held }],
  "update decision": ({ held }) => ["membria_update_decision", { decision_id: held, confidence_update: 0.6 }],
  "record outcome": ({ due }) => [
    "membria_record_outcome",
    { decision_id: due, final_status: "success", final_score: 1, lessons_learned: ["Names change seldom"] },
  ],
  "record signal": ({ due }) => [
    "membria_record_signal",
    { decision_id: due, signal_type: "ci_passed", valence: "positive" },
  ],
  "context, minimal": () => ["membria_get_decision_context", { statement: STATEMENT, depth: "minimal" }],
  "context, standard": () => ["membria_get_decision_context", { statement: STATEMENT, depth: "standard" }],
  "context, full": () => [
    "membria_get_decision_context",
    { statement: STATEMENT, depth: "full", confidence: 0.8 },
  ],
  warnings: () => ["membria_get_warnings", { statement: STATEMENT, module: "backend", confidence: 0.8 }],
  analyze: ({ due }) => ["membria_analyze_decision", { decision_id: due }],
  "confidence guidance": () => [
    "membria_get_confidence_guidance",
    { domain: "backend", decision_confidence: 0.8, context: STATEMENT },
  ],
  calibrations: () => ["membria_get_all_calibrations", {}],
  skills: () => ["membria_get_skills", { domain: "backend", decision_statement: STATEMENT }],
  search: () => ["search_decisions", { query: "cache tokens in Redis" }],
  "record decision": () => [
    "record_decision",
    { title: "Cache thumbnails on disk", target: "thumbnails", rationale: "They are large and seldom read." },
  ],
  supersede: ({ held }) => [
    "supersede_decision",
    {
      title: "Cache customer tokens in cookies",
      target: "customer_tokens",
      rationale: "No server has to keep them then.",
      old_decision_ids: [held],
    },
  ],
  "save decision": () => [
    "save_decision",
    { topic: "customer_tokens", decision: "Cache customer tokens nowhere", reasoning: "Ask for them anew." },
  ],
  "recall decision": () => ["recall_decision", { topic: "customer_tokens" }],
  "suggest decision": () => ["suggest_decision", { userQuestion: "Where do we cache tokens?" }],
  "list decisions": () => ["list_decisions", {}],
  "save checkpoint": () => ["save_checkpoint", { summary: "Measured caches", next_steps: "Write it down" }],
  "load checkpoint": () => ["load_checkpoint", {}],
  "search by context": () => ["memory_search_by_context", { query: "cache tokens in Redis" }],
  "load context": ({ held }) => ["memory_load_context", { decision_id: held }],
};

/** On a copy of the memory with empty caches. Background work counts for the operation that started it. */
async function useOf(operation: Operation, year: Year) {
  const { memory, folder } = year;
  const path = folder.file(`${Math.random()}.db`);
  await copyFile(memory.path, path);
  const counted = countingConnection(await connect(path));
  const store = await memoryOver(counted.connection, path, silentLog);
  const { background, timers, log } = memory;
  const deps = rewired(memory, {
    memory: store,
    observations: observationBuffer<Observation>({
      write: (batch, since) => recordObservations(store, batch, since),
      position: store.position,
      background,
      timers,
      log,
    }),
    linkGraph: linkGraph(store, memory.clock),
    answers: answerCache(),
  });
  const opened = [counted.calls(), counted.statements()] as const;
  const [tool, args] = operation(year);
  await succeed(deps, tool, args);
  await deps.background.idle();
  const [calls, statements] = [counted.calls() - opened[0], counted.statements() - opened[1]];
  await store.close();
  return { calls, statements };
}

it.each(Object.keys(OPERATIONS))("has a limit for %s", (name) => expect(STORE_USE).toHaveProperty([name]));

it("no operation reads and writes more often, or runs more statements, than its limit", async () => {
  const year = await lessonsOfAYear();
  const over: string[] = [];
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const { calls, statements } = await useOf(operation, year);
    const limit = STORE_USE[name] ?? { calls: 0, statements: 0 };
    if (calls > limit.calls || statements > limit.statements)
      over.push(`${name}: ${calls} calls of ${limit.calls}, ${statements} statements of ${limit.statements}`);
  }
  expect(over).toEqual([]);
});

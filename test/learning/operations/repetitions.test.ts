import { describe, expect, it } from "vitest";
import { followUp } from "../../../src/memory/follow-up.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { angleEmbedder } from "../../support/angle-embedder.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { type Json, succeed } from "../../support/tools.ts";
import { meaningBy, wordEmbedder } from "../../support/word-embedder.ts";

/** A decision in each vocabulary that makes one, as its statement and what it turns down. */
const VOCABULARIES: readonly [tool: string, args: (statement: string, over?: string) => Json][] = [
  [
    "membria_capture_decision",
    (statement, over = "leave it as it is") => ({
      statement,
      alternatives: [over],
      confidence: 0.8,
      context: { module: "database" },
    }),
  ],
  [
    "record_decision",
    (statement) => ({ title: statement, target: statement, rationale: "It fits the data." }),
  ],
  [
    "save_decision",
    (statement) => ({ topic: statement, decision: statement, reasoning: "It fits the data." }),
  ],
  [
    "memory_save_decision",
    (statement) => ({ topic: statement, decision: statement, reasoning: "It fits the data." }),
  ],
];
const [[CAPTURE, capture]] = VOCABULARIES as [[string, (statement: string, over?: string) => Json]];

async function make(memory: TestMemory, statement: string, over?: string, caller?: Caller): Promise<Json> {
  const reply = await succeed(memory, CAPTURE, capture(statement, over), caller);
  memory.clock.advance(DAY_MS);
  return reply;
}

const settle = (memory: TestMemory, { decision_id }: Json, final_status: string): Promise<Json> =>
  succeed(memory, "membria_record_outcome", {
    decision_id,
    final_status,
    final_score: final_status === "success" ? 1 : 0,
  });

describe("A capture says what it repeats", () => {
  it.each(VOCABULARIES)("in the vocabulary of %s: the same holds already", async (tool, args) => {
    const memory = await openMemory();
    const { decision_id } = await make(memory, "Use PostgreSQL for the orders", undefined, { name: "other" });
    const reply = await succeed(memory, tool, args("Keep the orders in PostgreSQL"));
    expect(JSON.stringify(reply)).toContain(`The same holds already: ${decision_id} of 2026-02-12.`);
  });

  it("that it failed before, when, and what replaced it", async () => {
    const memory = await openMemory();
    const failed = await make(memory, "Use MongoDB for the orders");
    await settle(memory, failed, "failure");
    const { decision_id: next } = await succeed(memory, "supersede_decision", {
      title: "Use PostgreSQL for the orders",
      rationale: "Transactions got lost",
      target: "orders",
      old_decision_ids: [failed["decision_id"]],
    });
    const reply = await make(memory, "Keep the orders in MongoDB");
    expect(reply["notices"]).toEqual([
      `This failed before: ${failed["decision_id"]}, on 2026-02-13. It was replaced by ${next}.`,
      `It seems to replace ${next} ("Use PostgreSQL for the orders", by an agent on 2026-02-13), which still holds. supersede_decision replaces ${next}.`,
    ]);
  });

  it("which decision it contradicts, either way, and what replaces it", async () => {
    const memory = await openMemory();
    const { decision_id: holds } = await make(memory, "Use PostgreSQL for the orders", "MongoDB");
    const taken = await make(memory, "Use MongoDB for the orders");
    expect(taken["notices"]).toEqual([
      `It takes what was turned down by ${holds} ("Use PostgreSQL for the orders", by an agent on 2026-02-12), which still holds. supersede_decision replaces ${holds}.`,
    ]);
    const turned = await make(memory, "Use CockroachDB for the orders", "PostgreSQL");
    expect((turned["notices"] as string[])[0]).toContain("still holds");
    expect(JSON.stringify(turned["notices"])).toContain(`turns down what was chosen by ${holds}`);
  });

  it("that it gives another value than one that holds, and what replaces that", async () => {
    const memory = await openMemory();
    const { decision_id: holds } = await make(memory, "Audit logs are kept for 30 days");
    const reply = await make(memory, "Audit logs are kept 90 days, the bank asks for it");
    expect(reply["notices"]).toEqual([
      `It seems to replace ${holds} ("Audit logs are kept for 30 days", by an agent on 2026-02-12), which still holds. supersede_decision replaces ${holds}.`,
    ]);
    const sibling = await make(memory, "Rotate the signing keys after 60 days");
    expect(sibling).not.toHaveProperty("notices");
  });

  it("and asks for a person where a person decided the other", async () => {
    const memory = await openMemory();
    const { decision_id: theirs } = await make(memory, "Use PostgreSQL for the orders", "MongoDB", {
      kind: "human",
      name: "maintainer",
    });
    const reply = await make(memory, "Use MongoDB for the orders");
    expect(reply["notices"]).toEqual([
      `It takes what was turned down by ${theirs} ("Use PostgreSQL for the orders", by maintainer on 2026-02-12), which still holds. Ask the person, who can retract ${theirs} at a terminal.`,
    ]);
  });

  it("and nothing if it repeats nothing, worked before elsewhere, or replaces the other itself", async () => {
    const memory = await openMemory();
    const first = await make(memory, "Use PostgreSQL for the orders");
    expect(first).not.toHaveProperty("notices");
    expect(await make(memory, "Serve the images from a CDN")).not.toHaveProperty("notices");
    const replacing = await succeed(memory, "supersede_decision", {
      title: "Use CockroachDB for the orders",
      rationale: "It has to run in two regions",
      target: "orders",
      old_decision_ids: [first["decision_id"]],
    });
    expect(replacing).not.toHaveProperty("notices");
  });

  it("by its meaning with the next reply to the same client, once it has a vector", async () => {
    const memory = await openMemory();
    const embedder = wordEmbedder("words-of-the-test", {
      valkey: "redis",
      pages: "sessions",
      buffer: "cache",
    });
    const meaning = {
      ...meaningBy(embedder),
      embedded: async () => void (await embedPending(memory, embedder, new AbortController().signal)),
    };
    const parts = { ...memory, meaning };
    const deps = { ...parts, ...followUp(parts) };
    const call = callBy();
    const late = () => memory.lateNotices.take(call);
    const { decision_id: first } = await succeed(deps, CAPTURE, capture("Use Redis as session cache"));
    await settle(deps, { decision_id: first }, "failure");
    await memory.background.idle();
    expect(late()).toEqual([]);
    const second = await succeed(deps, CAPTURE, capture("Use Redis as a session cache again, with Redis"));
    await memory.background.idle();
    expect(JSON.stringify([second, late()])).toContain(`This failed before: ${first}`);
  });

  it("by its meaning, that it answers the same question otherwise", async () => {
    const memory = await openMemory();
    const embedder = angleEmbedder({ nvoices: 1, ills: 0.7 });
    const meaning = {
      ...meaningBy(embedder),
      embedded: async () => void (await embedPending(memory, embedder, new AbortController().signal)),
    };
    const parts = { ...memory, meaning };
    const deps = { ...parts, ...followUp(parts) };
    const made = await succeed(deps, CAPTURE, capture("Invoices are PDF files"));
    await memory.background.idle();
    memory.clock.advance(DAY_MS);
    const next = await succeed(deps, CAPTURE, capture("Bills are written as HTML pages"));
    expect(next).not.toHaveProperty("notices");
    await memory.background.idle();
    expect(memory.lateNotices.take(callBy())).toEqual([
      expect.objectContaining({
        text: `About ${next["decision_id"]}: It seems to replace ${made["decision_id"]} ("Invoices are PDF files", by an agent on 2026-02-12), which still holds.`,
        remedies: [{ remedy: "supersede-decision", id: made["decision_id"] }],
      }),
    ]);
  });
});

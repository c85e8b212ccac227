import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { eraseMemory } from "../../src/portability/operations/erase-memory.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, fail, type Json, succeed } from "../support/tools.ts";

const CAPTURE = "membria_capture_decision";
const EXAMPLE = { statement: "Use queues for mail", alternatives: ["Threads"], confidence: 0.8 };
const SOURCE = "Ana: threads get lost. Ben: then queues.";

const SAVED = { topic: "mail", decision: "Use queues for mail", reasoning: "Nothing gets lost" };
const RECORDED = {
  title: "Use queues for mail",
  target: "mail",
  rationale: "Nothing gets lost, even after a crash",
};

async function stored(memory: TestMemory, { structured }: { structured: Json }) {
  const { decision_id, data } = structured as { decision_id?: string; data?: { decision_id: string } };
  return findDecision(memory, "shop", decision_id ?? data?.decision_id ?? "");
}

async function captured(memory: TestMemory, args: Json) {
  return stored(memory, await callTool(memory, CAPTURE, { ...EXAMPLE, ...args }));
}

describe("the source of a decision", () => {
  it.each([
    [CAPTURE, EXAMPLE],
    ["record_decision", RECORDED],
    ["save_decision", SAVED],
    ["memory_save_decision", SAVED],
  ] as const)("is kept by %s", async (tool, args) => {
    const memory = await openMemory();
    const reply = await callTool(memory, tool, { ...args, source: SOURCE });
    expect(await stored(memory, reply)).toMatchObject({ source: SOURCE, questions: [] });
  });

  it.each([
    ["supersede_decision", (id: string) => ({ ...RECORDED, old_decision_ids: [id] })],
    [
      "memory_evolve_supersede",
      (id: string) => ({ decision: SAVED.decision, reasoning: SAVED.reasoning, old_decision_id: id }),
    ],
  ] as const)("is kept by %s", async (tool, argsFor) => {
    const memory = await openMemory();
    const { decision_id } = await succeed(memory, CAPTURE, { ...EXAMPLE, statement: "Use threads for mail" });
    const reply = await callTool(memory, tool, { ...argsFor(String(decision_id)), source: SOURCE });
    expect(await stored(memory, reply)).toMatchObject({ source: SOURCE });
  });

  it("is screened for secrets, and the reply says so", async () => {
    const memory = await openMemory();
    const key = ["AKIA", "Z7Q2M5XK4N3B6V8C"].join("");
    const reply = await callTool(memory, CAPTURE, { ...EXAMPLE, source: `The key is ${key}, use queues` });
    expect(reply.text).toContain("source");
    const kept = (await stored(memory, reply))?.source;
    expect(kept).toContain("use queues");
    expect(kept).not.toContain(key);
  });

  it("has at most 4,000 characters", async () => {
    const memory = await openMemory();
    expect((await captured(memory, { source: "x".repeat(4_000) }))?.source).toHaveLength(4_000);
    const error = await fail(memory, CAPTURE, { ...EXAMPLE, source: "x".repeat(4_001) });
    expect(error.data.problem).toContain("source must have at most 4,000 characters, and has 4,001;");
    expect(error.data["suggestion"]).toContain("4,000 characters");
  });

  it("does not change what was decided: the hash is the same, and a repetition stores nothing", async () => {
    const memory = await openMemory();
    const first = await captured(memory, {});
    const again = await captured(memory, { source: SOURCE, questions: ["Why queues?"] });
    expect(again).toEqual(first);
    memory.clock.advance(3_600_000);
    const later = await captured(memory, { source: SOURCE, questions: ["Why queues?"] });
    expect(later).toMatchObject({ source: SOURCE, contextHash: first?.contextHash });
  });

  it("is erased with the decision, and so are its questions", async () => {
    const memory = await openMemory();
    const id = (await captured(memory, { source: "A pangolin said so", questions: ["Which aardvark?"] }))?.id;
    const written = await readFile(`${memory.path}-wal`, "latin1");
    for (const word of ["pangolin", "aardvark"]) expect(written).toContain(word);
    await perform(eraseMemory, { ref: String(id) }, memory, callBy({ kind: "human", role: "admin" }));
    await memory.close();
    expect(await readFile(memory.path, "latin1")).not.toMatch(/pangolin|aardvark/);
  });
});

describe("the questions that a decision answers", () => {
  const questions = ["Why do mails wait?", "What is in Redis?", "May a mail be lost?"];

  it("are kept", async () => {
    expect((await captured(await openMemory(), { questions }))?.questions).toEqual(questions);
  });

  it("are screened for secrets", async () => {
    const key = ["AKIA", "Z7Q2M5XK4N3B6V8C"].join("");
    const kept = await captured(await openMemory(), { questions: [`Whose key is ${key}?`] });
    expect(kept?.questions[0]).toContain("Whose key is");
    expect(kept?.questions[0]).not.toContain(key);
  });

  it("are at most three, of at most 200 characters", async () => {
    const memory = await openMemory();
    const four = await fail(memory, CAPTURE, { ...EXAMPLE, questions: [...questions, "Why not threads?"] });
    expect(four.data.problem).toContain("questions takes at most 3 items, and has 4;");
    const long = await fail(memory, CAPTURE, { ...EXAMPLE, questions: ["x".repeat(201)] });
    expect(long.data.problem).toContain("questions.0 must have at most 200 characters, and has 201;");
  });
});

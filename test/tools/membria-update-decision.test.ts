import { describe, expect, it } from "vitest";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { callBy, openMemory, START, type TestMemory } from "../support/memory.ts";
import { callTool, fail, succeed } from "../support/tools.ts";

const UPDATE = "membria_update_decision";

async function captured(): Promise<{ memory: TestMemory; decision_id: string }> {
  const memory = await openMemory();
  const { decision_id } = await succeed(memory, "membria_capture_decision", {
    statement: "Use PostgreSQL for user database instead of MongoDB",
    alternatives: ["MongoDB"],
    confidence: 0.82,
  });
  return { memory, decision_id: String(decision_id) };
}

const read = (memory: TestMemory, decision_id: string) =>
  succeed(memory, "membria_get_decision", { decision_id });

describe("Membria 1.2: update_decision", () => {
  it("returns the fields of the document", async () => {
    const { memory, decision_id } = await captured();
    memory.clock.advance(5 * 60_000);
    expect(await succeed(memory, UPDATE, { decision_id, status: "executed" })).toEqual({
      decision_id,
      previous_status: "pending",
      new_status: "executed",
      updated_at: new Date(START.getTime() + 5 * 60_000).toISOString(),
      changed: ["status"],
    });
  });

  it("lets an agent correct its own words, which become a revision; confidence and id stay", async () => {
    const { memory, decision_id } = await captured();
    memory.clock.advance(60_000);
    const args = {
      statement: "Use PostgreSQL for the database of users",
      context: { module: "database", reasoning: "Users refer to each other" },
      alternatives: ["MongoDB", "MySQL"],
      risks: ["Migrations take long"],
      evidence: ["src/users.ts", "Asked for by Ana"],
      consequences: ["One server more"],
      questions: ["Where are users?"],
      notes: "The wording was unclear, key AKIAIOSFODNN7EXAMPLE",
    };
    const { structured, text } = await callTool(memory, UPDATE, { decision_id, ...args });
    const { context: _, ...flat } = args;
    expect(structured).toMatchObject({
      changed: expect.arrayContaining([...Object.keys(flat), "context.module", "context.reasoning"]),
      revision: 2,
      notices: [expect.stringMatching(/^notes .* secret/)],
    });
    expect(text).toContain("revision 2");
    const shown = await callTool(memory, "membria_get_decision", { decision_id });
    expect(shown.structured).toMatchObject({
      statement: args.statement,
      reasoning: "Users refer to each other",
      module: "database",
      confidence: 0.82,
      evidence: ["file: src/users.ts", "note: Asked for by Ana"],
      risks: args.risks,
      notes: [{ by: "test-agent" }],
      revisions: [
        { revision: 1, changed: [], by: "test-agent", author: "agent" },
        {
          revision: 2,
          changed: expect.arrayContaining([
            "statement",
            "reasoning",
            "alternatives",
            "evidence",
            "questions",
          ]),
        },
      ],
    });
    expect(shown.text).toMatch(/Edited:\n- .*by the agent "test-agent".*: statement, .*reasoning/);
    expect(shown.structured["revisions"]).not.toContainEqual(
      expect.objectContaining({ statement: expect.anything() }),
    );
  });

  it("refuses the words of others and of what has an outcome, and an unknown module; notes are still taken", async () => {
    const { memory, decision_id } = await captured();
    const statement = "Use MongoDB for the database of users";
    const before = await memory.position();
    const other = { name: "other-agent" };
    expect(await fail(memory, UPDATE, { decision_id, statement, notes: "Mine" }, other)).toMatchObject({
      data: { reason: "not_own_decision" },
    });
    expect(await fail(memory, UPDATE, { decision_id, context: { module: "databse" } })).toMatchObject({
      data: { reason: "invalid_module", field: "context.module" },
    });
    expect(await memory.position()).toBe(before);
    await succeed(memory, UPDATE, { decision_id, statement }, { ...other, role: "admin" });
    await succeed(memory, "membria_record_outcome", { decision_id, final_status: "success", final_score: 1 });
    expect(await fail(memory, UPDATE, { decision_id, risks: ["None"] })).toMatchObject({
      data: { reason: "has_outcome", problem: expect.stringContaining("has an outcome (success)") },
    });
    await succeed(memory, UPDATE, { decision_id, notes: "Still right" }, other);
    const { decision } = await perform(
      captureDecision,
      { statement: "A person decided this", confidenceStated: false },
      memory,
      callBy({ kind: "human", name: "Ana" }),
    );
    const theirs = await fail(memory, UPDATE, { decision_id: decision.id, statement }, { role: "admin" });
    expect(theirs.data).toMatchObject({ reason: "isolation_violation" });
    expect(JSON.stringify(theirs)).not.toContain("membria edit");
  });

  it("says the same in a text", async () => {
    const { memory, decision_id } = await captured();
    const { text } = await callTool(memory, UPDATE, { decision_id, status: "executed", notes: "done" });
    for (const fact of [decision_id, "pending", "executed", "status, notes"]) expect(text).toContain(fact);
  });

  it("takes every argument of the document, and get_decision shows it", async () => {
    const { memory, decision_id } = await captured();
    const args = {
      status: "completed",
      confidence_update: 0.6,
      notes: "Slower than hoped",
      linked_pr: "https://github.com/acme/shop/pull/7",
      linked_commit: "4f2a9c1",
    };
    const { changed } = await succeed(memory, UPDATE, { decision_id, ...args });
    expect(changed).toEqual(Object.keys(args));
    const at = START.toISOString();
    expect(await read(memory, decision_id)).toMatchObject({
      status: "completed",
      confidence: 0.6,
      confidence_updates: [{ confidence: 0.6, at, by: "test-agent" }],
      notes: [{ text: "Slower than hoped", at, by: "test-agent" }],
      linked_pr: args.linked_pr,
      linked_commit: args.linked_commit,
    });
  });

  it.each(["pending", "executed", "completed", "failed", "reworked"])(
    "takes the status %s",
    async (status) => {
      const { memory, decision_id } = await captured();
      expect(await succeed(memory, UPDATE, { decision_id, status })).toMatchObject({ new_status: status });
    },
  );

  it("changes the status alone, or leaves it", async () => {
    const { memory, decision_id } = await captured();
    await succeed(memory, UPDATE, { decision_id, status: "executed" });
    expect(await succeed(memory, UPDATE, { decision_id, confidence_update: 0 })).toMatchObject({
      previous_status: "executed",
      new_status: "executed",
      changed: ["confidence_update"],
    });
    expect(await read(memory, decision_id)).toMatchObject({ status: "executed", confidence: 0 });
  });

  it("keeps what was decided, and its hash", async () => {
    const { memory, decision_id } = await captured();
    const before = await read(memory, decision_id);
    await succeed(memory, UPDATE, { decision_id, status: "reworked", confidence_update: 0.1, notes: "no" });
    const after = await read(memory, decision_id);
    for (const field of ["statement", "alternatives", "context_hash", "created_at", "created_by", "standing"])
      expect(after[field]).toEqual(before[field]);
  });

  it("appends notes one after the other", async () => {
    const { memory, decision_id } = await captured();
    for (const notes of ["first", "second"]) await succeed(memory, UPDATE, { decision_id, notes });
    expect((await read(memory, decision_id))["notes"]).toMatchObject([{ text: "first" }, { text: "second" }]);
  });

  it("leaves one entry in the audit log", async () => {
    const { memory, decision_id } = await captured();
    await succeed(memory, UPDATE, { decision_id, status: "executed" });
    expect(await memory.changesAfter(1, 10)).toMatchObject([
      { seq: 2, action: "decision.updated", subject: decision_id, author: "test-agent" },
    ]);
  });

  it("says what screening changed", async () => {
    const { memory, decision_id } = await captured();
    const { structured, text } = await callTool(memory, UPDATE, { decision_id, notes: "a\r\nb\u202e" });
    expect(structured["notices"]).toEqual([
      "notes had 1 other line end turned into newline.",
      "notes had 1 hidden or direction-changing character removed.",
    ]);
    expect(text).toContain("notes had 1 other line end");
  });
});

describe("Membria 1.2: what is refused", () => {
  it("a decision that is not there: -32003, with what was received", async () => {
    const { memory } = await captured();
    const error = await fail(memory, UPDATE, { decision_id: "dec_missing", status: "executed" });
    expect(error).toMatchObject({
      code: -32003,
      message: "Decision not found",
      data: { reason: "decision_not_found", field: "decision_id", received: "dec_missing" },
    });
    expect(error.data["suggestion"]).toEqual(expect.any(String));
  });

  it("a decision of another project, as if it were not there", async () => {
    const { memory, decision_id } = await captured();
    const { code } = await fail(memory, UPDATE, { decision_id, status: "failed" }, { project: "depot" });
    expect(code).toBe(-32003);
    expect(await read(memory, decision_id)).toMatchObject({ status: "pending" });
  });

  it("nothing to update, with what there would be", async () => {
    const { memory, decision_id } = await captured();
    const { code, data } = await fail(memory, UPDATE, { decision_id });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ reason: "nothing_to_update" });
    for (const name of ["status", "confidence_update", "notes", "linked_pr", "linked_commit"])
      expect(data["suggestion"]).toContain(name);
  });

  it.each([
    ["decision_id", { decision_id: undefined, status: "executed" }, "missing_argument", "is required"],
    ["decision_id", { decision_id: 5 }, "invalid_argument", "must be a string"],
    ["status", { status: "done" }, "invalid_argument", "must be one of pending, executed"],
    ["confidence_update", { confidence_update: 1.5 }, "confidence_out_of_range", "must be at most 1"],
    ["confidence_update", { confidence_update: -1 }, "confidence_out_of_range", "must be at least 0"],
    ["notes", { notes: "" }, "invalid_argument", "must not be empty"],
    ["notes", { notes: "x".repeat(50_001) }, "invalid_argument", "at most 50,000 characters"],
    ["linked_pr", { linked_pr: 7 }, "invalid_argument", "must be a string"],
    ["linked_commit", { linked_commit: "x".repeat(1_001) }, "invalid_argument", "at most 1,000 characters"],
    ["linked_pr", { linked_pr: "#42" }, "invalid_argument", 'http:// or https://; received "#42"'],
    ["linked_pr", { linked_pr: "ftp://example.org/pull/7" }, "invalid_argument", "http:// or https://"],
    ["linked_pr", { linked_pr: "https:// example.org" }, "invalid_argument", "http:// or https://"],
    ["linked_commit", { linked_commit: "HEAD" }, "invalid_argument", "a commit hash: 7 to 64 of"],
    ["linked_commit", { linked_commit: "4f2a9c" }, "invalid_argument", 'received "4f2a9c"'],
    ["linked_commit", { linked_commit: "a".repeat(65) }, "invalid_argument", "a commit hash"],
    ["statement", { statement: "Too short" }, "invalid_statement", "must have at least 10 characters"],
    ["topic", { topic: "users" }, "unknown_argument", "Unknown argument 'topic'."],
  ])("%s %j", async (field, args, reason, problem) => {
    const { memory, decision_id } = await captured();
    const { code, data } = await fail(memory, UPDATE, { decision_id, ...args });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, reason, problem: expect.stringContaining(problem) });
    expect(data["suggestion"]).toEqual(expect.any(String));
  });

  it("a viewer", async () => {
    const { memory, decision_id } = await captured();
    const { code } = await fail(memory, UPDATE, { decision_id, status: "executed" }, { role: "viewer" });
    expect(code).toBe(-32005);
  });
});

import { describe, expect, it } from "vitest";
import { decisionPage, findDecision } from "../../src/decisions/sql/decisions.ts";
import { Fault } from "../../src/shared/errors.ts";
import { listening } from "../support/listening.ts";
import { MINIMAL, WHOLE } from "../support/membria-example.ts";
import { callBy, openMemory, START, type TestMemory } from "../support/memory.ts";
import { callTool, fail, succeed, toolNamed } from "../support/tools.ts";

const CAPTURE = "membria_capture_decision";
const GET = "membria_get_decision";

/** A memory in which no decision can be stored. */
const failing = (memory: TestMemory, error: Error) =>
  listening(memory, (statement) => {
    if (statement.startsWith("INSERT INTO memories ")) throw error;
  });

describe("Membria 1.1: capture_decision", () => {
  it("returns the fields of the document", async () => {
    const memory = await openMemory();
    expect(await succeed(memory, CAPTURE, WHOLE)).toEqual({
      decision_id: "dec_000001",
      created_at: START.toISOString(),
      status: "pending",
      confidence: 0.82,
      message: "Decision captured successfully",
      project: "shop",
      domain: "database",
    });
  });

  it("says the same in a text that is enough by itself", async () => {
    const memory = await openMemory();
    const { text } = await callTool(memory, CAPTURE, WHOLE);
    for (const fact of ["captured successfully", "dec_000001", "shop", "database", "0.82", "pending"])
      expect(text).toContain(fact);
  });

  it("keeps every argument, as get_decision shows", async () => {
    const memory = await openMemory();
    const { decision_id } = await succeed(memory, CAPTURE, WHOLE);
    expect(await succeed(memory, GET, { decision_id })).toMatchObject({
      statement: WHOLE.statement,
      alternatives: WHOLE.alternatives,
      confidence: 0.82,
      assumptions: WHOLE.assumptions,
      risk_level: "medium",
      module: "database",
      reasoning: WHOLE.context.reasoning,
      evidence: ["file: src/db/schema.ts"],
      created_by: "test-agent",
      author: "agent",
    });
    const stored = await findDecision(memory, "shop", String(decision_id));
    expect(stored).toMatchObject({ sessionId: "sess_phase3_work", confidenceStated: true });
  });

  it("takes the three required arguments alone, and detects the domain", async () => {
    const memory = await openMemory();
    expect(await succeed(memory, CAPTURE, MINIMAL)).toMatchObject({ domain: "database" });
    const plain = { ...MINIMAL, statement: "Have lunch at noon", alternatives: ["Have it at one"] };
    expect(await succeed(memory, CAPTURE, plain)).toMatchObject({ domain: "general" });
  });

  it.each([0, 1, 0.5])("takes a confidence of %d", async (confidence) => {
    const memory = await openMemory();
    expect(await succeed(memory, CAPTURE, { ...MINIMAL, confidence })).toMatchObject({ confidence });
  });

  it.each(["database", "auth", "api", "frontend", "backend", "infra"])(
    "takes the module %s",
    async (module) => {
      const memory = await openMemory();
      const captured = await succeed(memory, CAPTURE, { ...MINIMAL, context: { module } });
      expect(captured).toMatchObject({ domain: module });
    },
  );

  it("takes a module that a setting added, and names it in the refusal of another", async () => {
    const memory = { ...(await openMemory()), modules: ["database", "ml"] };
    const module = (name: string) => ({ ...MINIMAL, context: { module: name } });
    expect(await succeed(memory, CAPTURE, module("ml"))).toMatchObject({ domain: "ml" });
    const { data } = await fail(memory, CAPTURE, module("auth"));
    expect(data["suggestion"]).toContain("database, ml");
  });

  it("never supersedes: two decisions on one subject both hold", async () => {
    const memory = await openMemory();
    await succeed(memory, CAPTURE, MINIMAL);
    await succeed(memory, CAPTURE, { ...MINIMAL, alternatives: ["MySQL"] });
    const { items } = await decisionPage(memory, { scope: "shop", standing: "active" }, 10);
    expect(items).toHaveLength(2);
  });

  it("says for which project it was taken when the call does", async () => {
    const memory = await openMemory();
    const notice = 'Using the project "default".';
    const { structured, text } = await callTool(memory, CAPTURE, MINIMAL, { notices: [notice] });
    expect(structured["notices"]).toEqual([notice]);
    expect(text).toContain(notice);
  });
});

describe("a statement has 10 to 500 characters", () => {
  it.each([
    ["10 characters", "0123456789"],
    ["10 emoji", "🚀".repeat(10)],
    ["500 characters", "x".repeat(500)],
    ["500 emoji", "🚀".repeat(500)],
    ["10 Korean syllables", "가나다라마바사아자차"],
  ])("%s are taken", async (_, statement) => {
    const memory = await openMemory();
    const { decision_id } = await succeed(memory, CAPTURE, { ...MINIMAL, statement });
    expect(await succeed(memory, GET, { decision_id })).toMatchObject({ statement });
  });

  it.each([
    ["9 characters", "012345678", "at least 10 characters, and has 9"],
    ["9 emoji", "🚀".repeat(9), "at least 10 characters, and has 9"],
    ["spaces around too few", "    short    ", "at least 10 characters, and has 5"],
    ["501 characters", "x".repeat(501), "at most 500 characters, and has 501"],
    ["501 emoji", "🚀".repeat(501), "at most 500 characters, and has 501"],
    ["no characters", "", "at least 10 characters, and has 0"],
  ])("%s are refused", async (_, statement, problem) => {
    const error = await fail(await openMemory(), CAPTURE, { ...MINIMAL, statement });
    expect(error).toMatchObject({
      code: -32602,
      message: "Invalid params",
      data: {
        reason: "invalid_statement",
        field: "statement",
        problem: expect.stringContaining(problem),
        suggestion: expect.stringMatching(/^State the decision in 10 to 500 characters\./),
      },
    });
  });

  it.each([
    ["Use ADRs", "We decided: Use ADRs."],
    ["  Use ADRs\n", "We decided: Use ADRs."],
    ["Use\nADRs.", "We decided: Use ADRs."],
    ["No Java!", "We decided: No Java!"],
    ['Say "no"', 'We decided: Say "no".'],
    ["X", "We decided: X."],
    ["ADR 쓰기", "We decided: ADR 쓰기."],
  ])("%j is offered as a sentence, which is taken", async (statement, sentence) => {
    const memory = await openMemory();
    const { data } = await fail(memory, CAPTURE, { ...MINIMAL, statement });
    expect(data["suggestion"]).toBe(
      `State the decision in 10 to 500 characters. Send a sentence, such as ${JSON.stringify(sentence)}`,
    );
    await succeed(memory, CAPTURE, { ...MINIMAL, statement: sentence });
  });

  it.each(["", "   ", "012345678", "🚀".repeat(9), "?!", "x".repeat(501), null, 5])(
    "%j is not",
    async (statement) => {
      const { data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, statement });
      expect(data["suggestion"]).toBe("State the decision in 10 to 500 characters.");
    },
  );

  it("does not repeat a very long statement", async () => {
    const error = await fail(await openMemory(), CAPTURE, { ...MINIMAL, statement: "x".repeat(100_000) });
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
  });
});

describe("the error cases of the document", () => {
  it.each([1.5, -0.1, 2, 100, "0.8", "high", null, true, [0.8]])("confidence %j", async (confidence) => {
    const { code, data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, confidence });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({
      reason: "confidence_out_of_range",
      field: "confidence",
      received: confidence,
      suggestion: "Use a number from 0 to 1, such as confidence: 0.75.",
    });
    expect(data.problem).toContain(JSON.stringify(confidence));
  });

  it.each([
    ["none", []],
    ["left out", undefined],
    ["a text", "MongoDB"],
    ["null", null],
    ["an empty one", [""]],
    ["a blank one", ["MongoDB", "  "]],
    ["a number", [5]],
  ])("alternatives: %s", async (_, alternatives) => {
    const { code, data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, alternatives });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({
      reason: "missing_alternatives",
      field: expect.stringMatching(/^alternatives/),
      suggestion: expect.stringContaining("at least one alternative"),
    });
  });

  it.each(["blockchain", "Database", "", 5])("module %j", async (module) => {
    const { code, data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, context: { module } });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({
      reason: "invalid_module",
      field: "context.module",
      received: module,
      suggestion: expect.stringContaining("database, auth, api, frontend, backend, infra"),
    });
  });

  it("memory that is away: graph_unavailable, with the time to try again", async () => {
    const memory = await openMemory();
    const away = new Fault("unavailable", "The graph does not answer.", { hint: "Wait.", retryAfter: 30 });
    const store = failing(memory, away);
    expect(await fail({ ...memory, memory: store }, CAPTURE, MINIMAL)).toEqual({
      code: -32001,
      message: "Graph unavailable",
      data: {
        reason: "graph_unavailable",
        problem: "The graph does not answer.",
        suggestion: "Wait.",
        retry_after: 30,
      },
    });
  });

  it("a defect reveals no internals", async () => {
    const memory = await openMemory();
    const defect = new Error("SELECT failed in /home/somebody/membria.db");
    const store = failing(memory, defect);
    const { structured, text, fault } = await callTool({ ...memory, memory: store }, CAPTURE, MINIMAL);
    expect(structured).toMatchObject({ error: { code: -32603, data: { reason: "internal" } } });
    expect(JSON.stringify(structured) + text).not.toMatch(/SELECT|somebody|\.db/);
    expect(fault?.cause).toBe(defect);
  });
});

describe("unknown arguments", () => {
  it("are refused by name, with those that are supported", async () => {
    const { code, data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, confidance: 0.9 });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({
      reason: "unknown_argument",
      field: "confidance",
      problem: "Unknown argument 'confidance'.",
      received: 0.9,
    });
    for (const name of ["statement", "alternatives", "confidence", "assumptions", "risk_level", "context"])
      expect(data["suggestion"]).toMatch(new RegExp(`^Supported arguments: .*\\b${name}\\b`));
  });

  it("are refused inside context, too", async () => {
    const { data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, context: { foo: 1 } });
    expect(data).toMatchObject({
      reason: "unknown_argument",
      field: "context.foo",
      problem: "Unknown argument 'context.foo'.",
      suggestion:
        "Supported arguments: context.module, context.session_id, context.file_path, context.reasoning.",
    });
  });

  it("are all named", async () => {
    const { data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, a: 1, b: 2, context: { c: 3 } });
    for (const name of ["'a'", "'b'", "'context.c'"]) expect(data.problem).toContain(name);
  });
});

describe("other bad arguments", () => {
  it.each([
    ["risk_level", { risk_level: "extreme" }, "must be one of low, medium, high"],
    ["assumptions", { assumptions: "none" }, "must be an array"],
    ["assumptions", { assumptions: Array(101).fill("x") }, "takes at most 100 items"],
    ["assumptions.0", { assumptions: [""] }, "must not be empty"],
    ["context", { context: "database" }, "must be an object"],
    ["context.session_id", { context: { session_id: 7 } }, "must be a string"],
    ["context.file_path", { context: { file_path: "" } }, "must not be empty"],
    ["context.reasoning", { context: { reasoning: "x".repeat(50_001) } }, "at most 50,000 characters"],
    ["statement", { statement: 5 }, "must be a string"],
  ])("%s %j", async (field, args, problem) => {
    const { code, data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, ...args });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, problem: expect.stringContaining(problem) });
    expect(data["suggestion"]).toEqual(expect.any(String));
  });

  it.each([
    ["no arguments", undefined],
    ["an empty object", {}],
  ])("%s: every required one is named at once", async (_, args) => {
    const { data } = await fail(await openMemory(), CAPTURE, args);
    for (const field of ["statement", "alternatives", "confidence"])
      expect(data.problem).toContain(`${field} is required`);
  });

  it.each([[[]], ["text"], [5]])("%j instead of an object", async (args) => {
    const { data } = await fail(await openMemory(), CAPTURE, args);
    expect(data.problem).toContain("must be an object");
  });

  it("several problems are reported at once, the first one in the fields", async () => {
    const { data } = await fail(await openMemory(), CAPTURE, {
      statement: "short",
      alternatives: [],
      confidence: 7,
      risk_level: "extreme",
      colour: "red",
    });
    expect(data["field"]).toBe("statement");
    for (const problem of ["statement", "alternatives", "confidence", "risk_level", "'colour'"])
      expect(data.problem).toContain(problem);
  });

  it("nothing is stored by a refused call", async () => {
    const memory = await openMemory();
    await fail(memory, CAPTURE, { ...MINIMAL, confidence: 2 });
    await fail(memory, CAPTURE, { ...MINIMAL, context: { module: "blockchain" } });
    expect((await decisionPage(memory, { scope: "all" }, 10)).total).toBe(0);
    expect(await memory.position()).toBe(0);
  });
});

describe("screening shows in the reply", () => {
  it("field by field, in the structure and in the text", async () => {
    const memory = await openMemory();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const { structured, text } = await callTool(memory, CAPTURE, {
      ...MINIMAL,
      statement: "Use cafe\u0301 au lait for the database",
      alternatives: ["MongoDB", "My\u0000SQL"],
      context: { reasoning: `The token is ${token}` },
    });
    const notices = structured["notices"] as string[];
    expect(notices).toEqual([
      "statement was normalised to Unicode NFC.",
      expect.stringMatching(
        /^context\.reasoning had a secret replaced before it was stored \(looks like: .*github/,
      ),
      "alternatives[1] had 1 control character removed.",
    ]);
    for (const notice of notices) expect(text).toContain(notice);
    expect(JSON.stringify(structured) + text).not.toContain(token);
    const read = await succeed(memory, GET, { decision_id: structured["decision_id"] });
    expect(read).toMatchObject({
      statement: "Use café au lait for the database",
      alternatives: ["MongoDB", "MySQL"],
      reasoning: expect.stringMatching(/^The token is \[redacted:/),
    });
  });

  it("not when nothing was changed", async () => {
    expect(await succeed(await openMemory(), CAPTURE, WHOLE)).not.toHaveProperty("notices");
  });

  it("a statement of which nothing is left is refused", async () => {
    const { data } = await fail(await openMemory(), CAPTURE, { ...MINIMAL, statement: "\u0000".repeat(12) });
    expect(data).toMatchObject({ reason: "empty_text", field: "statement" });
  });

  it("what changed in a hundred alternatives fits into a result, and advises nothing that is refused", async () => {
    const memory = await openMemory();
    const bad = Array.from({ length: 100 }, (_, i) => `alternative ${i}\u0000`);
    const { structured, text } = await callTool(memory, CAPTURE, {
      ...MINIMAL,
      alternatives: bad,
      assumptions: bad,
    });
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(10_000);
    expect(structured["omitted"]).toEqual([expect.stringMatching(/^notices has \d+ more items/)]);
    expect(text).not.toContain("max_tokens");
  });
});

describe("a capture that is repeated", () => {
  it("within ten minutes gets the first one back, and says so", async () => {
    const memory = await openMemory();
    const first = await succeed(memory, CAPTURE, WHOLE);
    memory.clock.advance(9 * 60_000);
    const again = await succeed(memory, CAPTURE, WHOLE);
    expect(again).toMatchObject({
      decision_id: first["decision_id"],
      created_at: first["created_at"],
      repeated: true,
      message: expect.stringContaining("nothing was stored again"),
    });
    expect((await decisionPage(memory, { scope: "shop" }, 10)).total).toBe(1);
  });

  it("later is a decision of its own", async () => {
    const memory = await openMemory();
    const first = await succeed(memory, CAPTURE, WHOLE);
    memory.clock.advance(11 * 60_000);
    const later = await succeed(memory, CAPTURE, WHOLE);
    expect(later["decision_id"]).not.toBe(first["decision_id"]);
    expect(later).not.toHaveProperty("repeated");
  });

  it.each([
    ["another confidence", { confidence: 0.81 }, {}],
    ["another reasoning", { context: { ...WHOLE.context, reasoning: "It is fast" } }, {}],
    ["another agent", {}, { name: "another-agent" }],
    ["another project", {}, { project: "depot" }],
  ])("with %s is no repetition", async (_, args, caller) => {
    const memory = await openMemory();
    const first = await succeed(memory, CAPTURE, WHOLE);
    const other = await succeed(memory, CAPTURE, { ...WHOLE, ...args }, caller);
    expect(other["decision_id"]).not.toBe(first["decision_id"]);
  });

  it("from another session is the same decision", async () => {
    const memory = await openMemory();
    await succeed(memory, CAPTURE, WHOLE);
    const context = { ...WHOLE.context, session_id: "sess_next" };
    expect(await succeed(memory, CAPTURE, { ...WHOLE, context })).toMatchObject({ repeated: true });
  });
});

describe("who may capture, and where", () => {
  it("a viewer may not, in the tool's dialect", async () => {
    const error = await fail(await openMemory(), CAPTURE, MINIMAL, { role: "viewer" });
    expect(error).toMatchObject({
      code: -32005,
      message: "Forbidden",
      data: { reason: "permission_denied" },
    });
    expect(error.data["suggestion"]).toContain("MEMBRIA_ROLE=agent");
  });

  it("nobody may in all projects at once", async () => {
    const { code, data } = await fail(await openMemory(), CAPTURE, MINIMAL, { project: "all" });
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ reason: "project_required", received: "all" });
  });

  it("a cancelled call is not answered with a result", async () => {
    const memory = await openMemory();
    const call = callBy({ signal: AbortSignal.abort() });
    await expect(toolNamed(CAPTURE).call(MINIMAL, memory, call)).rejects.toThrow();
    expect((await decisionPage(memory, { scope: "all" }, 1)).total).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { decisionPage, findDecision } from "../../src/decisions/sql/decisions.ts";
import { pendingLinks } from "../../src/decisions/sql/links.ts";
import { closeProposal, evidenceByTarget, readProposals } from "../../src/decisions/sql/proposals.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { historyOf } from "../support/outcomes.ts";
import { callTool, type Json, succeed } from "../support/tools.ts";

const HUMAN: Caller = { kind: "human", name: "maintainer", role: "admin" };
const ADMIN: Caller = { role: "admin" };

/** Both vocabularies have the same tools under different names. */
const SAVES = [
  ["MAMA", "save_decision", 0.5],
  ["MAMA 1.1", "save/decision", 0.7],
] as const;
const OUTCOMES = [
  ["MAMA", "update_outcome", "decisionId"],
  ["MAMA 1.1", "evolve/outcome", "decision_id"],
] as const;

const JWT = { topic: "auth_strategy", decision: "Use JWT", reasoning: "No session store is needed" };
const SESSIONS = { ...JWT, decision: "Use sessions", reasoning: "Tokens cannot be revoked" };

const dataOf = (structured: Json) => structured["data"] as Json & { decision_id: string };
const save = async (memory: TestMemory, args: object, caller?: Caller) =>
  dataOf(await succeed(memory, "save/decision", args, caller));
const errorOf = (structured: Json) =>
  structured["error"] as { code: string; message: string; details: Json & { reason: string } };
const stored = async (memory: TestMemory, id: string) => {
  const decision = await findDecision(memory, "shop", id);
  if (!decision) throw new Error(`There is no ${id}.`);
  return decision;
};

describe.each(SAVES)("%s: saving a decision", (_, tool, confidence) => {
  it("keeps it with the topic as stated, and says so", async () => {
    const memory = await openMemory();
    const reply = await callTool(memory, tool, { ...JWT, confidence: 0.9 });
    const { decision_id, ...data } = dataOf(reply.structured);
    expect(data).toMatchObject({ topic: "auth_strategy", superseded: [], standing: "active" });
    expect(reply.text).toContain(`Decision saved: ${decision_id}`);
    expect(await stored(memory, decision_id)).toMatchObject({
      statement: "Use JWT",
      topicStated: true,
      confidence: 0.9,
      confidenceStated: true,
      author: { kind: "agent" },
    });
  });

  it(`stores a confidence of ${confidence} where none is given, and does not count it as stated`, async () => {
    const memory = await openMemory();
    const { decision_id } = dataOf(await succeed(memory, tool, JWT));
    expect(await stored(memory, decision_id)).toMatchObject({ confidence, confidenceStated: false });
  });

  it("supersedes what held for the topic", async () => {
    const memory = await openMemory();
    const first = dataOf(await succeed(memory, tool, JWT)).decision_id;
    const reply = await callTool(memory, tool, SESSIONS);
    const second = dataOf(reply.structured);
    expect(second["superseded"]).toEqual([first]);
    expect(reply.text).toContain(`supersedes ${first}`);
    expect((await stored(memory, first)).standing).toBe("superseded");
  });

  it("does not affect derived topics and other projects", async () => {
    const memory = await openMemory();
    await succeed(memory, "membria_capture_decision", {
      statement: "auth_strategy stays as it is",
      alternatives: ["Something else"],
      confidence: 0.5,
    });
    await succeed(memory, tool, JWT, { project: "depot" });
    expect(dataOf(await succeed(memory, tool, SESSIONS))["superseded"]).toEqual([]);
  });

  it("returns the first one when the same comes again within minutes", async () => {
    const memory = await openMemory();
    const first = dataOf(await succeed(memory, tool, JWT)).decision_id;
    const again = await callTool(memory, tool, JWT);
    expect(dataOf(again.structured)).toMatchObject({ decision_id: first, repeated: true, superseded: [] });
    expect(again.text).toContain("nothing was stored again");
  });

  it("takes a return to an earlier decision for a change of mind, not for a repetition", async () => {
    const memory = await openMemory();
    const first = dataOf(await succeed(memory, tool, JWT)).decision_id;
    const second = dataOf(await succeed(memory, tool, SESSIONS)).decision_id;
    const third = dataOf(await succeed(memory, tool, JWT));
    expect(third).toMatchObject({ repeated: false, superseded: [second] });
    expect(third.decision_id).not.toBe(first);
  });

  it.each(["topic", "decision", "reasoning"])("needs %s", async (field) => {
    const { [field as keyof typeof JWT]: _, ...rest } = JWT;
    const { structured } = await callTool(await openMemory(), tool, rest);
    expect(errorOf(structured)).toMatchObject({ code: "VALIDATION_ERROR", details: { field } });
  });

  it("refuses an invalid confidence and unknown arguments", async () => {
    const memory = await openMemory();
    for (const wrong of [{ confidence: 1.2 }, { mood: "good" }]) {
      const { structured } = await callTool(memory, tool, { ...JWT, ...wrong });
      expect(errorOf(structured).code).toBe("VALIDATION_ERROR");
    }
    expect((await decisionPage(memory, { scope: "shop" }, 1)).total).toBe(0);
  });

  it("replaces secrets, and says so", async () => {
    const memory = await openMemory();
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const { structured, text } = await callTool(memory, tool, { ...JWT, reasoning: `Because ${token}` });
    expect(text).toContain("had a secret replaced");
    const { reasoning } = await stored(memory, dataOf(structured).decision_id);
    expect(reasoning).not.toContain(token);
  });
});

describe("MAMA: what only the flat tool takes", () => {
  it("keeps its type as a label that does not change the author", async () => {
    const memory = await openMemory();
    for (const [args, label] of [
      [{}, "user_decision"],
      [{ type: "assistant_insight" }, "assistant_insight"],
    ] as const) {
      const { decision_id } = dataOf(await succeed(memory, "save_decision", { ...JWT, ...args }));
      expect(await stored(memory, decision_id)).toMatchObject({ label, author: { kind: "agent" } });
    }
    const { decisions } = dataOf(await succeed(memory, "list_decisions", { limit: 1 })) as never as {
      decisions: Json[];
    };
    expect(decisions).toMatchObject([{ label: "assistant_insight", author: "agent" }]);
  });

  it("records an outcome that is known already", async () => {
    const memory = await openMemory();
    const { decision_id } = dataOf(await succeed(memory, "save_decision", { ...JWT, outcome: "failure" }));
    expect((await stored(memory, decision_id)).outcome).toMatchObject({ status: "failure", score: 0 });
    const pending = dataOf(await succeed(memory, "save_decision", { ...SESSIONS, outcome: "pending" }));
    expect((await stored(memory, pending.decision_id)).outcome).toBeUndefined();
  });
});

describe("MAMA 1.1: what only save/decision takes", () => {
  it("keeps the narrative: evidence, alternatives and risks", async () => {
    const memory = await openMemory();
    const { decision_id } = await save(memory, {
      ...JWT,
      evidence: ["src/auth.ts", "0f3c2d1", "#12", "It was measured"],
      alternatives: ["Sessions"],
      risks: ["No revocation"],
    });
    expect(await stored(memory, decision_id)).toMatchObject({
      evidence: [
        { kind: "file", ref: "src/auth.ts" },
        { kind: "commit", ref: "0f3c2d1" },
        { kind: "pr", ref: "#12" },
        { kind: "note", ref: "It was measured" },
      ],
      alternatives: ["Sessions"],
      risks: ["No revocation"],
    });
  });

  it("proposes its links, which a person approves", async () => {
    const memory = await openMemory();
    const { decision_id: to_id } = await save(memory, JWT);
    const links = [{ to_id, relationship: "refines", reason: "It says how long a token lives" }];
    const reply = await callTool(memory, "save/decision", { ...SESSIONS, topic: "token_lifetime", links });
    const { decision_id } = dataOf(reply.structured);
    expect(dataOf(reply.structured)["links"]).toMatchObject([
      { to_id, relationship: "refines", status: "pending" },
    ]);
    expect(reply.text).toContain("Pending user approval");
    expect((await pendingLinks(memory, "shop", {}, 5)).items).toMatchObject([
      { from: decision_id, to: to_id, state: "pending" },
    ]);
  });

  it("stores nothing when a link points to what does not exist", async () => {
    const memory = await openMemory();
    const links = [{ to_id: "dec_nowhere", relationship: "refines", reason: "It says more" }];
    const { structured } = await callTool(memory, "save/decision", { ...JWT, links });
    expect(errorOf(structured)).toMatchObject({ code: "NOT_FOUND", details: { provided: "dec_nowhere" } });
    expect((await decisionPage(memory, { scope: "shop" }, 1)).total).toBe(0);
  });
});

describe("CONTRACTS 4.7: a topic on which a person's decision holds", () => {
  const taken = async (memory: TestMemory): Promise<string> => (await save(memory, JWT, HUMAN)).decision_id;

  it.each(SAVES)("gets a draft with a proposal from %s, and the person's stays", async (_, tool) => {
    const memory = await openMemory();
    const theirs = await taken(memory);
    const reply = await callTool(memory, tool, SESSIONS);
    const { decision_id, ...data } = dataOf(reply.structured);
    expect(data).toMatchObject({ standing: "draft", superseded: [], held_back_by: [theirs] });
    expect(reply.text).toContain("draft");
    expect(reply.text).toContain(`Ask the person, who can accept ${data["proposal_id"]} at a terminal.`);
    expect((await stored(memory, theirs)).standing).toBe("active");
    expect((await stored(memory, decision_id)).standing).toBe("draft");
    const again = dataOf(await succeed(memory, tool, SESSIONS));
    expect(again).toMatchObject({ decision_id, repeated: true, proposal_id: data["proposal_id"] });
    expect(await readProposals(memory, "shop", "draft", 10)).toHaveLength(1);
  });

  it("lets the draft hold once a person accepts it, without a wait", async () => {
    const memory = await openMemory();
    const theirs = await taken(memory);
    const { decision_id, proposal_id } = await save(memory, SESSIONS);
    await succeed(memory, "accept_proposal", { proposal_id }, HUMAN);
    expect((await stored(memory, decision_id)).supersedes).toEqual([theirs]);
    expect((await stored(memory, decision_id)).standing).toBe("active");
    expect((await stored(memory, theirs)).standing).toBe("superseded");
  });

  it("needs a person for that, whatever the role of the agent", async () => {
    const memory = await openMemory();
    const theirs = await taken(memory);
    const { decision_id, proposal_id } = await save(memory, SESSIONS);
    const { structured } = await callTool(memory, "accept_proposal", { proposal_id }, ADMIN);
    expect(structured).toMatchObject({ code: "isolation_violation" });
    expect((await stored(memory, decision_id)).standing).toBe("draft");
    const asked = { ...ADMIN, consent: () => true };
    const before = await memory.position();
    await succeed(memory, "accept_proposal", { proposal_id }, asked);
    const accepted = await stored(memory, decision_id);
    expect(accepted.standing).toBe("active");
    expect(accepted.notes.map(({ text }) => text)).toEqual([
      `Consent to replace ${theirs} reported by "test-agent/1.0".`,
    ]);
    for (const entry of await memory.changesAfter(before, 10)) expect(entry.authorKind).toBe("agent");
  });

  it("withdraws the draft when the person turns it down", async () => {
    const memory = await openMemory();
    await taken(memory);
    const { decision_id, proposal_id } = await save(memory, SESSIONS);
    const act = { by: { ...callerOf(HUMAN) }, at: memory.clock.now() };
    await closeProposal(memory, "shop", proposal_id as string, "rejected", act);
    expect((await stored(memory, decision_id)).standing).toBe("deprecated");
  });

  it("is not changed by reflection", async () => {
    const memory = await openMemory();
    await taken(memory);
    await save(memory, SESSIONS);
    memory.clock.advance(90 * DAY_MS);
    const [evidence] = await evidenceByTarget(memory, "shop", { limit: 10 });
    expect(evidence?.proposals).toMatchObject([{ kind: "replacement", state: "draft" }]);
    const { reflectOn } = await import("../../src/decisions/rules/reflection.ts");
    expect(evidence && reflectOn(evidence, memory.clock.now())).toEqual({});
  });

  it("is replaced with the consent that the client reports, and the agent stays the author", async () => {
    const memory = await openMemory();
    const theirs = await taken(memory);
    const questions: string[] = [];
    const consent = ({ text }: { text: string }) => questions.push(text) > 0;
    const before = await memory.position();
    const data = await save(memory, SESSIONS, { consent });
    expect(questions).toEqual([expect.stringContaining(theirs)]);
    expect(data).toMatchObject({ standing: "active", superseded: [theirs] });
    expect(await stored(memory, data.decision_id)).toMatchObject({
      author: { kind: "agent" },
      notes: [{ by: { kind: "agent" }, text: expect.stringContaining(`Consent to replace ${theirs}`) }],
    });
    for (const entry of await memory.changesAfter(before, 10)) expect(entry.authorKind).toBe("agent");
  });

  it("stays if the person says no, and nothing is stored", async () => {
    const memory = await openMemory();
    await taken(memory);
    const { structured } = await callTool(memory, "save_decision", SESSIONS, { consent: () => false });
    expect(errorOf(structured)).toMatchObject({ code: "UNAUTHORIZED", details: { reason: "declined" } });
    expect((await decisionPage(memory, { scope: "shop" }, 1)).total).toBe(1);
  });

  it("is replaced by a person without a question", async () => {
    const memory = await openMemory();
    const theirs = await taken(memory);
    expect((await save(memory, SESSIONS, HUMAN))["superseded"]).toEqual([theirs]);
  });

  it("cannot be evolved by an agent either", async () => {
    const memory = await openMemory();
    const old_decision_id = await taken(memory);
    const { structured } = await callTool(memory, "evolve/supersede", {
      old_decision_id,
      decision: "Use sessions",
      reasoning: "Tokens cannot be revoked",
    });
    expect(errorOf(structured)).toMatchObject({
      code: "UNAUTHORIZED",
      details: { reason: "isolation_violation" },
    });
  });
});

const callerOf = (caller: Caller) => callBy(caller).actor;

describe.each(OUTCOMES)("%s: the outcome of a decision", (_, tool, id) => {
  it.each([
    [{ outcome: "SUCCESS" }, "success", 1, []],
    [{ outcome: "PARTIAL", limitation: "Not for mobile" }, "partial", 0.5, ["Not for mobile"]],
    [{ outcome: "FAILED", failure_reason: "Tokens leaked" }, "failure", 0, ["Tokens leaked"]],
  ] as const)("is recorded: %j", async (args, status, score, lessons) => {
    const memory = await openMemory();
    const { decision_id } = await save(memory, JWT);
    const reply = await callTool(memory, tool, { [id]: decision_id, ...args });
    expect(reply.text).toContain(`Outcome updated: ${decision_id} → ${args.outcome}`);
    expect(dataOf(reply.structured)).toMatchObject({ [id]: decision_id, outcome: args.outcome, score });
    const { outcomes } = await historyOf(memory, decision_id);
    expect(outcomes).toMatchObject([{ status, score, lessons }]);
    await memory.background.idle();
  });

  it.each([
    [{ outcome: "FAILED" }, "failure_reason"],
    [{ outcome: "FAILED", failure_reason: " " }, "failure_reason"],
    [{ outcome: "SUCCESS", failure_reason: "It leaked" }, "failure_reason"],
    [{ outcome: "SUCCESS", limitation: "Not for mobile" }, "limitation"],
    [{ outcome: "success" }, "outcome"],
  ])("is refused: %j, because of %s", async (args, field) => {
    const memory = await openMemory();
    const { decision_id } = await save(memory, JWT);
    const { structured } = await callTool(memory, tool, { [id]: decision_id, ...args });
    expect(errorOf(structured)).toMatchObject({ code: "VALIDATION_ERROR", details: { field } });
    expect((await stored(memory, decision_id)).outcome).toBeUndefined();
  });

  it("of a decision that is not there is NOT_FOUND", async () => {
    const args = { [id]: "decision_nonexistent_123", outcome: "SUCCESS" };
    const { structured } = await callTool(await openMemory(), tool, args);
    expect(errorOf(structured)).toMatchObject({
      code: "NOT_FOUND",
      details: { provided: "decision_nonexistent_123" },
    });
  });
});

describe("MAMA: recall_decision", () => {
  it("gives history, supersedes chain and semantic edges of a topic in one answer", async () => {
    const memory = await openMemory();
    const first = (await save(memory, JWT)).decision_id;
    memory.clock.advance(60_000);
    const second = (await save(memory, SESSIONS)).decision_id;
    const other = (await save(memory, { ...JWT, topic: "token_lifetime", decision: "One hour" })).decision_id;
    const link = { from_id: other, to_id: second, relationship: "refines" };
    await succeed(memory, "propose_link", { ...link, reason: "It says how long" });
    await succeed(memory, "approve_link", link);
    const reply = await callTool(memory, "recall_decision", { topic: "auth_strategy" });
    expect(dataOf(reply.structured)).toMatchObject({
      topic: "auth_strategy",
      history: [
        { id: second, standing: "active" },
        { id: first, standing: "superseded" },
      ],
      supersedes_chain: [{ from: second, to: first }],
      semantic_edges: [{ from: other, to: second, relationship: "refines", reason: "It says how long" }],
      related: [{ id: other }],
    });
    expect(reply.text).toContain(`${second} supersedes ${first}`);
  });

  it("of an unknown topic is NOT_FOUND, where search/by_topic gives an empty chain and the reason", async () => {
    const memory = await openMemory();
    const { structured } = await callTool(memory, "recall_decision", { topic: "nothing" });
    expect(errorOf(structured)).toMatchObject({ code: "NOT_FOUND", details: { field: "topic" } });
    const searched = dataOf(await succeed(memory, "search/by_topic", { topic: "nothing" }));
    expect(searched).toMatchObject({ chain: [], reason: expect.any(String) });
  });
});

describe("MAMA: list_decisions", () => {
  it("lists the newest ten, or as many as are asked for", async () => {
    const memory = await openMemory();
    for (let i = 0; i < 12; i++) {
      await save(memory, { ...JWT, topic: `topic_${i}` });
      memory.clock.advance(1_000);
    }
    const listed = async (args: object) =>
      dataOf(await succeed(memory, "list_decisions", args)) as never as { decisions: Json[]; total: number };
    expect((await listed({})).decisions).toHaveLength(10);
    expect((await listed({ limit: 1 })).decisions).toMatchObject([{ topic: "topic_11" }]);
    expect((await listed({ limit: 1 })).total).toBe(12);
  });
});

describe("MAMA 1.1: evolve/supersede", () => {
  it("replaces one decision, and keeps its topic unless another is given", async () => {
    const memory = await openMemory();
    const first = (await save(memory, JWT)).decision_id;
    const evolve = async (old_decision_id: string, args: object = {}) =>
      dataOf(
        await succeed(memory, "evolve/supersede", {
          old_decision_id,
          decision: "Use sessions",
          reasoning: "Tokens cannot be revoked",
          ...args,
        }),
      );
    const second = await evolve(first);
    expect(second).toMatchObject({ topic: "auth_strategy", superseded: [first] });
    expect(await stored(memory, second.decision_id)).toMatchObject({
      confidence: 0.7,
      confidenceStated: false,
      topicStated: true,
    });
    expect(await evolve(second.decision_id, { topic: "sessions" })).toMatchObject({ topic: "sessions" });
  });

  it("refuses what was superseded already", async () => {
    const memory = await openMemory();
    const first = (await save(memory, JWT)).decision_id;
    await save(memory, SESSIONS);
    const { structured } = await callTool(memory, "evolve/supersede", {
      old_decision_id: first,
      decision: "Use passkeys",
      reasoning: "Nobody can steal them",
    });
    expect(errorOf(structured)).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { reason: "already_superseded" },
    });
  });
});

describe("MAMA 1.1: load/context", () => {
  it("gives a decision with its narrative, its outcomes and what is at most two links away", async () => {
    const memory = await openMemory();
    const ids: string[] = [];
    for (const decision of ["One", "Two", "Three", "Four"]) {
      ids.push((await save(memory, { ...JWT, decision })).decision_id);
      memory.clock.advance(60_000);
    }
    const [first = "", second, third, fourth] = ids;
    await succeed(memory, "evolve/outcome", {
      decision_id: first,
      outcome: "FAILED",
      failure_reason: "It leaked",
    });
    const load = async (args: object) =>
      dataOf(await succeed(memory, "load/context", { decision_id: first, ...args })) as never as {
        decision: Json;
        outcomes: Json[];
        related: Json[];
      };
    const loaded = await load({});
    expect(loaded.decision).toMatchObject({ id: first, reasoning: JWT.reasoning, outcome: "failure" });
    expect(loaded.outcomes).toMatchObject([{ outcome: "failure", lessons: ["It leaked"] }]);
    expect(loaded.related).toMatchObject([
      { id: second, distance: 1 },
      { id: third, distance: 2 },
    ]);
    expect((await load({ depth: 5 })).related.map(({ id }) => id)).toEqual([second, third, fourth]);
    await memory.background.idle();
  });
});

describe("two processes that save on one topic at the same moment", () => {
  it("leave one decision that holds", async () => {
    const memory = await openMemory();
    const names = ["A", "B", "C", "D", "E"];
    await Promise.all(names.map((decision) => save(memory, { ...JWT, decision })));
    const { items } = await decisionPage(memory, { scope: "shop" }, 10);
    expect(items).toHaveLength(5);
    expect(items.filter(({ standing }) => standing === "active")).toHaveLength(1);
  });
});

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { addDecision, decisionPage, findDecision } from "../../src/decisions/sql/decisions.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { AskPerson, type Question } from "../../src/shared/operations/operation.ts";
import { LIMITS } from "../../src/shared/text.ts";
import { HOUR_MS } from "../../src/shared/time.ts";
import { PERSON_COMMANDS } from "../../src/tools/remedies.ts";
import { PERSON, recorded, refused, SUPERSEDE } from "../support/agent-memory.ts";
import { commandLineOn, openCommandLine } from "../support/command-line.ts";
import { act, decision } from "../support/decisions.ts";
import { openMemory } from "../support/memory.ts";
import { callTool, succeed, toolNamed } from "../support/tools.ts";

const NEXT = {
  title: "Cache orders in memory",
  target: "order_cache",
  rationale: "One process reads them, and Redis is one more server.",
};

describe("Agent Memory 2: supersede_decision", () => {
  it("replaces several decisions and answers with a DecisionResponse", async () => {
    const memory = await openMemory();
    const olds = [await recorded(memory), await recorded(memory, { title: "Cache orders on disk" })];
    const { structured, text } = await callTool(memory, SUPERSEDE, { ...NEXT, old_decision_ids: olds });
    expect(structured).toMatchObject({
      status: "success",
      target: "order_cache",
      superseded: olds,
      conflicts_with: [],
    });
    for (const said of [structured["decision_id"], ...olds]) expect(text).toContain(String(said));
    for (const id of olds) {
      expect(await findDecision(memory, "shop", id)).toMatchObject({
        standing: "superseded",
        supersededBy: [structured["decision_id"]],
      });
    }
  });

  it("names other decisions that hold for the target and were not replaced", async () => {
    const memory = await openMemory();
    const [replaced, other] = [await recorded(memory), await recorded(memory, { title: "Another" })];
    expect(await succeed(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [replaced] })).toMatchObject({
      superseded: [replaced],
      conflicts_with: [other],
    });
  });

  it("counts a repeated id and its alias as one", async () => {
    const memory = await openMemory();
    const { id } = (
      await addDecision(memory, { decision: decision({ id: "dec_old", aliases: ["ADR-7"] }) }, act())
    ).decision;
    expect(await succeed(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [id, "ADR-7", id] })).toMatchObject({
      superseded: [id],
    });
  });

  it("counts a confidence as stated when there is one, and keeps the alternatives", async () => {
    const memory = await openMemory();
    const id = async (args: Record<string, unknown>) => {
      const reply = await succeed(memory, SUPERSEDE, {
        ...NEXT,
        old_decision_ids: [await recorded(memory)],
        ...args,
      });
      return String(reply["decision_id"]);
    };
    const given = { confidence: 0.7, alternatives: ["Keep Redis"], consequences: ["Less to run"] };
    expect(await findDecision(memory, "shop", await id(given))).toMatchObject({
      confidence: 0.7,
      confidenceStated: true,
      alternatives: ["Keep Redis"],
      consequences: ["Less to run"],
    });
    memory.clock.advance(HOUR_MS);
    const plain = await findDecision(memory, "shop", await id({ title: "Cache nothing" }));
    expect(plain).toMatchObject({ confidenceStated: false, alternatives: [], consequences: [] });
    expect(plain?.confidence).toBeUndefined();
  });

  it("has the arguments and limits of the document, and two optional ones beyond it", () => {
    expect(toolNamed(SUPERSEDE).inputSchema).toMatchObject({
      // Title and target are those of a new decision; superseded_by names an existing one.
      required: ["rationale", "old_decision_ids"],
      properties: {
        title: { type: "string", minLength: 1 },
        target: { type: "string", minLength: 1 },
        rationale: { type: "string", minLength: 15 },
        old_decision_ids: { type: "array", items: { type: "string" }, minItems: 1 },
        consequences: { type: "array", default: [] },
        confidence: { type: "number", minimum: 0, maximum: 1 },
        alternatives: { type: "array" },
        superseded_by: { type: "string" },
      },
    });
  });

  it.each([
    ["a rationale of 14 characters", { rationale: "x".repeat(14) }, "15"],
    ["a rationale that is too long", { rationale: "x".repeat(LIMITS.text + 1) }, "rationale"],
    ["no decision to replace", { old_decision_ids: [] }, "old_decision_ids"],
    ["an empty id", { old_decision_ids: [""] }, "old_decision_ids.0"],
    ["more than 50", { old_decision_ids: Array(51).fill("dec_a") }, "50"],
    ["a confidence over 1", { confidence: 1.1 }, "confidence"],
    ["an unknown argument", { because: "x" }, "Unknown argument 'because'"],
  ])("refuses %s", async (_, args, said) => {
    const memory = await openMemory();
    const old_decision_ids = [await recorded(memory)];
    expect(await refused(memory, SUPERSEDE, { ...NEXT, old_decision_ids, ...args })).toMatchObject({
      code: "invalid",
      message: expect.stringContaining(said),
    });
    expect(await memory.position()).toBe(1);
  });

  it("takes a rationale of 15 characters", async () => {
    const memory = await openMemory();
    const old_decision_ids = [await recorded(memory)];
    await succeed(memory, SUPERSEDE, { ...NEXT, rationale: "x".repeat(15), old_decision_ids });
  });

  it("changes nothing when one of the ids is unknown", async () => {
    const memory = await openMemory();
    const good = await recorded(memory);
    expect(await refused(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [good, "dec_none"] })).toMatchObject(
      {
        code: "not_found",
        message: expect.stringContaining("dec_none"),
      },
    );
    expect((await findDecision(memory, "shop", good))?.standing).toBe("active");
    expect(await memory.position()).toBe(1);
  });

  it("changes nothing when one of them was superseded already, and names its successor", async () => {
    const memory = await openMemory();
    const [gone, good] = [await recorded(memory), await recorded(memory, { title: "Another" })];
    const { decision_id } = await succeed(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [gone] });
    const again = { ...NEXT, title: "Cache nothing", old_decision_ids: [good, gone] };
    expect(await refused(memory, SUPERSEDE, again)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining(`Supersede ${decision_id} instead`),
    });
    expect((await findDecision(memory, "shop", good))?.standing).toBe("active");
  });

  it("is denied to a viewer", async () => {
    const memory = await openMemory();
    const old_decision_ids = [await recorded(memory)];
    expect(await refused(memory, SUPERSEDE, { ...NEXT, old_decision_ids }, { role: "viewer" })).toMatchObject(
      { code: "permission_denied" },
    );
  });
});

describe("a person's decision", () => {
  it("is not replaced by an agent where nobody can be asked: isolation_violation, nothing changes", async () => {
    const memory = await openMemory();
    const theirs = await recorded(memory, {}, PERSON);
    const ours = await recorded(memory, { title: "Another" });
    const { code, message } = await refused(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [ours, theirs] });
    expect(code).toBe("isolation_violation");
    expect(message).toContain(theirs);
    for (const id of [theirs, ours]) {
      expect((await findDecision(memory, "shop", id))?.standing).toBe("active");
    }
    expect(await memory.position()).toBe(2);
  });

  it.each([
    ["plain", "Cache orders in memory"],
    ["with quotes and a dollar", `Don't cache "orders" for $HOME; rm -rf`],
    ["that begins like a flag", "--no-cache for orders"],
    ["of two lines", "Cache orders\nin memory"],
  ])(
    "is replaced by the command for a person, which neither an agent nor a script is told: a title %s",
    async (_, title) => {
      const line = await openCommandLine();
      const old = await recorded(line.memory, {}, PERSON);
      const args = { ...NEXT, title, old_decision_ids: [old] };
      const { message } = await refused(line.memory, SUPERSEDE, args);
      expect(message, "an agent with a shell would run it").not.toContain("membria decide");
      const script = await commandLineOn(line.memory, "shop", {}, {}, { kind: "script" }).run(
        ...["decide", `--topic=${NEXT.target}`, `--supersedes=${old}`, `--reasoning=${NEXT.rationale}`],
        ...["--", title],
      );
      expect(script.err).toContain("Ask the person, who can replace");
      expect(script.err).not.toContain("membria decide");
      const command = PERSON_COMMANDS["replace-decision"]({
        remedy: "replace-decision",
        project: "shop",
        statement: title,
        topic: NEXT.target,
        reasoning: NEXT.rationale,
        supersedes: [old],
      });
      expect(command).toContain("--project='shop'");
      // A real shell splits the command; its words are then run in this process.
      const split = `membria() { for word; do printf '%s\\0' "$word"; done; }\n${command}`;
      const words = execFileSync("sh", ["-c", split], { encoding: "utf8" }).split("\0").slice(0, -1);
      const run = await line.run(...words);
      expect(run.err).toBe("");
      const decision_id = /Recorded as (dec_\w+)/.exec(run.out)?.[1] ?? "";
      expect(await findDecision(line.memory, "shop", decision_id)).toMatchObject({
        statement: title,
        topic: NEXT.target,
        reasoning: NEXT.rationale,
        author: { kind: "human" },
        supersedes: [old],
      });
    },
  );

  it("is replaced when the person is asked and says yes", async () => {
    const memory = await openMemory();
    const old = await recorded(memory, { title: "Cache orders in Redis" }, PERSON);
    const asked: Question[] = [];
    const from = await memory.position();
    const reply = await succeed(
      memory,
      SUPERSEDE,
      { ...NEXT, old_decision_ids: [old] },
      { person: "Jane Doe", key: "key_7", consent: (question) => asked.push(question) > 0 },
    );
    expect(asked).toHaveLength(1);
    for (const said of ["test-agent", old, "Cache orders in Redis", NEXT.title]) {
      expect(asked[0]?.text).toContain(said);
    }
    expect(reply).toMatchObject({ superseded: [old], notices: [expect.stringContaining("consent")] });

    // The author is the agent everywhere; who reported the consent is noted on the new decision.
    const id = String(reply["decision_id"]);
    const rows = await memory.changesAfter(from, 10);
    expect(
      rows.map(({ action, authorKind, author, client }) => [action, authorKind, author, client]),
    ).toEqual([
      ["decision.captured", "agent", "test-agent", "test-agent/1.0"],
      ["decision.superseded", "agent", "test-agent", "test-agent/1.0"],
    ]);
    expect(await findDecision(memory, "shop", id)).toMatchObject({
      author: { kind: "agent", name: "test-agent" },
      notes: [
        {
          text: `Consent to replace ${old} reported by "test-agent/1.0" (key key_7).`,
          by: { kind: "agent", name: "test-agent", person: "Jane Doe" },
        },
      ],
    });
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("is not replaced by a script", async () => {
    const memory = await openMemory();
    const old = await recorded(memory, { title: "Cache orders in Redis" }, PERSON);
    const script = { kind: "script" } as const;
    expect(await refused(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [old] }, script)).toMatchObject({
      code: "isolation_violation",
    });
  });

  it.each([
    ["says no", () => false],
    ["cannot be asked", () => undefined],
  ])("stays when the person %s", async (_, consent) => {
    const memory = await openMemory();
    const old = await recorded(memory, {}, PERSON);
    expect(await refused(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [old] }, { consent })).toMatchObject(
      { code: "isolation_violation" },
    );
    expect((await findDecision(memory, "shop", old))?.standing).toBe("active");
  });

  it("asks again when the call was changed in the meantime", async () => {
    const memory = await openMemory();
    const old = await recorded(memory, {}, PERSON);
    const keyOf = async (args: Record<string, unknown>): Promise<string> => {
      let key = "";
      const consent = (question: Question): never => {
        key = question.key;
        throw new AskPerson(question);
      };
      await expect(
        callTool(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [old], ...args }, { consent }),
      ).rejects.toBeInstanceOf(AskPerson);
      return key;
    };
    expect(await keyOf({})).toBe(await keyOf({}));
    expect(await keyOf({})).not.toBe(await keyOf({ title: "Cache nothing at all" }));
    expect(await memory.position()).toBe(1);
  });

  it("can be replaced by the person without a question", async () => {
    const memory = await openMemory();
    const old = await recorded(memory, {}, PERSON);
    const consent = () => expect.unreachable("asked");
    expect(
      await succeed(memory, SUPERSEDE, { ...NEXT, old_decision_ids: [old] }, { ...PERSON, consent }),
    ).toMatchObject({ superseded: [old] });
  });
});

describe("supersede_decision with superseded_by", () => {
  it("replaces decisions by one that was recorded before, and makes no new one", async () => {
    const memory = await openMemory();
    const [old, by] = [await recorded(memory), await recorded(memory, { title: "Cache orders on disk" })];
    const args = { old_decision_ids: [old], superseded_by: by, rationale: NEXT.rationale };
    expect(await succeed(memory, SUPERSEDE, args)).toMatchObject({ decision_id: by, superseded: [old] });
    expect(await findDecision(memory, "shop", old)).toMatchObject({
      standing: "superseded",
      supersededBy: [by],
    });
    expect((await decisionPage(memory, { scope: "shop" }, 10)).total).toBe(2);
    expect(await refused(memory, SUPERSEDE, args)).toMatchObject({ code: "conflict" });
  });

  it("takes either a new decision or an existing one", async () => {
    const memory = await openMemory();
    const [old, by] = [await recorded(memory), await recorded(memory, { title: "Cache orders on disk" })];
    const both = { ...NEXT, old_decision_ids: [old], superseded_by: by };
    expect(await refused(memory, SUPERSEDE, both)).toMatchObject({
      message: expect.stringContaining("title is for a new decision"),
    });
    const neither = { old_decision_ids: [old], rationale: NEXT.rationale };
    expect(await refused(memory, SUPERSEDE, neither)).toMatchObject({
      message: expect.stringContaining("title is required, unless superseded_by"),
    });
  });

  it("does not let an agent replace what a person decided without their word", async () => {
    const memory = await openMemory();
    const author = { kind: "human", name: "Ada" } as never;
    await addDecision(memory, { decision: decision({ id: "dec_theirs", author }) }, act());
    const by = await recorded(memory);
    const args = { old_decision_ids: ["dec_theirs"], superseded_by: by, rationale: NEXT.rationale };
    expect(await refused(memory, SUPERSEDE, args)).toMatchObject({ code: "isolation_violation" });
    expect(await findDecision(memory, "shop", "dec_theirs")).toMatchObject({ standing: "active" });
  });
});

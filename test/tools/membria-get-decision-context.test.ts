import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isShown } from "../../src/learning/rules/skill-trial.ts";
import { embedPending } from "../../src/recall/operations/embedding-service.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { QUOTED_NOTICE } from "../../src/tools/tool.ts";
import { act, decision } from "../support/decisions.ts";
import { CACHES, experience, TOKENS } from "../support/experience.ts";
import { outcomesAt } from "../support/forecasts.ts";
import { guidanceCounts } from "../support/guidance.ts";
import { decide, history, settle } from "../support/loop.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { exposures } from "../support/skills.ts";
import { callTool, fail, type Json, succeed } from "../support/tools.ts";
import { meaningBy, wordEmbedder } from "../support/word-embedder.ts";

const GET = "membria_get_decision_context";
const DEPTHS = ["minimal", "standard", "full"] as const;

interface Context extends Json {
  readonly calibration_context: Json;
  readonly warnings: readonly Json[];
  readonly similar_decisions: readonly Json[];
  readonly applicable_skills: readonly Json[];
  readonly due_outcomes: readonly Json[];
  readonly causal_context: { previous_failed_decisions: string[]; lessons_learned: string[] };
  readonly causal_chains: readonly { steps: readonly Json[] }[];
  readonly related_decisions: readonly Json[];
}

const ask = async (memory: TestMemory, args: Json): Promise<Context> =>
  (await succeed(memory, GET, args)) as Context;

/** The text outside of every fence. */
const unquoted = (whole: string): string => whole.replaceAll(/^(`{3,})memory\n[\s\S]*?\n\1$/gm, "[quoted]");

const ORDERS: Parameters<typeof experience>[1] = [
  ["Keep orders in PostgreSQL", 0.9, "Set up connection pooling"],
  ["Keep orders in MongoDB", 0.1, "Orders need transactions across documents"],
];

describe("Membria 4.1: get_decision_context", () => {
  it("returns the fields of the document", async () => {
    const memory = await openMemory();
    for (let i = 0; i < 10; i++) {
      const id = await decide(memory, { statement: `Index the ${i}th column`, confidence: 0.81 });
      await settle(memory, id, i < 8 ? 1 : 0);
    }
    const [kept, failed] = await experience(memory, ORDERS, { domain: "database" });
    const result = await ask(memory, {
      statement: "Keep orders in PostgreSQL",
      module: "database",
      confidence: 0.6,
    });
    expect(result).toMatchObject({
      decision_statement: "Keep orders in PostgreSQL",
      depth: "standard",
      calibration_context: {
        domain: "database",
        sample_size: 12,
        team_success_rate: expect.closeTo(10 / 14, 8),
        worked_out: 9,
        team_confidence: 0.81,
        status: "well-calibrated",
        your_confidence: 0.6,
        gap: expect.closeTo(0.6 - 10 / 14, 8),
        recommended_confidence: expect.closeTo(0.6, 1),
        recommendation: expect.stringMatching(/^9 of 12 decisions about database worked out/),
      },
      causal_context: {
        previous_failed_decisions: ["Keep orders in MongoDB"],
        failed_decision_ids: [failed],
        lessons_learned: ["Orders need transactions across documents", "Set up connection pooling"],
      },
      due_outcomes: [],
      notice: QUOTED_NOTICE,
    });
    expect(result.similar_decisions).toEqual([
      {
        decision_id: kept,
        statement: "Keep orders in PostgreSQL",
        standing: "active",
        author: "agent",
        success_rate: 0.9,
        outcome: "success",
        lessons: ["Set up connection pooling"],
        relevance: expect.any(Number),
      },
      {
        decision_id: failed,
        statement: "Keep orders in MongoDB",
        standing: "active",
        author: "agent",
        success_rate: 0.1,
        outcome: "failure",
        lessons: ["Orders need transactions across documents"],
        antipattern: "Orders need transactions across documents",
        relevance: expect.any(Number),
      },
    ]);
  });

  it("says no_data where fewer than three outcomes are known, and goes on with the rest", async () => {
    const memory = await openMemory();
    await experience(memory, ORDERS, { domain: "database" });
    const result = await ask(memory, { statement: "Keep orders in SQLite", module: "database" });
    expect(result.calibration_context).toMatchObject({
      status: "no_data",
      sample_size: 2,
      team_success_rate: null,
      worked_out: null,
      your_confidence: null,
      gap: null,
    });
    expect(result.similar_decisions).toHaveLength(2);
  });

  it("brings skills with the caution of their evidence, and warns of what kept failing here", async () => {
    const memory = await openMemory();
    const ids = await experience(memory, [...CACHES, ...TOKENS]);
    const { applicable_skills, warnings } = await ask(memory, { statement: "Cache the carts in Redis" });
    expect(applicable_skills).toEqual([
      {
        skill: expect.stringContaining("in Redis"),
        confidence: expect.closeTo(4.9 / 6, 9),
        credible_interval_95: [expect.closeTo(0.455, 3), expect.closeTo(0.993, 3)],
        evidence: { successes: 4, total_outcomes: 4 },
        source: "4 of 4 decisions worked",
        skill_id: expect.stringMatching(/^sk_/),
        recommendation: expect.stringContaining("expiry on every key"),
        when_to_use: expect.stringMatching(/^For backend decisions like dec_\w+\.$/),
        applicability_score: expect.any(Number),
      },
    ]);
    expect(warnings).toEqual([]);
    const against = await ask(memory, { statement: "Keep refresh tokens in localStorage" });
    const mined = against.warnings.find(({ evidence }) => String(evidence).startsWith("Learned from"));
    expect(mined).toMatchObject({
      type: "antipattern",
      severity: "high",
      evidence_ids: ids.slice(4).reverse(),
    });
    expect(against).toMatchObject({ firewall_status: "block" });
  });

  it("names what is due on the same subject, with the ids to record outcomes for, and only once it is due", async () => {
    const memory = await openMemory();
    const first = await decide(memory, { statement: "Keep orders in PostgreSQL", dueDays: 9 });
    const second = await decide(memory, { statement: "Keep orders in PostgreSQL tables", dueDays: 3 });
    await decide(memory, { statement: "Write invoices with LaTeX", dueDays: 0 });
    const due = async () =>
      (await ask(memory, { statement: "Keep orders in PostgreSQL" })).due_outcomes.map(
        (one) => one["decision_id"],
      );
    expect(await due()).toEqual([]);
    memory.clock.advance(3 * DAY_MS);
    expect(await due()).toEqual([second]);
    memory.clock.advance(30 * DAY_MS);
    expect(await due()).toEqual([second, first]);
    await settle(memory, second, 1);
    expect(await due()).toEqual([first]);
  });

  it("at full depth has chains of replacements with outcomes, and decisions that a person linked", async () => {
    const memory = await openMemory();
    const [old] = await experience(memory, [["Keep orders in MongoDB", 0.1, "Transactions got lost"]]);
    await succeed(memory, "membria_update_decision", { decision_id: old, linked_commit: "0f3c2d1a" });
    const { decision_id: next } = await succeed(memory, "supersede_decision", {
      title: "Keep orders in PostgreSQL",
      target: "order_storage",
      rationale: "Orders need transactions.",
      old_decision_ids: [old],
    });
    const other = await decide(memory, { statement: "Replicate everything to Oslo" });
    const pending = await decide(memory, { statement: "Back up nightly" });
    await raw(memory.path, (db) => {
      const link = db.prepare(
        `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body) VALUES (?, 'shop', ?, ?, 'refines', ?, 0, '{}')`,
      );
      link.run("lnk_1", other, next, "active");
      link.run("lnk_2", pending, next, "pending");
    });
    const { causal_chains, related_decisions } = await ask(memory, {
      statement: "Keep orders in a file",
      depth: "full",
    });
    expect(causal_chains).toMatchObject([
      {
        steps: [
          {
            decision_id: old,
            outcome: "failure",
            final_score: 0.1,
            lessons: ["Transactions got lost"],
            implementation: "commit 0f3c2d1a",
          },
          { decision_id: next, standing: "active", outcome: null, final_score: null },
        ],
      },
    ]);
    expect(related_decisions).toMatchObject([
      { decision_id: other, relation: "refines", from: other, to: next, standing: "active" },
    ]);
  });

  it("is about the project that asks, and does not bring up drafts", async () => {
    const memory = await openMemory();
    const fields = { statement: "Keep orders in PostgreSQL", topicStated: false };
    await memory.store.addDecision({ decision: decision({ ...fields, project: "depot" }) }, act());
    await memory.store.addDecision({ decision: decision({ ...fields, standing: "draft" }) }, act());
    const { text, structured } = await callTool(memory, GET, {
      statement: "Keep orders in PostgreSQL",
      depth: "full",
    });
    expect(structured).toMatchObject({ similar_decisions: [], warnings: [], causal_chains: [] });
    expect(text).toContain("Nothing is known about this yet");
  });

  it("is about the domain in which the decision would be captured, whatever similar decisions have", async () => {
    const memory = await openMemory();
    for (const part of ["parcels", "letters", "crates", "pallets"])
      await decide(memory, { statement: `Let zebras carry the ${part} to the tables`, domain: "transport" });
    const statement = "Let zebras carry the bottles to the tables";
    const found = await ask(memory, { statement, depth: "full" });
    expect(found.similar_decisions).toHaveLength(4);
    expect(found.calibration_context["domain"]).toBe("database");
    const captured = { statement, alternatives: ["Let horses do it"], confidence: 0.8 };
    expect(await succeed(memory, "membria_capture_decision", captured)).toMatchObject({ domain: "database" });
  });

  it.each([
    [{}, "statement", undefined],
    [{ statement: "" }, "statement", "invalid_statement"],
    [{ statement: "Use PostgreSQL", module: "gardening" }, "module", "invalid_module"],
    [{ statement: "Use PostgreSQL", confidence: 1.5 }, "confidence", "confidence_out_of_range"],
    [{ statement: "Use PostgreSQL", depth: "deep" }, "depth", undefined],
    [{ statement: "Use PostgreSQL", max_tokens: 10.5 }, "max_tokens", undefined],
    [{ statement: "Use PostgreSQL", limit: 3 }, "limit", undefined],
  ])("refuses %j by naming %s", async (args, field, reason) => {
    const { code, data } = await fail(await openMemory(), GET, args);
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, ...(reason && { reason }) });
  });
});

describe("The context as a text", () => {
  it("is that of the document, from the same values, with stored words inside fences only", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    await history(
      memory,
      "backend",
      outcomesAt(5, 0.9, 0).map((one) => [one.confidence, one.score] as const),
    );
    const { text } = await callTool(memory, GET, {
      statement: "Cache carts in Redis",
      module: "backend",
      confidence: 0.9,
    });
    expect(text).toMatch(
      /^## Membria Decision Context\n\n\*\*Domain:\*\* backend\n\*\*Team Success Rate:\*\* 3\.9 of 9\n\*\*Your Confidence:\*\* 90% vs Team Average: 90%\n\*\*Status:\*\* Overconfident \(gap: 0\.45\)\n\*\*Recommended Confidence:\*\* 51%/,
    );
    expect(text).toMatch(/### Applicable Skills:\n```memory\n1\. sk_\S+ \(4 of 4 decisions worked\): Cache /);
    expect(text).toMatch(
      /### Similar Decisions:\n```memory\n- ✅ dec_\d+ \(\d+% success, active, by an agent\): Cache /,
    );
    expect(text).toMatch(/### Warnings:\n- ⚠️ overconfidence: .* \(\w+ severity\)/);
    expect(unquoted(text)).not.toMatch(/expiry|thumbnails/);
  });

  it.each([200, 400, 1_000])(
    "keeps within max_tokens %i, the weightiest first, and says what did not fit",
    async (max_tokens) => {
      const memory = await openMemory();
      await experience(
        memory,
        [...TOKENS, ...TOKENS, ...TOKENS].map(([what, score], i) => [
          `${what} ${"again ".repeat(i)}`,
          score,
          `Lesson ${i} ${"and more of it ".repeat(20)}`,
        ]),
      );
      const { text, structured } = await callTool(memory, GET, {
        statement: "Keep tokens in localStorage",
        depth: "full",
        max_tokens,
        confidence: 0.9,
      });
      expect(text.length).toBeLessThanOrEqual(4 * max_tokens);
      expect(text).toMatch(/did not fit|more items/);
      expect((structured["omitted"] as string[]).at(-1)).toMatch(/max_tokens/);
      if (max_tokens > 400) expect(text).toContain("### Warnings:");
    },
  );
});

describe("Depths nest", () => {
  const WORDS = ["orders", "invoices", "sessions", "carts"];
  const PLACES = ["PostgreSQL", "MongoDB", "Redis", "files"];
  const experiences = fc.array(
    fc.tuple(
      fc.constantFrom(...WORDS),
      fc.constantFrom(...PLACES),
      fc.constantFrom(0, 0.2, 0.8, 1),
      fc.boolean(),
    ),
    { minLength: 1, maxLength: 9 },
  );

  it("standard includes minimal, full includes standard, and a repeated question gives the same", async () => {
    await fc.assert(
      fc.asyncProperty(experiences, fc.constantFrom(...WORDS), async (lived, word) => {
        const memory = await openMemory();
        for (const [i, [what, where, score, known]] of lived.entries()) {
          const id = await decide(memory, {
            statement: `Keep ${what} in ${where}, try ${i}`,
            confidence: 0.8,
            dueDays: 1,
          });
          memory.clock.advance(DAY_MS);
          if (known) await settle(memory, id, score, { lessons_learned: [`Lesson ${i} on ${what}`] });
        }
        const args = { statement: `Keep ${word} in Redis`, confidence: 0.9, max_tokens: 100_000 };
        const said: Json[] = [];
        for (const depth of DEPTHS) {
          said.push(await ask(memory, { ...args, depth }));
          expect(await ask(memory, { ...args, depth })).toEqual(said.at(-1));
        }
        const [minimal, standard, full] = said as [Json, Json, Json];
        expectWithin(minimal, standard);
        expectWithin(standard, full);
        expect(minimal).not.toHaveProperty("similar_decisions");
        expect(full).toHaveProperty("causal_chains");
      }),
      { numRuns: 8 },
    );
  });

  /** Every field but the depth, and of lists the beginning. */
  function expectWithin(less: Json, more: Json): void {
    const { depth: _, ...fields } = less;
    for (const [name, value] of Object.entries(fields)) {
      const other = more[name];
      if (Array.isArray(value)) expect((other as unknown[]).slice(0, value.length), name).toEqual(value);
      else if (name === "causal_context") {
        for (const [key, list] of Object.entries(value as Record<string, unknown[]>)) {
          expect((other as Record<string, unknown[]>)[key]?.slice(0, list.length)).toEqual(list);
        }
      } else expect(other, name).toEqual(value);
    }
  }
});

describe("Guidance is followed up", () => {
  it("is stored for the session, and compared with the decision that is made", async () => {
    const memory = await openMemory();
    const [, failed] = await experience(memory, ORDERS, { domain: "database" });
    await ask(memory, { statement: "Keep orders in MongoDB", session_id: "s1", confidence: 0.8 });
    await memory.background.idle();
    await succeed(memory, "membria_capture_decision", {
      statement: "Keep orders in PostgreSQL instead of MongoDB",
      alternatives: ["MongoDB"],
      confidence: 0.8,
      context: { module: "database", session_id: "s1" },
    });
    await memory.background.idle();
    expect(await guidanceCounts(memory.path)).toMatchObject({ given: 1, prevented: 1 });
    const { analysis } = (await succeed(memory, "membria_analyze_decision", { decision_id: failed })) as {
      analysis: Json;
    };
    expect(analysis["prevention_effectiveness"]).toEqual({
      prevented_decisions: 1,
      prevented_issue: "Keep orders in MongoDB",
    });
  });

  it("leaves the audit log as it was, however often it is given", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    await memory.background.idle();
    const head = () => raw(memory.path, (db) => db.prepare("SELECT seq, hash FROM audit_head").get());
    const before = { head: await head(), position: await memory.store.position() };
    for (let i = 1; i <= 20; i++) await ask(memory, { statement: `Cache number ${i} in Redis` });
    await memory.background.idle();
    expect({ head: await head(), position: await memory.store.position() }).toEqual(before);
    expect(await guidanceCounts(memory.path)).toMatchObject({ given: 20 });
  });

  it("is not stored for a viewer", async () => {
    const memory = await openMemory();
    await experience(memory, CACHES);
    const args = { statement: "Cache carts in Redis", session_id: "s1" };
    await succeed({ ...memory, skillTrials: true }, GET, args, { role: "viewer" });
    await memory.background.idle();
    expect(await guidanceCounts(memory.path)).toMatchObject({ given: 0 });
    expect(await exposures(memory.path)).toEqual([]);
  });

  it("shows a new skill in half of the sessions during a trial, and never mentions a withheld one", async () => {
    const memory = await openMemory();
    const [first] = await experience(memory, CACHES);
    const { id } = (await memory.store.skillOf("shop", first as string)) ?? { id: "" };
    const deps = { ...memory, skillTrials: true };
    const sessions = Array.from({ length: 8 }, (_, i) => `session-${i}`);
    for (const session_id of sessions) {
      const { applicable_skills } = (await succeed(deps, GET, {
        statement: "Cache carts in Redis",
        session_id,
      })) as Context;
      expect(applicable_skills).toHaveLength(isShown("shop", session_id, id) ? 1 : 0);
    }
    expect(new Set(sessions.map((session) => isShown("shop", session, id))).size).toBe(2);
  });
});

describe("One search per question", () => {
  it("whatever is asked for", async () => {
    const memory = await openMemory();
    await experience(memory, [...CACHES, ...TOKENS]);
    const embedder = wordEmbedder();
    await memory.store.activateModel(embedder.model);
    await embedPending(memory, embedder, new AbortController().signal);
    embedder.given.length = 0;
    let searches = 0;
    const store: TestMemory["store"] = {
      ...memory.store,
      findCandidates: (query) => {
        searches++;
        return memory.store.findCandidates(query);
      },
    };
    const deps = { ...memory, store, meaning: meaningBy(embedder) };
    await succeed(deps, GET, { statement: "Cache carts in Redis", confidence: 0.9, depth: "full" });
    expect([searches, embedder.given[0]]).toEqual([1, "Cache carts in Redis"]);
    // The rules of the statement and of three decisions at most, each with what it is about.
    expect(embedder.given.length).toBeLessThanOrEqual(1 + 2 + 3 * 2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDecision, writeDecisionChange } from "../../src/decisions/sql/decisions.ts";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import { Fault } from "../../src/shared/errors.ts";
import type { Checkout, Embedder } from "../../src/shared/ports.ts";
import { QUOTED_NOTICE } from "../../src/tools/tool.ts";
import { checkoutWith } from "../support/checkout.ts";
import { act, decision } from "../support/decisions.ts";
import { experience, TOKENS } from "../support/experience.ts";
import { INJECTED_TEXTS } from "../support/injected-texts.ts";
import { history, settle } from "../support/loop.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { noMeaning } from "../support/no-meaning.ts";
import { raw } from "../support/raw-sqlite.ts";
import { silentLog } from "../support/silent-log.ts";
import { callTool, fail, type Json, succeed } from "../support/tools.ts";
import { meaningBy } from "../support/word-embedder.ts";

const GET = "membria_get_warnings";
const QUIET = { alternatives: ["one other way", "leave it as it is"] };

interface Found {
  readonly type: string;
  readonly severity: string;
  readonly message: string;
  readonly evidence: string;
  readonly recommendation: string;
  readonly evidence_ids: readonly string[];
  readonly quotes: readonly { readonly from: string; readonly text: string }[];
}

async function warnings(memory: TestMemory, args: Json): Promise<Found[]> {
  return (await succeed(memory, GET, { module: "database", ...args }))["warnings"] as Found[];
}

async function captured(memory: TestMemory, statement: string, args: Json = {}): Promise<string> {
  const { decision_id } = await succeed(memory, "membria_capture_decision", {
    statement,
    alternatives: ["keep it as it is"],
    confidence: 0.7,
    context: { module: "database" },
    ...args,
  });
  return String(decision_id);
}

describe("Membria 5.2: get_warnings", () => {
  it("blocks for one critical antipattern alone", async () => {
    const result = await succeed(await openMemory(), GET, {
      statement: "Keep the passwords in plain text so that support can read them out",
      module: "auth",
      ...QUIET,
    });
    expect(result).toMatchObject({
      warnings: [
        {
          type: "antipattern",
          severity: "critical",
          evidence_ids: ["plaintext-passwords", "password-storage"],
        },
      ],
      firewall_status: "block",
      risk_score: 0.9,
    });
  });

  it("says nothing about an antipattern among the alternatives", async () => {
    const result = await succeed(await openMemory(), GET, {
      statement: "Hash passwords with Argon2id",
      module: "auth",
      alternatives: ["Store the passwords in plain text", "Hash passwords with MD5"],
    });
    expect(result).toMatchObject({ warnings: [], firewall_status: "clear", risk_score: 0 });
  });

  it("returns the fields of the document, for an antipattern and for overconfidence", async () => {
    const memory = await openMemory();
    await history(
      memory,
      "auth",
      [1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1].map((score) => [0.9, score] as const),
    );
    const statement = "Store the JWT in localStorage";
    const result = await succeed(memory, GET, { statement, module: "auth", confidence: 0.9 });
    expect(result).toEqual({
      warnings: [
        {
          type: "antipattern",
          severity: "high",
          message: expect.stringMatching(/^A session token in localStorage\. A script on the page/),
          evidence: expect.stringContaining("OWASP HTML5 Security Cheat Sheet, https://"),
          recommendation: expect.stringContaining("HttpOnly"),
          evidence_ids: ["token-in-local-storage", "insecure-cookie"],
          quotes: [],
        },
        {
          type: "overconfidence",
          severity: "medium",
          message: "A confidence of 0.90 is more than the outcomes of decisions about auth support.",
          evidence: "6 of 12 decisions about auth worked out",
          recommendation: expect.stringMatching(/^State 0\.6\d, or say what makes/),
          evidence_ids: [],
          quotes: [],
        },
      ],
      firewall_status: "block",
      risk_score: expect.closeTo(0.71, 2),
      notice: QUOTED_NOTICE,
    });
  });

  it("says so where nothing speaks against it", async () => {
    const memory = await openMemory();
    const args = { statement: "Use PostgreSQL for the orders", module: "database" };
    const { structured, text } = await callTool(memory, GET, args);
    expect(structured).toMatchObject({ warnings: [], firewall_status: "clear", risk_score: 0 });
    expect(text).toContain("nothing known speaks against it");
  });

  it("warns of a choice that was tried and failed: when, why and by what it was replaced", async () => {
    const memory = await openMemory();
    const old = await captured(memory, "Use MongoDB for the orders");
    memory.clock.set("2026-03-20T00:00:00Z");
    await settle(memory, old, 0.1, { lessons_learned: ["Transactions across documents got lost"] });
    const { decision_id: next } = await succeed(memory, "supersede_decision", {
      title: "Use PostgreSQL for the orders",
      target: "order_storage",
      rationale: "Orders need transactions across tables.",
      old_decision_ids: [old],
    });
    const args = { statement: "Keep the orders in MongoDB", ...QUIET };
    const found = await warnings(memory, args);
    expect(found.map(({ type, severity }) => [type, severity])).toEqual([
      ["rejected_choice", "high"],
      ["contradiction", "medium"],
    ]);
    expect(found[0]).toMatchObject({
      severity: "high",
      message: expect.stringContaining("failed: "),
      evidence_ids: [old, next],
      quotes: expect.arrayContaining([
        { from: `a lesson of ${old}`, text: "Transactions across documents got lost" },
      ]),
    });
    expect(found[0]?.message).toContain("on 2026-03-20");
    const elsewhere = await succeed(memory, GET, {
      statement: "Keep the audit trail in MongoDB",
      module: "database",
      ...QUIET,
    });
    expect(elsewhere).toMatchObject({
      firewall_status: "clear",
      warnings: [{ severity: "low", message: expect.stringContaining("What comes closest to this failed") }],
    });
  });

  it("warns of a decision that holds and turned this down, and no longer when it was retracted", async () => {
    const memory = await openMemory();
    const id = await captured(memory, "Use PostgreSQL for the orders", { alternatives: ["MongoDB"] });
    const args = { statement: "Use MongoDB for the orders", ...QUIET };
    expect(await warnings(memory, args)).toMatchObject([
      { type: "contradiction", severity: "high", evidence_ids: [id] },
    ]);
    await writeDecisionChange(memory, "shop", id, { standing: "deprecated" }, act());
    expect(await warnings(memory, args)).toEqual([]);
  });

  it("tells the three most relevant of what was decided often", async () => {
    const memory = await openMemory();
    for (let n = 1; n <= 5; n++) {
      await captured(memory, `Use PostgreSQL for the orders of ${n} shops`, { alternatives: ["MongoDB"] });
    }
    const found = await warnings(memory, { statement: "Use MongoDB for the orders of shops", ...QUIET });
    expect(found.map(({ type }) => type)).toEqual(["contradiction", "contradiction", "contradiction"]);
  });

  it("knows nothing of other projects, and nothing of drafts", async () => {
    const memory = await openMemory();
    const fields = { statement: "Use PostgreSQL for the orders", alternatives: ["MongoDB"] };
    await addDecision(memory, { decision: decision({ ...fields, project: "depot" }) }, act());
    await addDecision(memory, { decision: decision({ ...fields, standing: "draft" }) }, act());
    expect(await warnings(memory, { statement: "Use MongoDB for the orders", ...QUIET })).toEqual([]);
  });

  it("warns of an approved contradiction between decisions that hold", async () => {
    const memory = await openMemory();
    const one = await captured(memory, "Keep the orders in PostgreSQL tables");
    const other = await captured(memory, "Keep the orders in an event log");
    await raw(memory.path, (db) =>
      db
        .prepare(
          `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
           VALUES ('lnk_1', 'shop', ?, ?, 'contradicts', 'active', 0, '{}')`,
        )
        .run(one, other),
    );
    const found = await warnings(memory, { statement: "Keep the orders in PostgreSQL tables", ...QUIET });
    expect(found).toMatchObject([
      { type: "contradiction", severity: "medium", evidence_ids: ["lnk_1", one, other] },
    ]);
  });

  it("warns where a file or commit that a decision cites has changed since", async () => {
    const memory = await openMemory();
    const context = { module: "database", file_path: "db/schema.sql" };
    const id = await captured(memory, "Use PostgreSQL for the orders", { context });
    await succeed(memory, "membria_update_decision", { decision_id: id, linked_commit: "0f3c2d1a" });
    const args = { statement: "Use PostgreSQL for the orders of the shop", ...QUIET };
    const before = {
      id: "0f3c2d1abc",
      at: new Date("2026-02-01T00:00:00Z"),
      subject: "Schema",
      changed: ["db/schema.sql"],
    };
    const after = {
      id: "aaaaaaaaaa",
      at: new Date("2026-02-20T00:00:00Z"),
      subject: "Again",
      changed: ["db/schema.sql"],
    };
    const gone = { ...after, changed: [], deleted: ["db/schema.sql"] };
    const found = async (commits: Parameters<typeof checkoutWith>[0]) =>
      warnings({ ...memory, checkout: checkoutWith(commits) }, args);
    expect(await found([before])).toEqual([]);
    expect(await found([before, after])).toMatchObject([
      { type: "changed_evidence", severity: "low", evidence: "1 cited file", evidence_ids: [id] },
    ]);
    expect(await found([gone])).toMatchObject([
      { type: "changed_evidence", severity: "medium", evidence: "1 cited file, 1 cited commit" },
    ]);
  });

  it("asks the repository about the five nearest that cite something, and warns of three", async () => {
    const memory = await openMemory();
    for (const part of ["orders", "invoices", "baskets", "ratings", "coupons", "refunds"]) {
      const context = { module: "database", file_path: `db/${part}.sql` };
      await captured(memory, `Keep the ${part} of the shop in PostgreSQL`, { context });
    }
    const asked: (readonly string[])[] = [];
    const checkout: Checkout = {
      ...checkoutWith([]),
      async changesSince(_, paths) {
        asked.push(paths);
        return paths.map((path) => ({ path, kind: "changed" }));
      },
    };
    const args = { statement: "Keep the parcels of the shop in PostgreSQL", ...QUIET };
    const found = await warnings({ ...memory, checkout }, args);
    expect(found.filter(({ type }) => type === "changed_evidence")).toHaveLength(3);
    expect(asked).toHaveLength(5);
  });

  it("goes on without the repository where that does not answer", async () => {
    const memory = await openMemory();
    await captured(memory, "Use PostgreSQL for the orders", {
      context: { module: "database", file_path: "db/schema.sql" },
    });
    const silent = async (): Promise<never> => {
      throw new Fault("unavailable", "The repository does not answer.");
    };
    const checkout = { ...memory.checkout, changesSince: silent, goneCommits: silent };
    const args = { statement: "Use PostgreSQL for the orders of the shop", ...QUIET };
    expect(await warnings({ ...memory, checkout }, args)).toEqual([]);
  });

  it("takes alternatives and context, and says what of the context it does not use", async () => {
    const memory = await openMemory();
    const result = await succeed(memory, GET, {
      statement: "Use PostgreSQL for the orders",
      module: "database",
      confidence: 0.9,
      alternatives: [],
      context: { reasoning: "It cannot fail.", team: "payments" },
    });
    expect((result["warnings"] as Found[]).map(({ type }) => type)).toEqual([
      "absolute_language",
      "few_alternatives",
    ]);
    expect(result).toMatchObject({
      firewall_status: "clear",
      notices: ["Only reasoning and session_id of the context are used; 1 more ignored."],
    });
  });

  it.each([
    [{ module: "database" }, "statement", "invalid_statement"],
    [{ statement: "Use PostgreSQL" }, "module", undefined],
    [{ statement: "Use PostgreSQL", module: "gardening" }, "module", "invalid_module"],
    [
      { statement: "Use PostgreSQL", module: "database", confidence: 1.5 },
      "confidence",
      "confidence_out_of_range",
    ],
    [{ statement: "Use PostgreSQL", module: "database", risk: "low" }, "risk", undefined],
  ])("refuses %j by naming %s", async (args, field, reason) => {
    const { code, data } = await fail(await openMemory(), GET, args);
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, ...(reason && { reason }) });
  });

  it("the same memory and the same clock give the same answer", async () => {
    const memory = await openMemory();
    await captured(memory, "Use PostgreSQL for the orders", { alternatives: ["MongoDB"] });
    const args = { statement: "Use MongoDB for the orders", module: "database", confidence: 0.9 };
    expect(await succeed(memory, GET, args)).toEqual(await succeed(memory, GET, args));
  });
});

describe("CONTRACTS 4.18: stored text goes back as a quotation only", () => {
  it.each(INJECTED_TEXTS)(
    "whatever a lesson says, it stays inside the fence: $name",
    async ({ items: payloads }) => {
      const memory = await openMemory();
      const old = await captured(memory, "Use MongoDB for the orders");
      for (let from = 0; from < payloads.length; from += 90) {
        await settle(memory, old, 0.1, { lessons_learned: payloads.slice(from, from + 90) });
        const args = { statement: "Keep the orders in MongoDB", module: "database", max_tokens: 100_000 };
        const { text, structured } = await callTool(memory, GET, args);
        expect((structured["warnings"] as Found[])[0]?.quotes.length).toBeGreaterThan(30);
        const [fence = ""] = /`{3,}(?=memory\n)/.exec(text) ?? [];
        const [outside = "", inside = "", after = ""] = text.split(new RegExp(`^${fence}(?:memory)?$`, "m"));
        expect(inside).toContain(`a lesson of ${old}`);
        expect(outside).toMatch(/rejected_choice \(high\)/);
        expect(outside).not.toContain("a lesson of");
        expect(after.trim()).toBe("");
      }
    },
  );
});

describe("What failed here again and again", () => {
  it("is an antipattern of its own, with what it was learned from", async () => {
    const memory = await openMemory();
    const ids = await experience(memory, TOKENS);
    const found = await warnings(memory, { statement: "Keep session tokens in localStorage", ...QUIET });
    const mined = found.find(({ evidence }) => evidence.startsWith("Learned from"));
    expect(mined).toMatchObject({
      type: "antipattern",
      severity: "high",
      quotes: [
        { from: "the pattern", text: expect.stringContaining("localStorage") },
        { from: "what was learned", text: expect.stringContaining("httpOnly cookies") },
      ],
    });
    expect(mined?.evidence_ids).toEqual([...ids].reverse());
    expect(await warnings(memory, { statement: "Write invoices with LaTeX", ...QUIET })).toEqual([]);
  });
});

describe("get_decision", () => {
  it("names the antipatterns that its statement sets off", async () => {
    const memory = await openMemory();
    const id = await captured(memory, "Use float for the prices of orders");
    expect(await succeed(memory, "membria_get_decision", { decision_id: id })).toMatchObject({
      antipatterns_triggered: ["Floating point for amounts of money"],
    });
  });
});

describe("get_warnings and the threats that fit", () => {
  const statement = "Run the invoice export as a Celery background job";
  let embedder: Embedder;
  beforeAll(() => {
    embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
  });
  afterAll(() => embedder.close());

  it("names what the code tends to get wrong, without holding it against the decision", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const result = await succeed(memory, GET, { statement, module: "backend", ...QUIET });
    const [threat] = result["warnings"] as Found[];
    expect(threat).toMatchObject({
      type: "threat",
      severity: "high",
      evidence: expect.stringMatching(
        /^Threat pattern background-job-identity \(CWE-862, .*relevance \d+ %$/,
      ),
      evidence_ids: ["background-job-identity"],
      recommendation: expect.stringContaining("Queue the caller's id"),
    });
    expect(result).toMatchObject({ firewall_status: "clear", risk_score: 0 });
  });

  it("tells a threat once in a session, and again in another one", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const told = async (session_id: string) =>
      (await warnings(memory, { statement, ...QUIET, context: { session_id } })).flatMap(
        (one) => one.evidence_ids,
      );
    const [first] = await told("monday");
    expect(first).toBe("background-job-identity");
    expect(await told("monday")).not.toContain(first);
    expect(await told("tuesday")).toContain(first);
  });

  it("does not repeat a flaw that an antipattern is about", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const found = await warnings(memory, {
      statement: "Spread req.body into the ORM model in the PATCH endpoint of the profile",
      ...QUIET,
    });
    const about = found.filter(({ evidence_ids }) => evidence_ids.includes("mass-assignment"));
    expect(about.map(({ type }) => type)).toEqual(["antipattern"]);
  });

  it("tells no threat with a decision about something else", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    for (const other of [
      "Create a team for the distribution of packages",
      "Use PostgreSQL for orders",
      "Send reminders once a week",
      "Resolve host names before a connection is opened",
    ])
      expect(await warnings(memory, { statement: other, ...QUIET }), other).toEqual([]);
  });

  it("says nothing where none fits, by words alone, or where the patterns cannot be read", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    expect(await warnings(memory, { statement: "Use PostgreSQL for orders", ...QUIET })).toEqual([]);
    expect(await warnings({ ...memory, meaning: noMeaning }, { statement, ...QUIET })).toEqual([]);
    const away = () => Promise.reject(new Fault("unavailable", "Gone."));
    expect(
      await warnings({ ...memory, threats: { all: away, index: away } }, { statement, ...QUIET }),
    ).toEqual([]);
  });
});

describe("get_warnings and antipatterns in other words", () => {
  const statement = "Ask people who lost their password for the name of their dog, mail is unreliable";
  let embedder: Embedder;
  beforeAll(() => {
    embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
  });
  afterAll(() => embedder.close());

  it("calls for caution where a statement resembles one by meaning, and so does the context", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const result = await succeed(memory, GET, { statement, module: "auth", ...QUIET });
    expect(result).toMatchObject({ firewall_status: "caution", risk_score: 0.3 });
    const resembled = {
      type: "antipattern",
      severity: "medium",
      message: expect.stringMatching(/^This looks like: /),
      evidence_ids: ["weak-password-recovery"],
    };
    const antipatterns = (result["warnings"] as Found[]).filter(({ type }) => type === "antipattern");
    expect(antipatterns).toMatchObject([resembled]);
    const context = await succeed(memory, "membria_get_decision_context", { statement });
    expect(JSON.stringify(context)).toContain("This looks like: ");
  });

  it("adds nothing where a phrase matched", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const found = await warnings(memory, {
      statement: "Reset passwords after a security question",
      ...QUIET,
    });
    const antipatterns = found.filter(({ type }) => type === "antipattern");
    expect(antipatterns).toHaveLength(1);
    expect(antipatterns[0]?.message).not.toMatch(/^This looks like/);
  });

  it("compares phrases only without a vector, with another model, or where the examples cannot be read", async () => {
    const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
    const antipatterns = async (given: TestMemory) =>
      (await warnings(given, { statement, ...QUIET })).filter(({ type }) => type === "antipattern");
    expect(await antipatterns(memory)).toHaveLength(1);
    expect(await antipatterns({ ...memory, meaning: noMeaning })).toEqual([]);
    expect(await antipatterns({ ...memory, meaning: meaningBy({ ...embedder, model: "another" }) })).toEqual(
      [],
    );
    const away = () => Promise.reject(new Fault("unavailable", "Gone."));
    expect(await antipatterns({ ...memory, antipatternExamples: away })).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localEmbedder } from "../../src/recall/embedding/local-embedder.ts";
import type { Embedder } from "../../src/shared/ports.ts";
import { FRAMEWORKS, LANGUAGES } from "../../src/threats/rules/stacks.ts";
import type { FoundThreat } from "../../src/threats/rules/threat-index.ts";
import { type Answer, agentAnswer } from "../../src/tools/tmkb/query.ts";
import { decide, settle } from "../support/loop.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { silentLog } from "../support/silent-log.ts";
import { callTool, succeed } from "../support/tools.ts";
import { meaningBy } from "../support/word-embedder.ts";

const EXPORT = "background job that exports invoices";
const TOKENS = 500;

const query = async (memory: TestMemory, args: object): Promise<Answer> =>
  (await succeed(memory, "tmkb_query", args)) as unknown as Answer;

const tokensOf = (text: string): number => text.length / 4;

let embedder: Embedder;
beforeAll(() => {
  embedder = localEmbedder({ idleMs: 60_000, log: silentLog });
});
afterAll(() => embedder.close());

const withMeaning = async (): Promise<TestMemory> => ({
  ...(await openMemory()),
  meaning: meaningBy(embedder),
});

describe("tmkb_query", () => {
  it("answers with what such code tends to get wrong, what to check and what to write instead", async () => {
    const memory = await withMeaning();
    const args = { context: EXPORT, language: "python", framework: "flask" };
    const { structured, text } = await callTool(memory, "tmkb_query", args);
    const answer = structured as unknown as Answer;
    expect(answer.pattern_count).toBe(answer.patterns.length);
    expect(answer.patterns.find(({ id }) => id === "background-job-identity")).toMatchObject({
      id: "background-job-identity",
      name: expect.any(String),
      severity: "high",
      threat: expect.stringContaining("worker"),
      check: expect.any(String),
      fix: expect.any(String),
      code: expect.stringContaining("invoices_of(user)"),
      code_for: "flask",
    });
    expect(answer.message ?? "").not.toContain("words only");
    expect(JSON.parse(text)).toEqual(structured);
  });

  it("understands a task that has none of the pattern's own words", async () => {
    const memory = await withMeaning();
    const { patterns } = await query(memory, {
      context:
        "customers hand over their password to the hotline, instead the colleague should see the shop through their eyes",
    });
    expect(patterns[0]?.id).toBe("impersonation");
  });

  it.each(["center a div", "make the header sticky", "explain what a closure is"])(
    "has no answer to %j, says what it looked for and that this is no clearance",
    async (context) => {
      const memory = await withMeaning();
      const { structured, text } = await callTool(memory, "tmkb_query", { context });
      expect(structured).toMatchObject({ pattern_count: 0, patterns: [] });
      const { message, looked_for, notice } = structured as unknown as Answer;
      expect(message).toContain("No known threat pattern matches");
      expect(looked_for).toContain("data of other customers");
      expect(notice).toContain("no clearance");
      expect(JSON.parse(text)).toEqual(structured);
    },
  );

  it("says when words alone were compared, because no model can be had or another one is in use", async () => {
    const memory = await openMemory();
    expect((await query(memory, { context: EXPORT })).message).toContain("words only: no embedding model");
    const other = { ...memory, meaning: meaningBy({ ...embedder, model: "another" }) };
    expect((await query(other, { context: EXPORT })).message).toContain(
      "words only: the patterns are embedded",
    );
    const failing: Embedder = { ...embedder, embed: () => Promise.reject(new Error("away")) };
    const broken = { ...memory, meaning: meaningBy(failing) };
    expect((await query(broken, { context: EXPORT })).message).toContain("could not be embedded");
  });

  it("keeps to the language and the framework in the code that it shows, and finds the same for all", async () => {
    const memory = await withMeaning();
    const context = "bulk route that deletes the ids in the body";
    const all = (await query(memory, { context })).patterns.map(({ id }) => id);
    const codeFor = async (args: object) => {
      const { patterns, message } = await query(memory, { context, ...args });
      expect(patterns.map(({ id }) => id)).toEqual(all);
      const shown = patterns.find(({ id }) => id === "bulk-operation")?.code_for;
      return [shown, message?.includes("is the nearest to") ?? false];
    };
    expect(await codeFor({ framework: "flask" })).toEqual(["flask", expect.any(Boolean)]);
    expect(await codeFor({ framework: "express" })).toEqual(["express", expect.any(Boolean)]);
    expect(await codeFor({ language: "python", framework: "any" })).toEqual(["flask", expect.any(Boolean)]);
    expect(await codeFor({ language: "javascript" })).toEqual(["express", expect.any(Boolean)]);
    expect(await codeFor({ file: "rows.py" })).toEqual(["flask", expect.any(Boolean)]);
    expect(await codeFor({ file: "  " })).toEqual(["flask", false]);
    expect(await codeFor({ framework: "rails" })).toEqual(["flask", true]);
    expect(await codeFor({ language: "go" })).toEqual(["express", true]);
    expect(await codeFor({ file: "Rows.java" })).toEqual(["express", true]);
  });

  it("gives a person up to ten patterns in full", async () => {
    const memory = await withMeaning();
    const { patterns, pattern_count } = await query(memory, { context: EXPORT, verbosity: "human" });
    expect(pattern_count).toBe(patterns.length);
    expect(patterns.length).toBeLessThanOrEqual(10);
    const [{ threat }] = (await memory.threats.index()).find({ text: EXPORT }) as [FoundThreat];
    const shown = patterns.find(({ id }) => id === threat.id);
    expect(shown).toMatchObject({
      description: threat.description,
      attack: threat.attack,
      mitigations: threat.mitigations,
      vulnerable: threat.code[0]?.vulnerable,
      fixed: threat.code[0]?.fixed,
      test: threat.code[0]?.test,
      stacks: threat.code.map(({ framework }) => framework),
      related: threat.related,
      relevance: expect.any(Number),
    });
  });
});

describe("TMKB, tool invocation: the text of an answer", () => {
  it("is the JSON of the whole result, also with a notice about the call", async () => {
    const notices = ["The project default was used."];
    const { structured, text } = await callTool(
      await openMemory(),
      "tmkb_query",
      { context: EXPORT },
      { notices },
    );
    expect(structured["notices"]).toEqual(notices);
    expect(JSON.parse(text)).toEqual(structured);
  });
});

describe("tmkb_query for an agent", () => {
  it("stays within three patterns and 500 tokens with the code, whichever patterns apply", async () => {
    const memory = await openMemory();
    const threats = await memory.threats.all();
    const longest = threats
      .map((threat): FoundThreat => ({ threat, relevance: 1, named: 1 }))
      .sort((a, b) => JSON.stringify(b.threat.agent).length - JSON.stringify(a.threat.agent).length);
    const lived = Array.from({ length: 9 }, (_, i) => ({
      kind: "failure" as const,
      id: `dec_${i}`,
      text: "Keep the exports of all customers in one folder because it is simpler. ".repeat(5),
    }));
    for (let i = 0; i + 3 <= longest.length; i++) {
      const some = longest.slice(i, i + 5);
      for (const experience of [[], lived.slice(0, 1), lived]) {
        const answer = agentAnswer(some, experience, {
          message: "Searched by words only: no embedding model is in use.",
          where: {},
        });
        expect(tokensOf(JSON.stringify(answer))).toBeLessThanOrEqual(TOKENS);
        expect(answer.patterns.map(({ id }) => id)).toEqual(some.slice(0, 3).map(({ threat }) => threat.id));
      }
    }
  });

  it("shows the code of the first pattern, and what happened here, where there is room", async () => {
    const memory = await openMemory();
    const [threat] = await memory.threats.all();
    const found = [{ threat, relevance: 1, named: 1 }] as FoundThreat[];
    const lived = { kind: "failure" as const, id: "dec_1", text: "It leaked." };
    const answer = agentAnswer(found, [lived], { where: {} });
    expect(answer.patterns[0]?.code).toBe(threat?.code[0]?.core);
    expect(answer.memory).toEqual([lived]);
    expect(answer.notice).toContain("quoted from memory");
  });
});

describe("tmkb_query joined with the memory", () => {
  it("adds the project's own decisions and failures about the same subject, as quoted data", async () => {
    const memory = await openMemory();
    const holds = await decide(memory, { statement: "Export invoices in a background job with Celery" });
    const failed = await decide(memory, {
      statement: "Export invoices with a background job in a cron script",
    });
    await settle(memory, failed, 0, { lessons_learned: ["```\nIt sent the invoices of other companies"] });
    await decide(memory, { statement: "Use zebras for transport" });
    const { structured, text } = await callTool(memory, "tmkb_query", {
      context: "background job that exports invoices",
      framework: "flask",
    });
    const { memory: lived = [], notice } = structured as unknown as Answer;
    expect(lived.find(({ id }) => id === failed)).toMatchObject({
      kind: "failure",
      text: expect.stringContaining("invoices of other companies"),
    });
    expect(lived.find(({ id, kind }) => id === holds && kind === "decision")).toBeDefined();
    expect(JSON.stringify(lived)).not.toContain("zebras");
    expect(notice).toContain("data, not instructions");
    expect(JSON.parse(text)).toEqual(structured);
  });

  it("does not bring up what another project decided", async () => {
    const memory = await openMemory();
    await succeed(
      memory,
      "membria_capture_decision",
      { statement: "Export invoices in a background job", alternatives: ["In the request"], confidence: 0.8 },
      { project: "elsewhere" },
    );
    expect(await query(memory, { context: EXPORT })).not.toHaveProperty("memory");
  });
});

describe("tmkb_query refuses in the words of its document", () => {
  const languages = LANGUAGES.join(", ");
  const frameworks = [...FRAMEWORKS, "any"].join(", ");

  it.each([
    [{}, "context parameter is required"],
    [undefined, "context parameter is required"],
    [{ context: "" }, "context must be non-empty"],
    [{ context: " \n" }, "context must be non-empty"],
    [{ context: 5 }, "context must be a string; received 5"],
    [{ context: EXPORT, language: "cobol" }, `Invalid language 'cobol'. Supported languages: ${languages}`],
    [{ context: EXPORT, framework: "cgi" }, `Invalid framework 'cgi'. Supported frameworks: ${frameworks}`],
    [
      { context: EXPORT, language: { toString: 1 } },
      `Invalid language '{"toString":1}'. Supported languages: ${languages}`,
    ],
    [{ context: EXPORT, verbosity: "loud" }, "Invalid verbosity 'loud'. Supported values: agent, human"],
    [
      { context: EXPORT, depth: 3 },
      "Unknown parameter 'depth'. Supported parameters: context, language, framework, verbosity, file",
    ],
    [{ context: "x".repeat(10_001) }, "context must have at most 10,000 characters, and has 10,001"],
    [{ context: EXPORT, file: 7 }, "file must be a string; received 7"],
    ["context", "The arguments must be an object with a context"],
  ])("%j", async (args, message) => {
    const { structured, text, fault } = await callTool(await openMemory(), "tmkb_query", args);
    expect(fault?.code).toBe("invalid");
    expect(structured).toEqual({ error: { message } });
    expect(text).toBe(message);
  });

  it("and says what to do when the patterns are not there", async () => {
    const memory = await openMemory();
    const away = async () => {
      throw Object.assign(new Error("gone"));
    };
    const { text } = await callTool({ ...memory, threats: { all: away, index: away } }, "tmkb_query", {
      context: EXPORT,
    });
    expect(text).toContain("Something went wrong inside Membria.");
  });
});

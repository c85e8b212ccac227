import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { act, decision } from "../support/decisions.ts";
import { silentLog } from "../support/silent-log.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import type { Json } from "../support/tools.ts";

/** The requests of the document as they stand there; `id` and `jsonrpc` are the client's. */
const EXAMPLES: Readonly<Record<string, { readonly name: string; readonly arguments: Json }>> = {
  "1.1 Example call": {
    name: "membria.capture_decision",
    arguments: {
      statement: "Use PostgreSQL for user database instead of MongoDB",
      alternatives: ["MongoDB", "SQLite", "MySQL"],
      confidence: 0.82,
      assumptions: ["PostgreSQL can handle 10k+ req/s", "Team has PostgreSQL experience"],
      risk_level: "medium",
      context: {
        module: "database",
        session_id: "sess_phase3_work",
        file_path: "src/db/schema.ts",
        reasoning: "ACID guarantees needed for transactions",
      },
    },
  },
  "Integration example 1": {
    name: "membria.capture_decision",
    arguments: {
      statement: "Use PostgreSQL for user database",
      alternatives: ["MongoDB", "SQLite"],
      confidence: 0.82,
      assumptions: ["ACID guarantees needed", "Team knows PostgreSQL"],
      context: { module: "database" },
    },
  },
  "Integration example 2": {
    name: "membria.record_outcome",
    arguments: {
      decision_id: "dec_pg_user_001",
      final_status: "success",
      final_score: 0.89,
      signals: { ci_passed: true, incident_found: false },
      lessons_learned: ["Connection pooling critical at 8k req/s", "Monitoring saved us from N+1 queries"],
    },
  },
  "Integration example 3": {
    name: "membria.get_decision_context",
    arguments: { statement: "Use MongoDB for cache layer", module: "database", depth: "standard" },
  },
};

const ANSWERS: Readonly<Record<string, Json>> = {
  "1.1 Example call": { decision_id: expect.stringMatching(/^dec_/), status: "pending", confidence: 0.82 },
  "Integration example 1": { decision_id: expect.stringMatching(/^dec_/), status: "pending" },
  "Integration example 2": {
    outcome_id: expect.stringMatching(/^out_/),
    final_status: "success",
    calibration_impact: { domain: "database", new_success_rate: expect.any(Number) },
    recommendation: expect.any(String),
  },
  "Integration example 3": {
    decision_statement: "Use MongoDB for cache layer",
    calibration_context: { domain: "database", status: expect.any(String) },
    similar_decisions: expect.any(Array),
    warnings: expect.any(Array),
  },
};

/** The environment in the document's settings of a client. */
const QUICK_START = { MEMBRIA_GRAPH_URL: "http://localhost:7687", MEMBRIA_LOG_LEVEL: "info" };

describe("Membria protocol, the examples of the document", () => {
  let folder: TemporaryFolder;
  let client: StdioClient;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const memory = await openMemoryFile(folder.file("membria.db"), silentLog);
    await addDecision(memory, { decision: decision({ aliases: ["dec_pg_user_001"] }) }, act());
    await memory.close();
    client = startServer({
      env: { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop", MEMBRIA_EMBEDDING: "off", ...QUICK_START },
    });
    await client.initialize();
  });
  afterAll(async () => {
    expect(await client.close(), client.stderr()).toBe(0);
    await folder.remove();
  });

  const titles = Object.keys(EXAMPLES).flatMap((title) =>
    ["dotted", "portable"].map((form) => [title, form]),
  );

  it.each(titles)("%s is answered, with its %s name", async (title = "", form = "") => {
    const example = EXAMPLES[title];
    const name = form === "dotted" ? example?.name : example?.name.replace(".", "_");
    const reply = await client.request("tools/call", { name, arguments: example?.arguments });
    expect(reply).toMatchObject({ jsonrpc: "2.0", id: expect.any(String) });
    expect(reply?.result).toMatchObject({
      content: [{ type: "text", text: expect.any(String) }],
      structuredContent: ANSWERS[title],
    });
    expect(reply?.result).not.toHaveProperty("isError");
  });

  it("the settings of the quick start start a server that says which graph address would work", () => {
    expect(client.stderr()).toContain("redis://localhost:6379");
  });

  it("the example of an error says field, problem, what was received and what to use", async () => {
    const args = { ...EXAMPLES["Integration example 1"]?.arguments, confidence: 1.5 };
    const reply = await client.request("tools/call", { name: "membria.capture_decision", arguments: args });
    expect(reply?.result).toMatchObject({
      isError: true,
      structuredContent: {
        error: {
          code: -32602,
          data: {
            field: "confidence",
            problem: expect.stringContaining("must be at most 1"),
            received: 1.5,
            suggestion: expect.stringContaining("0.75"),
          },
        },
      },
    });
  });

  it.each(["membria.capture_decision", "membria_capture_decision"])(
    "%s takes the statement of the quick start",
    async (name) => {
      const args = { statement: "Test decision", alternatives: ["Alt 1"], confidence: 0.75 };
      const reply = await client.request("tools/call", { name, arguments: args });
      expect(reply?.result).toMatchObject({ structuredContent: { status: "pending", confidence: 0.75 } });
    },
  );
});

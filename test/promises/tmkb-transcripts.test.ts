import { beforeAll, describe, expect, it } from "vitest";
import { FRAMEWORKS, LANGUAGES } from "../../src/threats/rules/stacks.ts";
import { runProgram } from "../support/run-program.ts";
import { type Reply, type StdioClient, startServer } from "../support/stdio-client.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

/** The messages of the document, word for word. Its client declares roots and never answers for them. */
const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: { roots: { listChanged: true }, sampling: {} },
  clientInfo: { name: "Claude Desktop", version: "1.0.0" },
};
const CALL = {
  name: "tmkb_query",
  arguments: { context: "background job processing", language: "python", framework: "flask" },
};

type Content = { content: { type: string; text: string }[]; isError?: boolean };
const contentOf = (reply: Reply | undefined): Content => reply?.result as unknown as Content;

/** How long a server waits for the roots that this client never sends is what the document promises. */
const AS_USUAL = { MEMBRIA_PATIENCE: "1" };

let home: TemporaryFolder;
beforeAll(async () => {
  home = await temporaryFolder();
  return () => home.remove();
});

function start(): StdioClient {
  const env = { MEMBRIA_HOME: home.path, MEMBRIA_EMBEDDING: "off", ...AS_USUAL };
  return startServer({ env, cwd: home.path });
}

async function inSession<T>(work: (client: StdioClient) => Promise<T>): Promise<T> {
  const client = start();
  await client.request("initialize", INITIALIZE);
  client.notify("notifications/initialized");
  const done = await work(client);
  expect(await client.close()).toBe(0);
  return done;
}

describe("TMKB, the document's session from beginning to end", () => {
  it("initialize, initialized, tools/list, tools/call, an error and the end of input", async () => {
    const lines = [
      { jsonrpc: "2.0", id: 1, method: "initialize", params: INITIALIZE },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      { jsonrpc: "2.0", id: 3, method: "tools/call", params: CALL },
      { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "invalid_tool_name" } },
    ];
    const { code, out } = await runProgram(["mcp", "serve"], {
      input: `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`,
      env: { MEMBRIA_HOME: home.path, MEMBRIA_EMBEDDING: "off" },
      cwd: home.path,
    });
    expect(code).toBe(0);
    const sent = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Reply & { method?: string });
    const [first, list, call, wrong, ...more] = sent
      .filter(({ method }) => method === undefined)
      .sort((a, b) => Number(a.id) - Number(b.id));
    expect(more).toEqual([]);
    expect(first).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: expect.objectContaining({ tools: { listChanged: true } }),
        serverInfo: {
          name: "membria",
          title: "Membria",
          version: expect.any(String),
          description: expect.stringContaining("threats"),
        },
        instructions: expect.any(String),
      },
    });
    const tools = list?.result?.["tools"] as { name: string; description: string; inputSchema: unknown }[];
    expect(list?.id).toBe(2);
    const tool = tools.find(({ name }) => name === "tmkb_query");
    expect(tool?.description).toMatch(/security flaws/);
    expect(tool?.inputSchema).toEqual({
      type: "object",
      properties: {
        context: { type: "string", minLength: 1, description: expect.any(String) },
        language: { type: "string", enum: [...LANGUAGES], description: expect.any(String) },
        framework: {
          type: "string",
          enum: [...FRAMEWORKS, "any"],
          description: expect.any(String),
        },
        verbosity: {
          type: "string",
          enum: ["agent", "human"],
          default: "agent",
          description: expect.any(String),
        },
        file: { type: "string", description: expect.any(String) },
      },
      required: ["context"],
      additionalProperties: false,
    });
    expect(LANGUAGES).toContain("python");
    expect(FRAMEWORKS).toContain("flask");

    expect(call?.id).toBe(3);
    const { content, isError = false } = contentOf(call);
    expect(isError).toBe(false);
    expect(content).toHaveLength(1);
    expect(content[0]?.type).toBe("text");
    const answer = JSON.parse(content[0]?.text ?? "") as { pattern_count: number; patterns: unknown[] };
    expect(answer.patterns).toHaveLength(answer.pattern_count);

    expect(wrong).toMatchObject({
      jsonrpc: "2.0",
      id: 4,
      error: { code: -32602, message: "Unknown tool: invalid_tool_name" },
    });
  });
});

describe("TMKB, tool invocation", () => {
  it("a wrong value is a result with isError and the document's sentence, and the next call works", async () => {
    await inSession(async (client) => {
      const args = { ...CALL.arguments, language: "cobol" };
      const refused = contentOf(await client.request("tools/call", { ...CALL, arguments: args }));
      const languages = LANGUAGES.join(", ");
      expect(refused).toMatchObject({
        content: [{ type: "text", text: `Invalid language 'cobol'. Supported languages: ${languages}` }],
        isError: true,
      });
      expect(contentOf(await client.request("tools/call", CALL)).isError).toBeUndefined();
    });
  });

  it("CONTRACTS 4.23: the document's example with java succeeds, and so do the usual names", async () => {
    await inSession(async (client) => {
      const ask = async (args: object) =>
        contentOf(await client.request("tools/call", { ...CALL, arguments: { ...CALL.arguments, ...args } }));
      for (const args of [
        { language: "java", framework: "any" },
        { language: "go", framework: "gin" },
        { framework: "rails" },
      ]) {
        const { content, isError } = await ask(args);
        expect(isError).toBeUndefined();
        const { pattern_count, message } = JSON.parse(content[0]?.text ?? "");
        expect(pattern_count).toBeGreaterThan(0);
        expect(message).toContain("is the nearest to");
      }
    });
  });

  it("the name of a tool is case-sensitive: -32602", async () => {
    await inSession(async (client) => {
      const reply = await client.request("tools/call", { ...CALL, name: "TMKB_query" });
      expect(reply?.error).toMatchObject({ code: -32602, message: "Unknown tool: TMKB_query" });
    });
  });

  it("calls at the same time are each answered", async () => {
    await inSession(async (client) => {
      const replies = await Promise.all([1, 2, 3].map(() => client.request("tools/call", CALL)));
      const texts = new Set(replies.map((reply) => contentOf(reply).content[0]?.text));
      expect(texts.size).toBe(1);
    });
  });
});

describe("TMKB, protocol version negotiation", () => {
  it("a version that is not supported is answered with the latest of the family", async () => {
    const client = start();
    const reply = await client.request("initialize", { ...INITIALIZE, protocolVersion: "1999-01-01" });
    expect(reply?.result?.["protocolVersion"]).toBe("2025-11-25");
    expect(await client.close()).toBe(0);
  });

  it("initialize without its params is refused by the names that are missing: -32602", async () => {
    const client = start();
    const reply = await client.request("initialize", {});
    expect(reply?.error?.code).toBe(-32602);
    for (const field of ["protocolVersion", "capabilities", "clientInfo"])
      expect(reply?.error?.message).toContain(field);
    expect(await client.close()).toBe(0);
  });
});

describe("TMKB, logging strategy", () => {
  it("goes to standard error, with an id for each request, INFO for what worked and nothing of the arguments", async () => {
    const client = start();
    await client.request("initialize", INITIALIZE);
    client.notify("notifications/initialized");
    // The first one reads the patterns, and is logged as slow on a busy machine.
    for (let n = 0; n < 3; n++) await client.request("tools/call", CALL);
    await client.request("tools/call", { name: "invalid_tool_name", arguments: {} });
    await client.close();
    const entries = client
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: string; requestId: string; message: string });
    const worked = entries.find(({ message }) => /^(Tool call|Slow tool call)$/.test(message));
    const refused = entries.find(({ message }) => message === "A request was refused");
    expect(worked).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(refused).toMatchObject({ level: "warn", requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(refused?.requestId, "an id of its own").not.toBe(worked?.requestId);
    expect(client.stderr()).not.toContain("background job");
  });
});

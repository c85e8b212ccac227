import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { type EraClient, startEraClient } from "../mcp/eras-client.ts";
import { json, modernHeaders, openHttp } from "../mcp/http/open-http.ts";
import { connect as connectOverHttp } from "../mcp/http/sdk-client.ts";
import { legacyServer } from "../mcp/legacy-server.ts";
import { MODERN_META, modern } from "../mcp/stdio/messages.ts";
import { folderOfTest, openMemory, type TestMemory } from "../support/memory.ts";

const CAPTURE = "membria_capture_decision";
const SECRET_TEXT = "Keep the zebra ledger in /home/somebody/ledger.db";
const MINIMAL = { statement: SECRET_TEXT, confidence: 0.8, alternatives: ["Paper"] };
const LEVEL_KEY = "io.modelcontextprotocol/logLevel";

async function start(revision: "2025-11-25" | "2026-07-28"): Promise<EraClient> {
  const home = await folderOfTest();
  const client = await startEraClient(revision, { MEMBRIA_HOME: home.path, MEMBRIA_PROJECT: "shop" });
  onTestFinished(() => client.kill());
  return client;
}

const messagesIn = ({ notifications }: EraClient) =>
  notifications.filter(({ method }) => method === "notifications/message").map(({ params }) => params);

const capture = (client: EraClient, meta?: Record<string, unknown>) =>
  client.ask("tools/call", { name: CAPTURE, arguments: MINIMAL }, meta);

describe("MCP, logging of the initialize family", () => {
  it("is announced, sends nothing below warning until a level is set, and then what that level asks for", async () => {
    const client = await start("2025-11-25");
    expect((await client.capabilities())["logging"]).toEqual({});
    await capture(client);
    expect(messagesIn(client)).toEqual([]);
    expect(await client.ask("logging/setLevel", { level: "info" })).toEqual({});
    await capture(client);
    expect(messagesIn(client)).toEqual([
      {
        // On a busy machine it is a slow one, which is a warning.
        level: expect.stringMatching(/^(info|warning)$/),
        logger: "membria",
        data: {
          message: expect.stringMatching(/^(Tool call|Slow tool call)$/),
          tool: CAPTURE,
          duration_ms: expect.any(Number),
        },
      },
    ]);
    await client.ask("logging/setLevel", { level: "notice" });
    const before = messagesIn(client).filter(({ level }) => level === "info");
    await capture(client);
    expect(messagesIn(client).filter(({ level }) => level === "info")).toEqual(before);
  });

  it("sends nothing that a caller wrote, nor a path of the machine", async () => {
    const client = await start("2025-11-25");
    await client.ask("logging/setLevel", { level: "debug" });
    await capture(client);
    await client.refused("resources/read", { uri: "membria://decisions/dec_zebra" });
    await client.refused("prompts/get", { name: "zebra" });
    await client.ask("tools/call", { name: CAPTURE, arguments: { statement: "zebra", zebra: 1 } });
    const sent = JSON.stringify(messagesIn(client));
    expect(sent).toContain("Tool call refused");
    expect(sent).toContain("Request refused");
    expect(sent).not.toMatch(/zebra|somebody|ledger|\/home|\/tmp|\/dev\/shm|\.ts/);
  });

  it.each(["loud", "", 3, null, undefined])("refuses the level %j: -32602, in our words", async (level) => {
    const client = await start("2025-11-25");
    const { code, message } = await client.refused("logging/setLevel", {
      ...(level !== undefined && { level }),
    });
    expect(code).toBe(-32602);
    expect(message).toMatch(
      /^Invalid params for "?logging\/setLevel"?: "?level"? .*one of .*debug.*emergency/,
    );
    expect(message).not.toContain("[");
  });

  it("tells by default of a defect, with one sentence and nothing internal", async () => {
    const memory = await openMemory();
    const secrets = {
      scan: () => {
        throw new TypeError("SELECT failed at /home/somebody/file.ts");
      },
    };
    const { client, messages } = await connect({ ...memory, secrets });
    await client.callTool({ name: CAPTURE, arguments: MINIMAL });
    expect(messages).toEqual([
      {
        level: "error",
        logger: "membria",
        data: { message: "Tool call failed", tool: CAPTURE, duration_ms: expect.any(Number) },
      },
    ]);
  });

  it("tells a client of its own requests only", async () => {
    const memory = await openMemory();
    const [one, other] = [await connect(memory), await connect(memory)];
    await one.client.setLoggingLevel("debug");
    await other.client.setLoggingLevel("debug");
    await one.client.callTool({ name: CAPTURE, arguments: MINIMAL });
    expect(one.messages).toHaveLength(1);
    expect(other.messages).toEqual([]);
  });

  it("works in a session over HTTP", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const { client } = await connectOverHttp(http, "2025-11-25", token);
    const messages = messagesTo(client);
    await client.setLoggingLevel("info");
    await client.callTool({ name: CAPTURE, arguments: MINIMAL });
    expect(messages).toMatchObject([{ level: "info", data: { tool: CAPTURE } }]);
  });
});

describe("MCP, logging of 2026-07-28", () => {
  it("sends what the request asks for by its own level, and nothing to one without", async () => {
    const client = await start("2026-07-28");
    expect((await client.capabilities())["logging"]).toEqual({});
    await capture(client);
    await capture(client, { [LEVEL_KEY]: "warning" });
    expect(messagesIn(client)).toEqual([]);
    await capture(client, { [LEVEL_KEY]: "info" });
    expect(messagesIn(client)).toMatchObject([{ level: "info", logger: "membria", data: { tool: CAPTURE } }]);
  });

  it("has no logging/setLevel: -32601", async () => {
    const client = await start("2026-07-28");
    expect(await client.refused("logging/setLevel", { level: "info" })).toMatchObject({ code: -32601 });
  });

  it("refuses an unknown level: -32602 with the key", async () => {
    const client = await start("2026-07-28");
    const error = await client.refused("tools/list", {}, { [LEVEL_KEY]: "loud" });
    expect(error.code).toBe(-32602);
    expect(error.message).toContain(LEVEL_KEY);
  });

  it("works over HTTP, for a client that takes a stream and for one that does not", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const { client } = await connectOverHttp(http, "2026-07-28", token);
    const messages = messagesTo(client);
    const call = { name: CAPTURE, arguments: MINIMAL, _meta: { [LEVEL_KEY]: "info" } };
    expect((await client.callTool(call)).isError).toBeUndefined();
    expect(messages).toMatchObject([{ level: "info", data: { tool: CAPTURE } }]);
    const message = modern(1, "tools/call", call, { ...MODERN_META, ...call._meta });
    const headers = { ...modernHeaders(message), Accept: "application/json" };
    expect(await json(await http.post(message, { token, headers }))).toMatchObject({ id: 1, result: {} });
  });
});

/** A client of 2025 on a server in this process, and the log messages that it got. */
async function connect(memory: TestMemory): Promise<{ client: Client; messages: unknown[] }> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  const messages = messagesTo(client);
  await legacyServer(memory).connect(ours);
  await client.connect(theirs);
  onTestFinished(() => client.close());
  return { client, messages };
}

function messagesTo(client: Client): unknown[] {
  const messages: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => {
    messages.push(params);
  });
  return messages;
}

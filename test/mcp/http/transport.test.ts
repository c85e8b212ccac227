import { describe, expect, it } from "vitest";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { LINE_CASES } from "../stdio/line-cases.ts";
import { INITIALIZED, initialize, modern, modernCall, request } from "../stdio/messages.ts";
import { json, modernHeaders, openHttp } from "./open-http.ts";

/** The call of the document's quick start, as it stands there. */
const CURL = {
  jsonrpc: "2.0",
  id: "test-1",
  method: "tools/call",
  params: {
    name: "membria.capture_decision",
    arguments: { statement: "Test decision", alternatives: ["Alt 1"], confidence: 0.75 },
  },
};

describe("CONTRACTS 4.14: the document's curl call works as written", () => {
  it("without keys: POST / with a content type, no Accept, no initialize, and plain JSON back", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    const response = await http.post(CURL, { path: "/" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await json(response)).toMatchObject({
      jsonrpc: "2.0",
      id: "test-1",
      result: { structuredContent: { decision_id: "dec_000001", project: "default" } },
    });
  });

  it("with a key, and says in the reply how to name the project", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const { result } = (await json(await http.post(CURL, { path: "/", token }))) as {
      result: { structuredContent: { notices: string[] } };
    };
    expect(result.structuredContent.notices).toEqual([expect.stringContaining("Membria-Project")]);
  });

  it("has an unknown program as the author where the client does not say what it is: the key stands for the person", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    await http.post(CURL, { token });
    const [decision] = (await decisionPage(http.memory, { scope: "all" }, 1)).items;
    expect(decision?.author).toMatchObject({ kind: "agent", name: "unknown" });
  });
});

describe("messages in a body are validated as strictly as those on a line", () => {
  it("for each case of the line suite", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    for (const { name, line, code, id = null } of LINE_CASES) {
      const response = await fetch(`${http.url}/mcp`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: typeof line === "string" ? line : new Uint8Array(line),
      });
      expect(response.status, name).toBe(400);
      expect(await json(response), name).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
    }
  });

  it("error messages mention the body and /batch, not lines", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    const { error } = (await json(await http.post([request(1, "ping")]))) as { error: { message: string } };
    expect(error.message).toContain("/batch");
    expect(error.message).not.toContain("line");
  });

  it("hides the output of the SDK's validator", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    for (const message of [request(1, "tools/call", { name: 5 }), modern(1, "tools/call", { name: 5 })]) {
      const response = await http.post(message, {
        headers: message.params?.["_meta"] ? { ...modernHeaders(message), "Mcp-Name": "5" } : {},
      });
      const text = await response.text();
      expect(text).not.toMatch(/invalid_type|\\"code\\"/);
    }
  });

  it("answers a notification with 202 and nothing", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    const response = await http.post(INITIALIZED);
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });
});

describe("CONTRACTS 4.2: the lifecycle in a session", () => {
  async function begin(capabilities: unknown = {}, version: unknown = "2025-11-25") {
    const http = await openHttp({ withoutKeys: "agent" });
    const opened = await http.post(initialize("i", capabilities, version));
    const session = opened.headers.get("mcp-session-id") ?? "";
    const send = (message: unknown, headers = {}) =>
      http.post(message, { headers: { "Mcp-Session-Id": session, ...headers } });
    return { http, opened, session, send };
  }

  it("begins with initialize, which answers with a session id, also as plain JSON", async () => {
    const { opened, session } = await begin();
    expect(opened.headers.get("content-type")).toContain("application/json");
    expect(await json(opened)).toMatchObject({ id: "i", result: { protocolVersion: "2025-11-25" } });
    expect(session).toMatch(/^[\w-]{32}$/);
  });

  it("accepts the document's own initialize, with boolean capabilities and an unknown version", async () => {
    const { opened } = await begin({ tools: true, resources: true, sampling: false }, "2024-11-25");
    expect(await json(opened)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  });

  it("refuses requests other than ping before notifications/initialized", async () => {
    const { send } = await begin();
    const early = await send(request(1, "tools/list"));
    expect(early.status).toBe(400);
    expect(await json(early)).toMatchObject({
      id: 1,
      error: { code: -32600, message: "Server not initialized. Send initialized notification first." },
    });
    expect(await json(await send(request(2, "ping")))).toMatchObject({ id: 2, result: {} });
    expect((await send(INITIALIZED)).status).toBe(202);
    expect(await json(await send(request(3, "tools/list")))).toHaveProperty("result.tools");
  });

  it("refuses a second initialize", async () => {
    const { send } = await begin();
    await send(INITIALIZED);
    expect(await json(await send(initialize(2)))).toMatchObject({
      id: 2,
      error: { message: "Already initialized" },
    });
  });

  it("ends with DELETE, and is not found afterwards", async () => {
    const { http, session, send } = await begin();
    const end = await fetch(`${http.url}/mcp`, { method: "DELETE", headers: { "Mcp-Session-Id": session } });
    expect(end.status).toBe(200);
    const response = await send(request(1, "ping"));
    expect(response.status).toBe(404);
    expect(await json(response)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining("initialize") },
    });
  });

  it("ends after half an hour without use", async () => {
    const { http, send } = await begin();
    http.memory.clock.advance(29 * 60_000);
    expect((await send(request(1, "ping"))).status).toBe(200);
    http.memory.clock.advance(29 * 60_000);
    expect((await send(request(2, "ping"))).status).toBe(200);
    http.memory.clock.advance(30 * 60_000);
    expect((await send(request(3, "ping"))).status).toBe(404);
  });

  it("is ended for a new one when there are too many: the longest idle one of the key with the most sessions", async () => {
    const http = await openHttp({ maxSessions: 3 });
    const [busy, quiet] = [await http.key(), await http.key()];
    const open = async (token: string): Promise<string> => {
      http.memory.clock.advance(1_000);
      return (await http.post(initialize(1), { token })).headers.get("mcp-session-id") ?? "";
    };
    const status = async (token: string, id: string): Promise<number> =>
      (await http.post(request(1, "ping"), { token, headers: { "Mcp-Session-Id": id } })).status;
    const theirs = await open(quiet.token);
    const [first, second, third] = [await open(busy.token), await open(busy.token), await open(busy.token)];
    expect(await status(quiet.token, theirs)).toBe(200);
    expect(await status(busy.token, first)).toBe(404);
    expect(await status(busy.token, second)).toBe(200);
    expect(await status(busy.token, third)).toBe(200);
  });
});

describe("POST /batch answers in the document's batch format", () => {
  it("one result per request, in order, errors beside results, nothing for notifications", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    const response = await http.post(
      [
        { ...CURL, id: "req-1" },
        INITIALIZED,
        request("req-2", "tools/list"),
        request("req-3", "no/such"),
        { jsonrpc: "1.0", id: "req-4", method: "ping" },
      ],
      { path: "/batch" },
    );
    expect(response.status).toBe(200);
    const { results } = (await json(response)) as { results: Record<string, unknown>[] };
    expect(results.map(({ id }) => id)).toEqual(["req-1", "req-2", "req-3", "req-4"]);
    expect(results.map((entry) => Object.keys(entry).toSorted((a, b) => a.localeCompare(b)))).toEqual([
      ["id", "result"],
      ["id", "result"],
      ["error", "id"],
      ["error", "id"],
    ]);
    expect(results[2]).toMatchObject({
      error: { code: -32601, message: expect.stringContaining("no/such") },
    });
  });

  it.each([
    ["an object", {}],
    ["an empty list", []],
    ["a list that is too long", Array.from({ length: 101 }, (_, id) => request(id, "ping"))],
    ["no JSON", "{"],
  ])("refuses %s", async (_, body) => {
    const http = await openHttp({ withoutKeys: "agent" });
    const response = await http.post(body, { path: "/batch" });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
  });
});

describe("health", () => {
  it("/healthz and /readyz answer without a key", async () => {
    const http = await openHttp();
    expect(await json(await fetch(`${http.url}/healthz`))).toEqual({ status: "ok" });
    expect(await json(await fetch(`${http.url}/readyz`))).toEqual({ status: "ready" });
  });

  it("/readyz is 503 when the memory does not answer; /healthz is still ok", async () => {
    const http = await openHttp();
    await http.memory.close();
    const ready = await fetch(`${http.url}/readyz`);
    expect(ready.status).toBeGreaterThanOrEqual(500);
    expect((await fetch(`${http.url}/healthz`)).status).toBe(200);
  });
});

describe("2026-07-28 needs no session", () => {
  it("serves a call by itself, with discover beside it", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    const discover = modern(1, "server/discover");
    expect(await json(await http.post(discover, { headers: modernHeaders(discover) }))).toMatchObject({
      result: { supportedVersions: expect.arrayContaining(["2026-07-28"]) },
    });
    const call = modernCall(2, "membria_get_decision", { decision_id: "dec_none" });
    expect(await json(await http.post(call, { headers: modernHeaders(call) }))).toMatchObject({
      id: 2,
      result: { isError: true, structuredContent: { error: { code: -32003 } } },
    });
  });

  it("answers an unknown revision with -32022 and the supported ones", async () => {
    const http = await openHttp({ withoutKeys: "agent" });
    const message = modern(
      1,
      "tools/list",
      {},
      {
        "io.modelcontextprotocol/protocolVersion": "2031-01-01",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    );
    const response = await http.post(message, {
      headers: { ...modernHeaders(message), "MCP-Protocol-Version": "2031-01-01" },
    });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ id: 1, error: { code: -32022 } });
  });
});

import { describe, expect, it } from "vitest";
import { revokeKey, rotateKey } from "../../../src/access/operations/manage-keys.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { callBy } from "../../support/memory.ts";
import { TOOL_ARGUMENTS } from "../access/tool-arguments.ts";
import { call, INITIALIZED, initialize, modern, modernCall, request } from "../stdio/messages.ts";
import { BOTH, json, modernHeaders, openHttp, type TestHttp } from "./open-http.ts";

const ADMIN = callBy({ kind: "human", role: "admin" });
const CAPTURE = { statement: "Use PostgreSQL for the users", alternatives: ["MongoDB"], confidence: 0.8 };
const PING = JSON.stringify(request(1, "ping"));

async function openSession(http: TestHttp, token: string): Promise<string> {
  const opened = await http.post(initialize(1), { token });
  const id = opened.headers.get("mcp-session-id") ?? "";
  await http.post(INITIALIZED, { token, headers: { "Mcp-Session-Id": id } });
  return id;
}

describe("a session belongs to its key", () => {
  it("another key does not find it, whatever it sends, and the owner still has it", async () => {
    const http = await openHttp();
    const [owner, other] = [await http.key(), await http.key({ role: "admin" })];
    const session = await openSession(http, owner.token);
    for (const method of ["POST", "GET", "DELETE"]) {
      const response = await fetch(`${http.url}/mcp`, {
        method,
        headers: {
          "Content-Type": "application/json",
          Accept: BOTH,
          Authorization: `Bearer ${other.token}`,
          "Mcp-Session-Id": session,
        },
        ...(method === "POST" && { body: PING }),
      });
      expect(response.status, method).toBe(404);
    }
    const own = await http.post(PING, { token: owner.token, headers: { "Mcp-Session-Id": session } });
    expect(own.status).toBe(200);
  });

  it("a made-up session is not found", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const response = await http.post(PING, { token, headers: { "Mcp-Session-Id": "made-up" } });
    expect(response.status).toBe(404);
  });

  const streams = async (http: TestHttp, token: string): Promise<Response[]> => {
    const listen = modern(7, "subscriptions/listen", { notifications: { toolsListChanged: true } });
    return [
      await fetch(`${http.url}/mcp`, {
        headers: {
          Accept: "text/event-stream",
          Authorization: `Bearer ${token}`,
          "Mcp-Session-Id": await openSession(http, token),
        },
      }),
      await http.post(listen, { token, headers: modernHeaders(listen) }),
    ];
  };

  it("ends when the key is revoked, with its streams, those of 2026-07-28 too", async () => {
    const http = await openHttp();
    const { id, token } = await http.key();
    const open = await streams(http, token);
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    await perform(revokeKey, { id }, http.memory, ADMIN);
    // A stream that ends can be read to its end; one that does not would never be.
    await Promise.all(open.map((response) => response.text()));
  });

  it("ends when the key expires", async () => {
    const http = await openHttp({ times: { reviewMs: 20 } });
    const { token } = await http.key({ expires: "1h" });
    const open = await streams(http, token);
    http.memory.clock.advance(HOUR_MS);
    await Promise.all(open.map((response) => response.text()));
  });

  it("ends when the key gets another secret, but lives through an overlap", async () => {
    const http = await openHttp({ times: { reviewMs: 20 } });
    const { id, token } = await http.key();
    const session = await openSession(http, token);
    await perform(rotateKey, { id, overlap: "1h" }, http.memory, ADMIN);
    const ping = (bearer: string) =>
      http.post(PING, { token: bearer, headers: { "Mcp-Session-Id": session } });
    expect((await ping(token)).status).toBe(200);
    const fresh = await perform(rotateKey, { id }, http.memory, ADMIN);
    expect((await ping(token)).status).toBe(401);
    await expect.poll(async () => (await ping(fresh.token)).status).toBe(404);
  });
});

describe("the role of the key decides", () => {
  const writing = ALL_TOOLS.filter(({ role }) => role !== "viewer");
  const ids = { decision: "dec_1", second: "dec_2", third: "dec_3", proposal: "prop_1" };

  it("a viewer writes with no tool, in no way of calling it", async () => {
    const http = await openHttp();
    const { token } = await http.key({ role: "viewer" });
    const session = await openSession(http, token);
    const before = await http.memory.position();
    expect(writing.length).toBeGreaterThan(4);
    for (const tool of writing) {
      const args = TOOL_ARGUMENTS[tool.name]?.(ids);
      const plain = call(1, tool.name, args);
      const of2026 = modernCall(1, tool.name, args);
      const answers = [
        await http.post(plain, { token }),
        await http.post(plain, { token, headers: { "Mcp-Session-Id": session } }),
        await http.post(of2026, { token, headers: modernHeaders(of2026) }),
      ];
      for (const answer of answers)
        expect(await json(answer), tool.name).toMatchObject({ result: { isError: true } });
      const batch = await json(await http.post([plain], { token, path: "/batch" }));
      expect(batch, tool.name).toMatchObject({ results: [{ result: { isError: true } }] });
      expect(JSON.stringify(batch), tool.name).toMatch(/The role \w+ is needed/);
    }
    expect(await http.memory.position()).toBe(before);
  });

  it("a viewer reads", async () => {
    const http = await openHttp();
    const { token } = await http.key({ role: "viewer" });
    const answer = await http.post(call(1, "memory_search_recent", {}), { token });
    expect(await json(answer)).not.toMatchObject({ result: { isError: true } });
  });
});

describe("the project of the key decides", () => {
  const capture = (meta?: Record<string, unknown>) => ({
    ...call(1, "membria_capture_decision", CAPTURE),
    params: { name: "membria_capture_decision", arguments: CAPTURE, ...(meta && { _meta: meta }) },
  });

  it("if it has one, no call can use another project", async () => {
    const http = await openHttp();
    const { token } = await http.key({ project: "shop" });
    expect(await json(await http.post(capture(), { token }))).toMatchObject({
      result: { structuredContent: { project: "shop" } },
    });
    for (const project of ["depot", "all"]) {
      expect(await json(await http.post(capture({ "membria/project": project }), { token }))).toMatchObject({
        result: { isError: true, structuredContent: { error: { data: { reason: "project_forbidden" } } } },
      });
    }
    const header = await http.post(capture(), { token, headers: { "Membria-Project": "depot" } });
    expect(header.status).toBe(403);
    expect(await json(header)).toMatchObject({ error: { details: { reason: "project_forbidden" } } });
  });

  it("if it has none, the header decides, and a call may name another", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const headers = { "Membria-Project": "shop" };
    expect(await json(await http.post(capture(), { token, headers }))).toMatchObject({
      result: { structuredContent: { project: "shop" } },
    });
    expect(
      await json(await http.post(capture({ "membria/project": "depot" }), { token, headers })),
    ).toMatchObject({ result: { structuredContent: { project: "depot" } } });
    const wrong = await http.post(capture(), { token, headers: { "Membria-Project": "../x" } });
    expect(wrong.status).toBe(400);
  });
});

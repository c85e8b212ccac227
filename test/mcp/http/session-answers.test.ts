import { describe, expect, it, onTestFinished } from "vitest";
import { call, INITIALIZED, initialize, modernCall, notification, request } from "../stdio/messages.ts";
import { openFixture } from "./open-fixture.ts";
import { BOTH, json, modernHeaders, type SentHeaders } from "./open-http.ts";

const JSON_TYPE = "application/json";

/** A session with a server whose tools the test controls. */
async function begin() {
  const fixture = await openFixture(50);
  const opened = await fixture.post(initialize("i"));
  const id = { "Mcp-Session-Id": opened.headers.get("mcp-session-id") ?? "" };
  const send = (message: unknown, headers: SentHeaders = { Accept: BOTH }) =>
    fixture.post(message, { ...id, ...headers });
  const other = (method: string, headers: SentHeaders = {}) => {
    const gone = new AbortController();
    onTestFinished(() => gone.abort());
    const sent = fetch(`${fixture.http.url}/mcp`, {
      method,
      headers: { ...id, ...headers },
      signal: gone.signal,
    });
    return Object.assign(sent, { hangUp: () => gone.abort() });
  };
  await send(INITIALIZED);
  return { ...fixture, send, other };
}

/** With a token for its progress. */
const counting = (id: number) =>
  request(id, "tools/call", { name: "count", _meta: { progressToken: "counted" } });

const typeOf = (response: Response) => response.headers.get("content-type");

describe("CONTRACTS 4.2: the response to a message in a session", () => {
  it("is the reply alone where nothing comes before it, also for a client that accepts streams", async () => {
    const { send } = await begin();
    const response = await send(call(1, "echo", { text: "hello" }));
    expect([response.status, typeOf(response)]).toEqual([200, JSON_TYPE]);
    expect(response.headers.get("mcp-session-id")).toMatch(/^[\w-]{32}$/);
    expect(await json(response)).toMatchObject({ id: 1, result: { content: [{ text: "hello" }] } });
  });

  it("is a stream where progress comes before the reply", async () => {
    const { send } = await begin();
    const response = await send(counting(1));
    expect([response.status, typeOf(response)]).toEqual([200, "text/event-stream"]);
    expect(response.headers.get("mcp-session-id")).toMatch(/^[\w-]{32}$/);
    const events = (await response.text()).trim().split("\n\n");
    expect(events).toHaveLength(4);
    expect(events[0]).toMatch(/^event: message\ndata: .*"notifications\/progress"/);
    expect(events[3]).toContain('"counted"');
  });

  it("is the reply alone for a client that accepts no stream, and progress is left out", async () => {
    const { send } = await begin();
    const response = await send(counting(1), {});
    expect(typeOf(response)).toBe(JSON_TYPE);
    expect(await json(response)).toMatchObject({ id: 1, result: { content: [{ text: "counted" }] } });
  });

  it("ends without a reply where the request was cancelled", async () => {
    const { send, tools } = await begin();
    const held = send(call(1, "hold", { key: "a" }));
    await expect.poll(() => tools.holding.size).toBe(1);
    await send(notification("notifications/cancelled", { requestId: 1 }));
    const response = await held;
    expect([response.status, await response.text()]).toEqual([202, ""]);
    expect([...tools.aborted]).toEqual(["a"]);
  });

  it("says that the session has ended where it ends before the reply", async () => {
    const { send, other, tools } = await begin();
    const held = send(call(1, "hold", { key: "a" }));
    await expect.poll(() => tools.holding.size).toBe(1);
    expect((await other("DELETE")).status).toBe(200);
    const response = await held;
    expect(response.status).toBe(404);
    expect(await json(response)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining("session ended") },
    });
  });

  it("is an error without internals where the result cannot be written as JSON, in both eras", async () => {
    const { send, post } = await begin();
    const uri = "fixture://unwritable";
    const modern = { ...modernCall(2, "none"), method: "resources/read" };
    const params = { uri, _meta: modern.params?.["_meta"] };
    const answers = [
      await send(request(1, "resources/read", { uri })),
      await post({ ...modern, params }, modernHeaders({ ...modern, params })),
    ];
    for (const answer of answers) {
      const { error } = (await json(answer)) as { error: { code: number; message: string } };
      expect(error.code).toBe(-32603);
      expect(error.message).not.toMatch(/BigInt|not JSON/);
    }
  });
});

describe("2026-07-28: the response to a request", () => {
  const modernCounting = () => {
    const { params, ...message } = modernCall(1, "count");
    return { ...message, params: { ...params, _meta: { ...Object(params?.["_meta"]), progressToken: "c" } } };
  };

  it("is a stream where progress comes before the reply, and otherwise the reply alone", async () => {
    const { post } = await openFixture(50);
    const message = modernCounting();
    const streamed = await post(message, modernHeaders(message));
    expect(typeOf(streamed)).toBe("text/event-stream");
    expect((await streamed.text()).match(/^data: /gm)).toHaveLength(4);
    const echo = modernCall(2, "echo", { text: "hello" });
    const alone = await post(echo, modernHeaders(echo));
    expect(typeOf(alone)).toBe(JSON_TYPE);
    expect(await json(alone)).toMatchObject({ id: 2, result: { content: [{ text: "hello" }] } });
  });

  it("ends the server of the request, and does not cancel a handler that has answered", async () => {
    const { post, tools } = await openFixture(50);
    const message = modernCall(1, "hold", { key: "a" });
    const held = post(message, modernHeaders(message));
    await expect.poll(() => tools.holding.size).toBe(1);
    tools.release("a");
    expect(await json(await held)).toMatchObject({ result: { content: [{ text: "released a" }] } });
    expect([...tools.aborted]).toEqual([]);
  });
});

describe("the headers of a request in a session", () => {
  const UNKNOWN = { Accept: BOTH, "MCP-Protocol-Version": "2020-01-01" };

  it("name a revision that the server has, or the request is refused and leaves nothing behind", async () => {
    const { send, other } = await begin();
    for (const refused of [
      await send(request(1, "ping"), UNKNOWN),
      await other("GET", UNKNOWN),
      await other("DELETE", UNKNOWN),
    ]) {
      expect(refused.status).toBe(400);
      expect(await json(refused)).toMatchObject({
        id: null,
        error: { message: expect.stringMatching(/2020-01-01.*2025-11-25/) },
      });
    }
    // Its id is free, and the session is still there.
    expect((await send(request(1, "ping"))).status).toBe(200);
  });

  it("accept a stream where GET asks for one, and there is one at a time", async () => {
    const { other } = await begin();
    const accepting = { Accept: "text/event-stream" };
    expect((await other("GET")).status).toBe(406);
    const first = other("GET", accepting);
    expect((await first).status).toBe(200);
    expect((await other("GET", accepting)).status).toBe(409);
    first.hangUp();
    await expect.poll(async () => (await other("GET", accepting)).status).toBe(200);
  });
});

import { describe, expect, test } from "vitest";
import { connect, connectInitialized } from "./connection.ts";
import {
  call,
  INITIALIZED,
  initialize,
  MODERN_META,
  modern,
  modernCall,
  notification,
  request,
  textOf,
  withProgress,
} from "./messages.ts";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

describe("CONTRACTS 4.1: both eras from one process, on one pipe", () => {
  test("server/discover, then 2026-07-28 requests, then a 2025 session, then both in turn", async () => {
    const { ask, send, fixture } = connect();
    expect(await ask(modern(1, "server/discover"))).toMatchObject({
      result: { supportedVersions: ["2026-07-28"] },
    });
    expect(textOf(await ask(modernCall(2, "echo", { text: "new" })))).toBe("new");
    expect(await ask(initialize(3))).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    send(INITIALIZED);
    expect(textOf(await ask(call(4, "echo", { text: "old" })))).toBe("old");
    const interleaved = await ask(modernCall(5, "echo", { text: "new again" }));
    expect(interleaved.result).toMatchObject({ resultType: "complete" });
    const older = await ask(call(6, "echo", { text: "old again" }));
    expect(older.result).not.toHaveProperty("resultType");
    expect(fixture.made).toEqual(["modern", "legacy"]);
  });

  test("a server is made only for an era that is used", async () => {
    const { fixture } = await connectInitialized();
    expect(fixture.made).toEqual(["legacy"]);
  });

  test("a discovery does not disturb an initialized session, nor the other way round", async () => {
    const { ask, fixture } = await connectInitialized();
    await ask(modern(1, "server/discover"));
    expect(await ask(request(2, "tools/list"))).toMatchObject({ id: 2, result: {} });
    expect(await ask(modern(3, "server/discover"))).toMatchObject({ id: 3, result: {} });
    expect(fixture.made).toEqual(["legacy", "modern"]);
  });

  for (const [when, opening] of [
    ["as the first message", []],
    ["after a valid one", [modern("opening", "tools/list")]],
  ] as const) {
    test(`an unknown revision is -32022 ${when}`, async () => {
      const { ask } = connect();
      for (const message of opening) await ask(message);
      for (const version of ["2099-01-01", "2025-11-25", "draft"]) {
        const meta = { ...MODERN_META, [VERSION]: version };
        expect(await ask(modern(1, "tools/list", {}, meta))).toMatchObject({
          id: 1,
          error: { code: -32022, data: { supported: ["2026-07-28"], requested: version } },
        });
      }
    });

    test(`an incomplete envelope is -32602 and names the key ${when}`, async () => {
      const { ask } = connect();
      for (const message of opening) await ask(message);
      const bad = [
        { [VERSION]: 5, [CAPABILITIES]: {} },
        { [VERSION]: "2026-07-28" },
        { [VERSION]: "2026-07-28", [CAPABILITIES]: true },
      ];
      const named = [VERSION, CAPABILITIES, CAPABILITIES];
      for (const [index, meta] of bad.entries()) {
        expect(await ask(modern(1, "tools/list", {}, meta))).toMatchObject({
          id: 1,
          error: { code: -32602, message: expect.stringContaining(named[index] ?? "") },
        });
      }
    });
  }

  test("initialize is no method of 2026-07-28, and naming an older revision in _meta leaves it what it was", async () => {
    const { ask } = connect();
    const params = initialize(1).params ?? {};
    expect(await ask(modern(1, "initialize", params))).toMatchObject({ id: 1, error: { code: -32601 } });
    const older = { [VERSION]: "2025-11-25" };
    expect(await ask(modern(2, "initialize", params, older))).toMatchObject({ id: 2, result: {} });
  });

  test("TMKB edge case: an unknown method is -32601 and named, in both eras", async () => {
    const { ask } = await connectInitialized();
    const error = { code: -32601, message: 'Method not found: "no/such"' };
    expect(await ask(request(1, "no/such"))).toEqual({ jsonrpc: "2.0", id: 1, error });
    expect(await ask(modern(2, "no/such"))).toEqual({ jsonrpc: "2.0", id: 2, error });
    expect(await ask(request(3, "__proto__"))).toMatchObject({ id: 3, error: { code: -32601 } });
  });
});

describe("CONTRACTS 4.2: ids", () => {
  test("an id that is still in flight is refused, across eras, and is free again after the reply", async () => {
    const { send, next, ask, fixture } = await connectInitialized();
    send(call("a", "hold", { key: "a" }));
    const inUse = { id: "a", error: { code: -32600, message: expect.stringContaining("in flight") } };
    expect(await ask(call("a", "echo", { text: "x" }))).toMatchObject(inUse);
    expect(await ask(modernCall("a", "echo", { text: "x" }))).toMatchObject(inUse);
    await ask(call("barrier", "echo", { text: "x" }));
    fixture.release("a");
    expect(textOf(await next())).toBe("released a");
    expect(textOf(await ask(modernCall("a", "echo", { text: "x" })))).toBe("x");
  });

  test("the string and the number of the same digits are two ids", async () => {
    const { send, ask, fixture } = await connectInitialized();
    send(call(1, "hold", { key: "a" }));
    expect(await ask(call("1", "echo", { text: "x" }))).toMatchObject({ id: "1", result: {} });
    fixture.release("a");
  });
});

describe("CONTRACTS 4.2: notifications never get a reply", () => {
  test("unknown, malformed, out of place, of either era", async () => {
    const { send, ask, left, log } = await connectInitialized();
    send(
      notification("notifications/no-such"),
      notification("notifications/no-such", [1]),
      notification("notifications/initialized"),
      notification("notifications/cancelled", {}),
      notification("notifications/cancelled", { requestId: "nothing" }),
      notification("notifications/cancelled", { requestId: { a: 1 } }),
      notification("notifications/no-such", { _meta: MODERN_META }),
      notification("notifications/no-such", { _meta: { [VERSION]: "2099-01-01" } }),
    );
    expect(await ask(request(1, "ping"))).toMatchObject({ id: 1, result: {} });
    expect(left()).toEqual([]);
    expect(log.filter(({ message }) => message === "Ignored a message").length).toBeGreaterThanOrEqual(5);
  });

  test("a reply to a request that was never sent is ignored with a line in the log", async () => {
    const { send, ask, left, log } = await connectInitialized();
    send(
      { jsonrpc: "2.0", id: 99, result: {} },
      { jsonrpc: "2.0", id: null, error: { code: -32700, message: "?" } },
    );
    await ask(request(1, "ping"));
    expect(left()).toEqual([]);
    const reason = "reply to a request that was never sent";
    expect(log.filter(({ meta }) => meta && Object.values(meta).includes(reason))).toHaveLength(2);
  });
});

describe("requests run concurrently, can be cancelled and report progress, in both eras", () => {
  for (const [era, make] of [
    ["2025", call],
    ["2026-07-28", modernCall],
  ] as const) {
    test(`${era}: a slow request does not hold up a quick one`, async () => {
      const { send, next, ask } = await connectInitialized();
      send(make("slow", "hold", { key: "k" }));
      expect(await ask(make("quick", "echo", { text: "x" }))).toMatchObject({ id: "quick" });
      send(make("release", "release", { key: "k" }));
      expect(new Set([(await next()).id, (await next()).id])).toEqual(new Set(["release", "slow"]));
    });

    test(`${era}: a cancelled request has its signal aborted and gets neither progress nor a reply`, async () => {
      const { send, ask, fixture, finish } = await connectInitialized();
      send(withProgress(make("slow", "hold", { key: "k" }), "token"));
      await ask(make("barrier", "echo", { text: "x" }));
      expect([...fixture.holding]).toEqual(["k"]);
      send(notification("notifications/cancelled", { requestId: "slow", reason: "changed my mind" }));
      await ask(make("barrier", "echo", { text: "x" }));
      expect([...fixture.aborted]).toEqual(["k"]);
      expect(await finish()).toEqual([]);
    });

    test(`${era}: progress goes out before the reply, with the caller's token`, async () => {
      const { send, next } = await connectInitialized();
      send(withProgress(make("counting", "count"), "token"));
      const seen = [await next(), await next(), await next(), await next()];
      expect(seen).toMatchObject([
        { method: "notifications/progress", params: { progressToken: "token", progress: 1 } },
        { method: "notifications/progress", params: { progressToken: "token", progress: 2 } },
        { method: "notifications/progress", params: { progressToken: "token", progress: 3 } },
        { id: "counting", result: {} },
      ]);
    });
  }

  test("2026-07-28: a discovery that is cancelled before it ran leaves the era intact", async () => {
    const { send, ask, fixture } = connect();
    send(modern(1, "server/discover"), notification("notifications/cancelled", { requestId: 1 }));
    expect(await ask(modern(2, "tools/list"))).toMatchObject({ id: 2, result: {} });
    expect(fixture.made).toEqual(["modern"]);
  });
});

describe("requests from the server to a client of the initialize family", () => {
  const asking = { capabilities: { elicitation: {} } };

  test("are answered by the client's reply", async () => {
    const { send, next } = await connectInitialized(asking);
    send(call("c", "ask"));
    const question = await next();
    expect(question).toMatchObject({ method: "elicitation/create" });
    send({ jsonrpc: "2.0", id: question.id, result: { action: "decline" } });
    expect(textOf(await next())).toBe("answer: decline");
  });

  test("do not wait for ever for a reply that is malformed", async () => {
    const { send, next } = await connectInitialized(asking);
    send(call("c", "ask"));
    const question = await next();
    send(`{"jsonrpc":"2.0","id":${JSON.stringify(question.id)},"result":5}\n`);
    expect(await next()).toMatchObject({ id: "c", result: { isError: true } });
  });
});

describe("2026-07-28 subscriptions", () => {
  test("deliver changes until cancelled", async () => {
    const { send, next, ask, left } = connect();
    send(modern("sub", "subscriptions/listen", { notifications: { toolsListChanged: true } }));
    expect(await next()).toMatchObject({ method: "notifications/subscriptions/acknowledged" });
    send(modernCall(1, "change"));
    const seen = [await next(), await next()];
    expect(seen.map(({ method }) => method)).toContain("notifications/tools/list_changed");
    send(notification("notifications/cancelled", { requestId: "sub" }));
    expect(await ask(modernCall(2, "change"))).toMatchObject({ id: 2 });
    expect(left()).toEqual([]);
  });

  test("end with their result when the connection ends, and hold nothing up", async () => {
    const { send, next, finish } = connect();
    send(modern("sub", "subscriptions/listen", { notifications: { toolsListChanged: true } }));
    await next();
    expect(await finish()).toMatchObject([{ id: "sub", result: { resultType: "complete" } }]);
  });
});

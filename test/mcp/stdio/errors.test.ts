import { describe, expect, test } from "vitest";
import { sanitizeError } from "../../../src/mcp/messages/sanitize-error.ts";
import { connect, connectInitialized } from "./connection.ts";
import { fixture } from "./fixture-server.ts";
import { call, initialize, modern, modernCall, request, type WireMessage } from "./messages.ts";

const SOMETHING_WRONG = "Something went wrong inside Membria. Try again; the server's log has the details.";

describe("CONTRACTS 3: no validator dump reaches a client", () => {
  const cases: readonly (readonly [name: string, method: string, params: unknown, message: string])[] = [
    [
      "tools/call without params",
      "tools/call",
      undefined,
      'Invalid params for "tools/call": "params" is required: an object.',
    ],
    [
      "tools/call without a name",
      "tools/call",
      {},
      'Invalid params for "tools/call": "name" is required: a string.',
    ],
    [
      "tools/call with a number as name",
      "tools/call",
      { name: 5 },
      'Invalid params for "tools/call": "name" must be a string, received a number.',
    ],
    [
      "tools/call with an array of arguments",
      "tools/call",
      { name: "echo", arguments: [] },
      'Invalid params for "tools/call": "arguments" must be an object, received an array.',
    ],
    [
      "tools/list with a number as cursor",
      "tools/list",
      { cursor: 5 },
      'Invalid params for "tools/list": "cursor" must be a string, received a number.',
    ],
    [
      "resources/read without a uri",
      "resources/read",
      {},
      'Invalid params for "resources/read": "uri" is required: a string.',
    ],
  ];
  for (const [name, method, params, message] of cases) {
    test(name, async () => {
      const { ask } = await connectInitialized();
      expect(await ask(request(1, method, params))).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32602, message },
      });
      if (params === undefined) return;
      const reply = await ask(modern(2, method, params as Record<string, unknown>));
      expect(reply).toEqual({ jsonrpc: "2.0", id: 2, error: { code: -32602, message } });
    });
  }

  test("initialize with several wrong types names each of them", async () => {
    const { ask } = connect();
    expect(await ask(request(1, "initialize", { protocolVersion: 1 }))).toMatchObject({
      error: {
        code: -32602,
        message:
          'Invalid params for "initialize": "protocolVersion" must be a string, received a number; "capabilities" is required: an object; "clientInfo" is required: an object.',
      },
    });
  });

  test("enum problems list the allowed values, many problems are counted, and unknown ones stay general", () => {
    const issue = (path: string, more: object) => ({ message: "?", path: ["params", path], ...more });
    const dump = JSON.stringify([
      issue("a", { values: ["x", "y"] }),
      issue("b", { code: "custom" }),
      ...["c", "d", "e", "f", "g"].map((path) => issue(path, { expected: "string" })),
    ]);
    expect(sanitizeError({ code: -32603, message: dump }, "m").error.message).toBe(
      'Invalid params for "m": "a" must be one of "x", "y"; "b" is not valid; "c" must be a string; "d" must be a string; "e" must be a string; and 2 more.',
    );
  });

  test("text that only looks like a dump is left alone", () => {
    const error = { code: -32602, message: "Unknown tool: [{x" };
    expect(sanitizeError(error, "m")).toEqual({ error });
  });

  test("a dump about a result of ours is an internal error", () => {
    const message = `Invalid tools/call result: ${JSON.stringify([{ path: ["content"], message: "?" }])}`;
    expect(sanitizeError({ code: -32602, message }, "tools/call")).toMatchObject({
      error: { code: -32603, message: SOMETHING_WRONG },
    });
  });

  test("a limit of the SDK that is internal by its code only is passed on", () => {
    const error = { code: -32603, message: "Subscription limit reached" };
    expect(sanitizeError(error, "subscriptions/listen")).toEqual({ error });
  });
});

describe("TMKB logging strategy: internal errors are logged with the request id and not shown", () => {
  for (const [era, read] of [
    ["2025", (uri: string): WireMessage => request(7, "resources/read", { uri })],
    ["2026-07-28", (uri: string): WireMessage => modern(7, "resources/read", { uri })],
  ] as const) {
    test(`${era}: what a handler threw`, async () => {
      const { ask, log } = await connectInitialized();
      const reply = await ask(read("fixture://broken"));
      expect(reply).toEqual({ jsonrpc: "2.0", id: 7, error: { code: -32603, message: SOMETHING_WRONG } });
      expect(log).toContainEqual(
        expect.objectContaining({
          level: "error",
          requestId: expect.any(String),
          meta: expect.objectContaining({ id: 7, reason: expect.stringContaining("SQLITE_CORRUPT") }),
        }),
      );
    });

    test(`${era}: a result that cannot be written as JSON`, async () => {
      const { ask } = await connectInitialized();
      const reply = await ask(read("fixture://unwritable"));
      expect(reply).toEqual({ jsonrpc: "2.0", id: 7, error: { code: -32603, message: SOMETHING_WRONG } });
    });
  }

  test("a server that cannot be created, and can be created the next time", async () => {
    const works = fixture();
    let tries = 0;
    const test = connect({
      fixture: {
        ...works,
        factory: (context) => {
          tries += 1;
          if (tries === 1) throw new Error("no disk");
          return works.factory(context);
        },
      },
    });
    expect(await test.ask(initialize(1))).toMatchObject({
      error: { code: -32603, message: SOMETHING_WRONG },
    });
    expect(await test.ask(initialize(2))).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  });

  test("every refusal is logged and reported; an id that is a text of the caller is not logged", async () => {
    const { ask, log, refusals } = connect();
    await ask(request(1, "tools/list"));
    await ask(request("early", "tools/list"));
    await ask("nonsense\n");
    expect(refusals.map(({ id, error }) => [id, error.code])).toEqual([
      [1, -32600],
      ["early", -32600],
      [null, -32700],
    ]);
    expect(log).toMatchObject([
      { level: "warn", meta: { id: 1, code: -32600 } },
      { level: "warn", meta: { code: -32600 } },
      { level: "warn", meta: { code: -32700 } },
    ]);
    expect(JSON.stringify(log)).not.toContain("early");
  });
});

describe("hostile values get an answer", () => {
  test("TMKB edge case: a line over 10 MB is refused with the limit and the next line works", async () => {
    const { send, next, ask, refusals } = connect();
    send("x".repeat(10 * 1024 * 1024 + 1));
    send("x".repeat(1024), "\n");
    expect(await next()).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining("10485760 bytes") },
    });
    expect(await ask(request(1, "ping"))).toMatchObject({ id: 1, result: {} });
    expect(refusals).toHaveLength(1);
  });

  test("a lone surrogate comes back as it was sent", async () => {
    const { send, next } = await connectInitialized();
    send(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\\ud800"}}}\n',
    );
    expect(await next()).toMatchObject({ id: 1, result: { content: [{ text: "\ud800" }] } });
  });

  test("a key named __proto__ in arguments, params or message", async () => {
    const { send, next } = await connectInitialized();
    for (const line of [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x","__proto__":{"a":1}}}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"__proto__":{"name":"hold"},"name":"echo","arguments":{"text":"x"}}}',
      '{"jsonrpc":"2.0","id":3,"method":"ping","__proto__":{"a":1}}',
    ]) {
      send(`${line}\n`);
      expect(await next()).toMatchObject({ jsonrpc: "2.0", result: {} });
    }
  });

  test("a number no double can hold, as an argument and as a name", async () => {
    const { send, next } = await connectInitialized();
    send(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":1e999}}}\n',
    );
    expect(await next()).toMatchObject({ id: 1, result: { isError: true } });
    send('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":1e999}}\n');
    expect(await next()).toMatchObject({ id: 2, error: { code: -32602 } });
  });

  test("nesting within the limit, in every place the SDK looks at", async () => {
    const { ask } = connect();
    const nested = JSON.parse(`${'{"a":'.repeat(900)}1${"}".repeat(900)}`);
    expect(await ask(initialize(1, { experimental: nested }))).toMatchObject({ id: 1 });
    expect(await ask(modernCall(2, "echo", { text: nested }))).toMatchObject({
      id: 2,
      result: { isError: true },
    });
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const deep = { ...meta, "io.modelcontextprotocol/clientCapabilities": { experimental: nested } };
    expect(await ask(modern(3, "tools/list", {}, deep))).toMatchObject({ id: 3 });
    expect(await ask(call(4, "echo", { text: nested }))).toMatchObject({ id: 4 });
  });
});

import { describe, expect, test } from "vitest";
import { connect, connectInitialized } from "./connection.ts";
import { call, INITIALIZED, initialize, modern, notification, request, textOf } from "./messages.ts";

const NOT_INITIALIZED = {
  code: -32600,
  message: "Server not initialized. Send initialized notification first.",
};

describe("CONTRACTS 4.2: the handshake of the initialize family", () => {
  test("before initialize, ping is answered", async () => {
    const { ask } = connect();
    expect(await ask(request(1, "ping"))).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("TMKB edge case: before initialize, any other request is refused with the document's sentence", async () => {
    const { ask, fixture } = connect();
    for (const [id, method] of [
      "tools/list",
      "tools/call",
      "resources/read",
      "server/discover",
      "no/such",
    ].entries()) {
      expect(await ask(request(id, method))).toMatchObject({ id, error: NOT_INITIALIZED });
    }
    expect(fixture.made).toEqual([]);
  });

  test("TMKB edge case: after initialize and before the initialized notification, requests other than ping are refused", async () => {
    const { ask } = connect();
    await ask(initialize(1));
    expect(await ask(request(2, "tools/list"))).toMatchObject({ id: 2, error: NOT_INITIALIZED });
    expect(await ask(request(3, "ping"))).toMatchObject({ id: 3, result: {} });
  });

  test("after the initialized notification, requests are served", async () => {
    const { ask } = await connectInitialized();
    expect(textOf(await ask(call(1, "echo", { text: "hi" })))).toBe("hi");
  });

  test("TMKB edge case: a second initialize is refused, before and after the notification", async () => {
    const { ask, send } = connect();
    await ask(initialize(1));
    const again = { error: { code: -32600, message: "Already initialized" } };
    expect(await ask(initialize(2))).toMatchObject({ id: 2, ...again });
    send(INITIALIZED);
    expect(await ask(initialize(3))).toMatchObject({ id: 3, ...again });
    expect(await ask(request(4, "tools/list"))).toMatchObject({
      id: 4,
      result: { tools: expect.any(Array) },
    });
  });

  test("an initialize that failed does not count, and the client may try again", async () => {
    const { ask, send } = connect();
    expect(await ask(initialize(1, {}, 5))).toMatchObject({ id: 1, error: { code: -32602 } });
    send(INITIALIZED);
    expect(await ask(request(2, "tools/list"))).toMatchObject({ id: 2, error: NOT_INITIALIZED });
    expect(await ask(initialize(3))).toMatchObject({ id: 3, result: { protocolVersion: "2025-11-25" } });
  });

  test("an initialized notification before initialize does not count", async () => {
    const { ask, send } = connect();
    send(INITIALIZED);
    await ask(initialize(1));
    expect(await ask(request(2, "tools/list"))).toMatchObject({ id: 2, error: NOT_INITIALIZED });
  });

  test("messages written without waiting for the answer to initialize are taken in order", async () => {
    const { send, next } = connect();
    send(
      initialize(1),
      request(2, "tools/list"),
      initialize(3),
      INITIALIZED,
      call(4, "echo", { text: "hi" }),
    );
    expect(await next()).toMatchObject({ id: 1, result: {} });
    expect(await next()).toMatchObject({ id: 2, error: NOT_INITIALIZED });
    expect(await next()).toMatchObject({ id: 3, error: { message: "Already initialized" } });
    expect(textOf(await next())).toBe("hi");
  });

  test("a request and its cancellation, both held while initialize is answered, stay in order", async () => {
    const { send, next, ask, fixture } = connect();
    const cancel = notification("notifications/cancelled", { requestId: 2 });
    send(initialize(1), INITIALIZED, call(2, "hold", { key: "a" }), cancel);
    expect(await next()).toMatchObject({ id: 1 });
    expect(await ask(call(3, "echo", { text: "barrier" }))).toMatchObject({ id: 3 });
    expect([...fixture.aborted]).toEqual(["a"]);
  });

  test("initialize cannot be cancelled", async () => {
    const { send, next } = connect();
    send(initialize(1), notification("notifications/cancelled", { requestId: 1 }));
    expect(await next()).toMatchObject({ id: 1, result: {} });
  });

  test("CONTRACTS 3: a refusal says what would work", async () => {
    const { ask } = connect();
    const { error } = await ask(request(1, "tools/list"));
    expect(error?.data).toEqual({ suggestion: expect.stringContaining('Send "initialize"') });
  });
});

describe("CONTRACTS 4.1: protocol revisions", () => {
  test("the Membria document's own initialize, with boolean capabilities and 2024-11-25, is answered with 2025-11-25", async () => {
    const { ask } = connect();
    const reply = await ask({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2024-11-25",
        capabilities: { tools: true, resources: true, sampling: false },
        clientInfo: { name: "claude-code", version: "1.0" },
      },
    });
    expect(reply).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
  });

  test("capabilities that are neither boolean nor object are refused by name", async () => {
    const { ask } = connect();
    expect(await ask(initialize(1, { sampling: 5 }))).toMatchObject({
      error: {
        code: -32602,
        message:
          'Invalid params for "initialize": "capabilities.sampling" must be an object, received a number.',
      },
    });
    expect(await ask(initialize(2, []))).toMatchObject({ error: { code: -32602 } });
  });

  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    test(`${version} is answered with itself`, async () => {
      const { ask } = connect();
      expect(await ask(initialize(1, {}, version))).toMatchObject({ result: { protocolVersion: version } });
    });
  }

  test("a 2026-07-28 request needs no handshake", async () => {
    const { ask } = connect();
    expect(await ask(modern(1, "tools/list"))).toMatchObject({
      id: 1,
      result: { resultType: "complete", tools: expect.any(Array) },
    });
  });
});

import { describe, expect, test } from "vitest";
import { readMessage } from "../../../src/mcp/messages/envelope.ts";
import { LINE_CASES } from "./line-cases.ts";

const read = (line: string | Uint8Array) => readMessage(typeof line === "string" ? Buffer.from(line) : line);

describe("CONTRACTS 4.2 and TMKB error codes: a line that is no message is refused", () => {
  for (const { name, line, code, id = null } of LINE_CASES) {
    test(name, () => {
      const reading = read(line);
      expect(reading).toMatchObject({ kind: "refused", refusal: { id, error: { code } } });
    });
  }
});

describe("CONTRACTS 3: a refusal says what was wrong, what was received and what would work", () => {
  const messageOf = (line: string) => {
    const reading = read(line);
    return reading.kind === "refused" ? reading.refusal.error.message : reading.kind;
  };

  test("malformed JSON is answered with a message that works", () => {
    expect(messageOf('{"jsonrpc": "2.0", "id": 1, "method": }')).toMatchInlineSnapshot(
      `"Parse error: the line is not valid JSON. Send one JSON-RPC 2.0 message per line, such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}."`,
    );
  });
  test("a batch", () => {
    expect(messageOf("[]")).toMatchInlineSnapshot(
      `"Invalid request: batches are not supported. Send each message as a line of its own."`,
    );
  });
  test("a wrong version", () => {
    expect(messageOf('{"jsonrpc":"1.0","id":1,"method":"ping"}')).toMatchInlineSnapshot(
      `"Invalid request: "jsonrpc" must be "2.0", received "1.0"."`,
    );
  });
  test("an id of a wrong type", () => {
    expect(messageOf('{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}')).toMatchInlineSnapshot(
      `"Invalid request: "id" must be a string or an integer, received an object."`,
    );
  });
  test("a request without id", () => {
    expect(messageOf('{"jsonrpc":"2.0","method":"tools/list"}')).toMatchInlineSnapshot(
      `"Invalid request: "tools/list" is a request and needs an "id" (a string or an integer); only "notifications/…" has none."`,
    );
  });
  test("params by position", () => {
    expect(messageOf('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}')).toMatchInlineSnapshot(
      `"Invalid params for "tools/list": MCP takes parameters by name. Send "params" as an object."`,
    );
  });
  test("_meta that the SDK would drop in silence", () => {
    expect(
      messageOf('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}'),
    ).toMatchInlineSnapshot(
      `"Invalid params for "ping": "_meta.progressToken" must be a string or a number."`,
    );
    expect(messageOf('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":5}}')).toMatchInlineSnapshot(
      `"Invalid params for "ping": "_meta" must be an object, received a number."`,
    );
  });
  test("long values are cut in the message", () => {
    expect(messageOf(`{"jsonrpc":"${"x".repeat(10_000)}","id":1,"method":"ping"}`).length).toBeLessThan(200);
  });
});

describe("JSON-RPC 2.0: valid messages are accepted", () => {
  test("a byte order mark before it is ignored", () => {
    expect(read('\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}').kind).toBe("request");
  });
  test("members that JSON-RPC does not know are left out", () => {
    expect(read('{"jsonrpc":"2.0","id":"a","method":"ping","extra":1}')).toEqual({
      kind: "request",
      message: { jsonrpc: "2.0", id: "a", method: "ping" },
    });
  });
  test("of duplicate keys the last one counts", () => {
    expect(read('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}')).toMatchObject({ message: { id: 2 } });
  });
  test("a __proto__ key does not change what a message is", () => {
    const reading = read('{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"method":"tools/call"}}');
    expect(reading).toEqual({ kind: "request", message: { jsonrpc: "2.0", id: 1, method: "ping" } });
    expect({}).not.toHaveProperty("method");
  });
  test("lone surrogates and numbers no double can hold are let through as arguments", () => {
    const reading = read('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\\ud800","b":1e999}}');
    expect(reading.kind).toBe("request");
  });
  test("nesting is accepted up to the limit", () => {
    const nested = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
    expect(read(nested(900)).kind).toBe("request");
    expect(read(nested(1_000)).kind).toBe("refused");
    expect(read(nested(1_000_000)).kind).toBe("refused");
  });
});

describe("CONTRACTS 4.2: notifications and replies are never answered", () => {
  test("a notification, known or not", () => {
    expect(read('{"jsonrpc":"2.0","method":"notifications/whatever"}').kind).toBe("notification");
  });
  test("a notification whose params are malformed", () => {
    expect(read('{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}').kind).toBe("ignored");
    expect(read('{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}').kind).toBe("ignored");
  });
  test("a reply, whatever its id", () => {
    expect(read('{"jsonrpc":"2.0","id":7,"result":{}}').kind).toBe("reply");
    expect(read('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}').kind).toBe("reply");
    expect(read('{"jsonrpc":"2.0","error":{"code":-32700,"message":"?"}}').kind).toBe("reply");
  });
  test("not even those that are nested too deep", () => {
    const deep = `${"[".repeat(1_001)}${"]".repeat(1_001)}`;
    expect(read(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":${deep}}}`).kind).toBe(
      "ignored",
    );
    // The request that it answers fails, instead of waiting for another reply.
    expect(read(`{"jsonrpc":"2.0","id":7,"result":{"a":${deep}}}`)).toMatchObject({
      kind: "reply",
      message: { id: 7, error: { code: -32600 } },
    });
  });
});

import { describe, expect, it } from "vitest";
import { measureMessage } from "../../../src/mcp/messages/measure.ts";
import { MESSAGE_LIMITS } from "../../../src/shared/text.ts";

const measure = (value: unknown) => measureMessage(Buffer.from(JSON.stringify(value)));
const call = (args: unknown, more = {}) => ({ id: 1, params: { name: "x", arguments: args, ...more } });
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key ${i}`, i]));
const items = (count: number, item: unknown = 0) => Array.from({ length: count }, () => item);

describe("what a message may contain", () => {
  it.each([
    ["as many names as allowed", call(keys(MESSAGE_LIMITS.keys))],
    ["as many items as allowed", call({ a: items(MESSAGE_LIMITS.items) })],
    ["as much text as allowed", call({ a: "x".repeat(MESSAGE_LIMITS.characters - 1) })],
    ["characters of several bytes", call({ a: "語".repeat(MESSAGE_LIMITS.characters - 1) })],
    ["escaped characters", call({ a: '\n"\u0007'.repeat(MESSAGE_LIMITS.characters / 3 - 1) })],
    ["structure inside of texts", call({ a: '{"[,'.repeat(10_000) })],
    ["empty lists and objects", call({ a: [], b: {}, c: [[], {}] })],
  ])("%s", (_, message) => {
    expect(measure(message)).toMatchObject({ elsewhere: undefined, inArguments: undefined });
  });
});

describe("what it has too much of, where, and how much", () => {
  it.each([
    ["names", call(keys(1_001)), { limit: "keys", path: "", received: 1_001 }],
    ["names of an object", call({ a: { b: keys(2_000) } }), { limit: "keys", path: "a.b", received: 2_000 }],
    ["items", call({ a: items(5_000) }), { limit: "items", path: "a", received: 5_000 }],
    [
      "items of an item",
      call({ a: [0, { b: items(5_000) }] }),
      { limit: "items", path: "a.1.b", received: 5_000 },
    ],
    [
      "values",
      call({ a: items(11, items(1_000)), b: items(3) }),
      { limit: "values", path: "a.9", received: 11_016 },
    ],
    [
      "text",
      call({ a: items(30, "x".repeat(50_000)), b: "y" }),
      { limit: "characters", path: "a.19", received: 1_500_003 },
    ],
    ["text in names", call({ ["k".repeat(1_000_001)]: 1 }), { limit: "characters", received: 1_000_001 }],
  ])("%s in the arguments", (_, message, excess) => {
    expect(measure(message)).toMatchObject({ inArguments: excess, elsewhere: undefined });
  });

  it.each([
    ["_meta", call({}, { _meta: keys(1_001) }), { limit: "keys", path: "params._meta", received: 1_001 }],
    ["a result", { id: 1, result: { roots: items(1_001) } }, { limit: "items", path: "result.roots" }],
    ["the message", keys(1_001), { limit: "keys", path: "" }],
    ["arguments of something else", { arguments: keys(1_001) }, { limit: "keys", path: "arguments" }],
    ["nesting", JSON.parse(`{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`), { limit: "depth" }],
  ])("%s", (_, message, excess) => {
    expect(measure(message)).toMatchObject({ elsewhere: excess, inArguments: undefined });
  });

  it("each message of a list for itself", () => {
    const deep = JSON.parse(`{"a":${"[".repeat(1_500)}${"]".repeat(1_500)}}`);
    const list = [call(keys(800)), "a text, with a comma", 5, deep, call(keys(1_001)), call({})];
    const bytes = Buffer.from(JSON.stringify(list));
    let at = 1;
    const found = list.map(() => {
      const { end, inArguments } = measureMessage(bytes, at);
      at = end;
      return inArguments?.received;
    });
    expect(found).toEqual([undefined, undefined, undefined, undefined, 1_001, undefined]);
    expect(at).toBe(bytes.length);
  });
});

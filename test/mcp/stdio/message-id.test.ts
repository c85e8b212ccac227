import { describe, expect, test } from "vitest";
import { readMessageId } from "../../../src/mcp/stdio/message-id.ts";

function idIn(text: string | Uint8Array) {
  const reader = readMessageId();
  reader.push(typeof text === "string" ? Buffer.from(text) : text);
  return reader.id();
}

const LONG = `{"deep":[{"id":99,"method":"x"},"{\\"id\\":98}"],"text":"${"y".repeat(20_000)}"}`;

describe("the id of a request is found wherever it stands", () => {
  test.each([
    ["first", `{"id":7,"jsonrpc":"2.0","method":"x","params":${LONG}}`, 7],
    ["last, as the SDK writes it", `{"method":"x","params":${LONG},"jsonrpc":"2.0","id":7}`, 7],
    ["between two large values", `{"params":${LONG},"id":"a b","method":"x","more":${LONG}}`, "a b"],
    ["with blanks around everything", ` { "method" : "x" , "id" : 7 } \r`, 7],
    ["zero", '{"id":0,"method":"x"}', 0],
    ["negative", '{"id":-12,"method":"x"}', -12],
    ["an empty string", '{"id":"","method":"x"}', ""],
    ["a string with escapes", '{"id":"a\\"},\\\\","method":"x"}', 'a"},\\'],
    ["under an escaped name", '{"\\u0069d":7,"method":"x"}', 7],
    ["the longest that is accepted", `{"id":"${"i".repeat(1_000)}","method":"x"}`, "i".repeat(1_000)],
  ])("%s", (_, line, id) => {
    expect(idIn(line)).toBe(id);
  });
});

describe("nothing else is taken for it", () => {
  test.each([
    ["no id", `{"method":"x","params":${LONG}}`],
    ["two ids", `{"id":1,"method":"x","params":${LONG},"id":2}`],
    ["a reply, whose id is one of ours", `{"id":1,"result":${LONG}}`],
    ["an id in an argument only", '{"method":"x","params":{"id":1}}'],
    ["an id in a text only", '{"method":"x","params":",\\"id\\":1}"}'],
    ["null", '{"id":null,"method":"x"}'],
    ["a fraction", '{"id":1.5,"method":"x"}'],
    ["a list", '{"id":[1],"method":"x"}'],
    ["an object", '{"id":{"id":1},"method":"x"}'],
    ["two numbers", '{"id":1 2,"method":"x"}'],
    ["a very long string", `{"id":"${"i".repeat(1_001)}","method":"x"}`],
    ["a number behind very many blanks", `{"id":${" ".repeat(12_001)}123,"method":"x"}`],
    ["a batch", '[{"id":1,"method":"x"}]'],
    ["a line that is cut off", '{"id":1,"method":"x","params":{"text":"'],
    ["a line that goes on", '{"id":1,"method":"x"} {"id":1,"method":"x"}'],
    ["no JSON", "xxxxxxxxxx"],
    ["nothing", ""],
  ])("%s", (_, line) => {
    expect(idIn(line)).toBeNull();
  });

  test("an id that is not UTF-8", () => {
    expect(idIn(Buffer.from([...Buffer.from('{"method":"x","id":"'), 0xff, 0x22, 0x7d]))).toBeNull();
  });
});

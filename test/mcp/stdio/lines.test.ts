import { expect, test } from "vitest";
import { readLines } from "../../../src/mcp/stdio/lines.ts";

function collect(limit?: number) {
  const seen: string[] = [];
  const reader = readLines(
    {
      onLine: (bytes) => seen.push(Buffer.from(bytes).toString()),
      onOversize: (id) => seen.push(id === null ? "(oversize)" : `(oversize ${JSON.stringify(id)})`),
    },
    limit,
  );
  const push = (...chunks: (string | Buffer)[]) => {
    for (const chunk of chunks) reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  };
  return { seen, push, end: () => reader.end() };
}

test("TMKB transport layer: messages are delimited by newlines, however the chunks fall", () => {
  const { seen, push } = collect();
  push("on", "e\ntwo\nth", "ree\n", "fo");
  expect(seen).toEqual(["one", "two", "three"]);
});

test("TMKB transport layer: CRLF is a line break too, also when a chunk ends between the two", () => {
  const { seen, push } = collect();
  push("one\r\ntwo\r", "\nthree\n");
  expect(seen).toEqual(["one", "two", "three"]);
});

test("TMKB transport layer: blank lines are ignored", () => {
  const { seen, push } = collect();
  push("\n\r\n  \t \n", "one\n\n");
  expect(seen).toEqual(["one"]);
});

test("TMKB transport layer: a character cut in two by a chunk border survives", () => {
  const { seen, push } = collect();
  const bytes = Buffer.from("결정 🧭\n");
  for (const byte of bytes) push(Buffer.from([byte]));
  expect(seen).toEqual(["결정 🧭"]);
});

test("TMKB edge case: at the end of input, what has no line break is a line too", () => {
  const { seen, push, end } = collect();
  push("one\ntwo");
  end();
  expect(seen).toEqual(["one", "two"]);
});

test("TMKB edge case: a line of exactly the limit passes, with either line break, and one byte more does not", () => {
  const { seen, push, end } = collect(4);
  push("1234\n1234\r\n", "12345\n", "1234", "\r", "\n", "1234", "5", "\n1234");
  end();
  expect(seen).toEqual(["1234", "1234", "(oversize)", "1234", "(oversize)", "1234"]);
});

test("TMKB edge case: an oversized line is reported once, at its end, and the next line works", () => {
  const { seen, push } = collect(4);
  push("123456", "789", "0123456789", "x\nnext\n");
  expect(seen).toEqual(["(oversize)", "next"]);
});

test("an oversized line is reported with its id, however the chunks fall", () => {
  const { seen, push, end } = collect(4);
  const line = '{"method":"tools/call","params":{"id":1,"text":"\\",\\"id\\":2}"},"id":"käse"}';
  for (const byte of Buffer.from(`${line}\n`)) push(Buffer.from([byte]));
  push(`${line}\r\n`, line);
  end();
  expect(seen).toEqual(Array(3).fill('(oversize "käse")'));
});

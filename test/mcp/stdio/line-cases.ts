/** A line that is no message, and how it is refused. */
export interface LineCase {
  readonly name: string;
  readonly line: string | Uint8Array;
  readonly code: -32700 | -32600 | -32602;
  /** The id of the answer, where the line has one that can be used. */
  readonly id?: string | number;
}

const parse = (name: string, line: string | Uint8Array): LineCase => ({ name, line, code: -32700 });
const invalid = (name: string, line: string, id?: string | number): LineCase => ({
  name,
  line,
  code: -32600,
  ...(id !== undefined && { id }),
});

/** The cases that matter, written for this project; the public parsing suite is run beside them where it is at hand. */
export const LINE_CASES: readonly LineCase[] = [
  parse("not JSON at all", "hello"),
  parse("an object that is cut off", '{"jsonrpc":"2.0","id":1,"method":"pi'),
  parse("text after the object", '{"jsonrpc":"2.0","id":1,"method":"ping"} x'),
  parse("two objects on one line", '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0"}'),
  parse("single quotes", "{'jsonrpc':'2.0'}"),
  parse("a trailing comma", '{"jsonrpc":"2.0",}'),
  parse("a comment", '{"jsonrpc":"2.0"/* version */}'),
  parse("an unquoted key", "{jsonrpc:1}"),
  parse("NaN", "NaN"),
  parse("a number with a leading zero", "01"),
  parse("a number with a plus sign", "+1"),
  parse("a hexadecimal number", "0x1F"),
  parse("an unescaped tab in a string", '"a\tb"'),
  parse("an unescaped NUL in a string", '"a\u0000b"'),
  parse("an invalid escape", '"\\x41"'),
  parse("an escape that is cut off", '"\\u00A"'),
  parse("a form feed only", "\f"),
  parse("a byte order mark only", "\ufeff"),
  parse("a non-breaking space only", "\u00a0"),
  parse("a hundred thousand opening brackets", "[".repeat(100_000)),
  parse("a closing bracket too many", "[]]"),
  parse("the wrong closing bracket", '{"a":[}'),
  parse("an invalid UTF-8 byte", Buffer.from([0x22, 0xff, 0x22])),
  parse("an overlong UTF-8 sequence", Buffer.from([0x22, 0xc0, 0xaf, 0x22])),
  parse("a surrogate encoded in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])),
  parse("a UTF-8 sequence that is cut off", Buffer.from([0x22, 0xe2, 0x82, 0x22])),
  parse("UTF-16", Buffer.from('{"a":1}', "utf16le")),

  invalid("a string", '"ping"'),
  invalid("a number", "42"),
  invalid("a huge number", "1e999"),
  invalid("null", "null"),
  invalid("true", "true"),
  invalid("an empty object", "{}"),
  invalid("an empty batch", "[]"),
  invalid("a batch of valid requests", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'),
  invalid("ten thousand nested arrays", `${"[".repeat(10_000)}${"]".repeat(10_000)}`),
  invalid("ten thousand nested objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`),
  invalid("no jsonrpc", '{"id":1,"method":"ping"}', 1),
  invalid("jsonrpc 1.0", '{"jsonrpc":"1.0","id":"a","method":"ping"}', "a"),
  invalid("jsonrpc as a number", '{"jsonrpc":2.0,"id":1,"method":"ping"}', 1),
  invalid(
    "jsonrpc behind an unknown escape of its name",
    '{"json\\u0000rpc":"2.0","id":1,"method":"ping"}',
    1,
  ),
  invalid("no method", '{"jsonrpc":"2.0","id":1}', 1),
  invalid("method as a number", '{"jsonrpc":"2.0","id":1,"method":5}', 1),
  invalid("method null", '{"jsonrpc":"2.0","id":1,"method":null}', 1),
  invalid("no id on a request", '{"jsonrpc":"2.0","method":"ping"}'),
  invalid("id null", '{"jsonrpc":"2.0","id":null,"method":"ping"}'),
  invalid("id null on a notification", '{"jsonrpc":"2.0","id":null,"method":"notifications/initialized"}'),
  invalid("id true", '{"jsonrpc":"2.0","id":true,"method":"ping"}'),
  invalid("id as an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}'),
  invalid("id as an array", '{"jsonrpc":"2.0","id":[1],"method":"ping"}'),
  invalid("id as a fraction", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'),
  invalid("id beyond what a double holds", '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'),
  invalid("id infinite", '{"jsonrpc":"2.0","id":1e999,"method":"ping"}'),
  invalid("params as a string", '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', 1),
  invalid("params null", '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', 1),
  {
    name: "params by position",
    line: '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    code: -32602,
    id: 1,
  },
  {
    name: "_meta as a number",
    line: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":5}}',
    code: -32602,
    id: 1,
  },
  {
    name: "a progress token as an object",
    line: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
    code: -32602,
    id: 1,
  },
];

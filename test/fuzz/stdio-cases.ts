import { MAX_LINE_BYTES } from "../../src/mcp/stdio/lines.ts";
import { oddText, oddValue, toJson } from "./odd-values.ts";
import type { Random } from "./random.ts";
import { anyRequest, type FuzzRequest, listenRequest } from "./requests.ts";
import type { World } from "./world.ts";

/** One case: what to write, and what has to come back. */
export interface StdioCase {
  readonly kind: string;
  readonly bytes: Buffer;
  /** The positions at which the bytes are cut into several writes. */
  readonly cuts: readonly number[];
  /** The id of the answers; null for those that have none. */
  readonly id: unknown;
  /** How many answers it has to get. A cancelled request may get none. */
  readonly answers: { readonly least: number; readonly most: number };
  readonly request?: FuzzRequest | undefined;
  /** Whether a result is as good as a refusal. */
  readonly mayWork?: boolean;
  /** Milliseconds after which it is cancelled. */
  readonly cancelAfter?: number | undefined;
}

const NONE = { least: 0, most: 0 };
const ONE = { least: 1, most: 1 };
const TWICE = { least: 2, most: 2 };
const PERHAPS = { least: 0, most: 1 };

export function anyStdioCase(random: Random, world: World, index: number): StdioCase {
  const id = anyId(random, index);
  const chosen = random.next();
  if (chosen < 0.1) return brokenLine(random, id);
  if (chosen < 0.105) return hugeLine(random, id);
  const isListening = chosen < 0.12;
  const request = isListening ? listenRequest(random, world, id) : anyRequest(random, world, id);
  const line = `${toJson(request.message)}\n`;
  const common = { kind: request.kind, id, request };
  if (isListening || random.chance(0.03))
    return {
      ...common,
      bytes: Buffer.from(line),
      cuts: [],
      answers: PERHAPS,
      cancelAfter: random.pick([0, 0, 1, 5, 20]),
    };
  if (random.chance(0.02))
    return {
      ...common,
      kind: "the same id twice",
      bytes: Buffer.from(line + line),
      cuts: [],
      answers: TWICE,
    };
  const bytes = Buffer.from(random.chance(0.05) ? line.replace("\n", "\r\n") : line);
  const cuts = random.chance(0.15) ? someCuts(random, bytes.length) : [];
  return { ...common, bytes, cuts, answers: ONE };
}

function anyId(random: Random, index: number): unknown {
  const chosen = random.next();
  if (chosen < 0.6) return `case-${index}`;
  if (chosen < 0.9) return index;
  if (chosen < 0.95) return -index - 1;
  return Buffer.from(`${index} ${oddText(random)}`.slice(0, 900)).toString();
}

const someCuts = (random: Random, length: number): number[] =>
  Array.from({ length: random.between(1, 5) }, () => random.below(length)).sort((a, b) => a - b);

/** What is no request: it is refused with its id or without one, or it is a notification and gets no answer. */
function brokenLine(random: Random, id: unknown): StdioCase {
  const named = toJson(id);
  const odd = (): string => toJson(oddValue(random));
  const [kind, text, answerId, answers] = random.pick<
    () => [string, string | Buffer, unknown, StdioCase["answers"]]
  >([
    () => ["cut off", `{"jsonrpc":"2.0","id":${named},"method":"tools/`, null, ONE],
    () => ["no JSON", random.pick(["nonsense", "{]", "'a'", "{'id':1}", "NaN", "1e", '"\u0001"']), null, ONE],
    () => ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]), null, ONE],
    () => ["batch", `[{"jsonrpc":"2.0","id":${named},"method":"ping"}]`, null, ONE],
    () => ["no message", random.pick(["null", "1", '"text"', "true", "[]", "-0", "1e400"]), null, ONE],
    () => ["empty line", random.pick(["", " ", "\t", "\r"]), null, NONE],
    () => [
      "another jsonrpc",
      `{"jsonrpc":${random.pick(["1", '"1.0"', "null"])},"id":${named},"method":"ping"}`,
      id,
      ONE,
    ],
    () => ["no method", `{"jsonrpc":"2.0","id":${named},"params":{}}`, id, ONE],
    () => [
      "odd method",
      `{"jsonrpc":"2.0","id":${named},"method":${random.pick(["1", "null", "{}", "[]"])}}`,
      id,
      ONE,
    ],
    () => [
      "odd id",
      `{"jsonrpc":"2.0","id":${random.pick(["1.5", "null", "{}", "[1]", "true", "1e400", "9007199254740993"])},"method":"ping"}`,
      null,
      ONE,
    ],
    () => [
      "long id",
      `{"jsonrpc":"2.0","id":"${"i".repeat(random.pick([1_001, 50_000]))}","method":"ping"}`,
      null,
      ONE,
    ],
    () => ["params as list", `{"jsonrpc":"2.0","id":${named},"method":"tools/call","params":[1]}`, id, ONE],
    () => [
      "odd params",
      `{"jsonrpc":"2.0","id":${named},"method":"tools/call","params":${random.pick(["1", '"a"', "true"])}}`,
      id,
      ONE,
    ],
    () => [
      "odd _meta",
      `{"jsonrpc":"2.0","id":${named},"method":"tools/list","params":{"_meta":${odd()}}}`,
      id,
      ONE,
    ],
    () => [
      "odd revision",
      `{"jsonrpc":"2.0","id":${named},"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":${odd()}}}}`,
      id,
      ONE,
    ],
    () => ["request without id", '{"jsonrpc":"2.0","method":"tools/list"}', null, ONE],
    () => [
      "notification",
      `{"jsonrpc":"2.0","method":"notifications/${random.pick(["initialized", "progress", "roots/list_changed", "odd"])}","params":${random.pick(["{}", odd()])}}`,
      null,
      NONE,
    ],
    () => [
      "cancelled unknown",
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${odd()}}}`,
      null,
      NONE,
    ],
    () => ["reply to nothing", `{"jsonrpc":"2.0","id":${named},"result":${odd()}}`, null, NONE],
    () => ["error to nothing", `{"jsonrpc":"2.0","id":${named},"error":${odd()}}`, null, NONE],
  ])();
  const bytes = typeof text === "string" ? Buffer.from(`${text}\n`) : text;
  return { kind: `broken: ${kind}`, bytes, cuts: [], id: answerId, answers, mayWork: kind === "odd _meta" };
}

/** A line around the longest that is read. */
function hugeLine(random: Random, id: unknown): StdioCase {
  const start = `{"jsonrpc":"2.0","id":${toJson(id)},"method":"ping","params":{"text":"`;
  const length = MAX_LINE_BYTES + random.pick([-1_000, 0, 1, 500_000]);
  const bytes = Buffer.from(`${start}${"x".repeat(length - Buffer.byteLength(start) - 3)}"}}\n`);
  return { kind: "huge line", bytes, cuts: [], id, answers: ONE, mayWork: true };
}

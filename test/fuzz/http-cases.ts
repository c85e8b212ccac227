import { initialize, type WireMessage } from "../mcp/stdio/messages.ts";
import type { HttpSent } from "./http-server.ts";
import { oddText, oddValue, toJson } from "./odd-values.ts";
import type { Random } from "./random.ts";
import { anyRequest, type FuzzRequest, listenRequest } from "./requests.ts";
import type { World } from "./world.ts";

/** Who sends a request. */
export interface Caller {
  readonly name: string;
  readonly token: string;
  /** Whether the key opens one project only. */
  readonly isBound: boolean;
  readonly isValid: boolean;
}

export interface HttpCase {
  readonly kind: string;
  readonly sent: HttpSent;
  readonly caller: Caller;
  /** The requests that have to be answered, in one or in a batch. */
  readonly requests: readonly FuzzRequest[];
  /** Whether the answer may be any refusal, because the headers or the body are wrong. */
  readonly isBroken: boolean;
}

/** A session that a caller opened. */
export interface OpenSession {
  readonly id: string;
  readonly caller: Caller;
}

const BOTH = "application/json, text/event-stream";

export function anyHttpCase(
  random: Random,
  world: World,
  index: number,
  callers: readonly Caller[],
  sessions: readonly OpenSession[],
): HttpCase {
  const caller = random.pick(callers);
  const chosen = random.next();
  if (chosen < 0.12) return brokenHttp(random, caller, sessions);
  if (chosen < 0.17) return batch(random, world, index, caller);
  if (chosen < 0.2) return opening(random, index, caller);
  const open = oneOf(random, sessions);
  const session = chosen < 0.45 ? open : undefined;
  const isListening = chosen > 0.99;
  const request = isListening ? listenRequest(random, world, index) : anyRequest(random, world, index);
  const by = session?.caller ?? caller;
  const isBroken = random.chance(0.05);
  return {
    kind: request.kind,
    caller: by,
    requests: [request],
    isBroken,
    sent: {
      method: "POST",
      path: random.pick(["/mcp", "/mcp", "/mcp", "/"]),
      headers: {
        ...headersOf(random, by),
        ...(request.isModern ? modernHeaders(request.message) : session && { "Mcp-Session-Id": session.id }),
        ...(isBroken && wrongHeader(random)),
      },
      body: Buffer.from(toJson(request.message)),
      ...((isListening || random.chance(0.03)) && { hangUpAfter: random.pick([0, 1, 5, 20, 50]) }),
    },
  };
}

/** Takes a random number even if there is none, so that a case on its own is made of the same ones. */
const oneOf = (random: Random, sessions: readonly OpenSession[]): OpenSession | undefined =>
  sessions[Math.floor(random.next() * sessions.length)];

const headersOf = (random: Random, { token }: Caller): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  "Content-Type": "application/json",
  Accept: random.pick([BOTH, BOTH, "application/json", "*/*"]),
});

function modernHeaders({ method = "", params }: WireMessage): Record<string, string> {
  const name = params?.["name"] ?? params?.["uri"];
  return {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": headerText(method),
    ...(typeof name === "string" && { "Mcp-Name": headerText(name) }),
  };
}

/** What a header can carry; another text is sent in the encoding of the revision. */
const headerText = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;

function wrongHeader(random: Random): Record<string, string> {
  const odd = headerText(oddText(random)).slice(0, 2_000);
  return random.pick([
    { "Content-Type": random.pick(["text/plain", "application/jsonp", odd]) },
    { "Mcp-Session-Id": odd },
    { "MCP-Protocol-Version": random.pick(["2025-11-25", "2026-07-28", "1999-01-01", odd]) },
    { "Mcp-Method": odd },
    { "Mcp-Name": odd },
    { "Membria-Project": random.pick(["fuzz/bank", "all", odd]) },
    { Origin: random.pick(["https://evil.example", "null", odd]) },
    { Host: random.pick(["evil.example", "127.0.0.1.evil.example"]) },
    { Authorization: random.pick([odd, "Basic YTpi", "Bearer", "Bearer mbr_a_b"]) },
    { Accept: odd },
  ]);
}

function batch(random: Random, world: World, index: number, caller: Caller): HttpCase {
  const count = random.pick([1, 2, 5, 20]);
  const requests = Array.from({ length: count }, (_, i) => anyRequest(random, world, `${index}-${i}`)).map(
    (request) => (request.message.params === undefined ? request : { ...request, isModern: false }),
  );
  const messages: unknown[] = requests.map(({ message }) => message);
  const isBroken = random.chance(0.3);
  if (isBroken) messages.push(random.pick<unknown>([oddValue(random), null, [], initialize(1)]));
  return {
    kind: "batch",
    caller,
    requests,
    isBroken,
    sent: {
      method: "POST",
      path: "/batch",
      headers: headersOf(random, caller),
      body: Buffer.from(toJson(messages)),
    },
  };
}

function opening(random: Random, index: number, caller: Caller): HttpCase {
  const capabilities = random.pick<unknown>([{}, { elicitation: {} }, { roots: true }, oddValue(random)]);
  const version = random.pick<unknown>([
    "2025-11-25",
    "2025-06-18",
    "2024-11-05",
    "1999-01-01",
    oddValue(random),
  ]);
  const message = initialize(index, capabilities, version);
  return {
    kind: "initialize",
    caller,
    requests: [{ kind: "initialize", message, isModern: false, namesProject: false }],
    isBroken: false,
    sent: {
      method: "POST",
      path: "/mcp",
      headers: headersOf(random, caller),
      body: Buffer.from(toJson(message)),
    },
  };
}

/** What is no message: other methods and paths, bodies that are no JSON, sessions that are not there. */
function brokenHttp(random: Random, caller: Caller, sessions: readonly OpenSession[]): HttpCase {
  const headers = headersOf(random, caller);
  const session = oneOf(random, sessions)?.id ?? "none";
  const method = random.pick(["GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "POST"]);
  const stream = { ...headers, Accept: "text/event-stream", "Mcp-Session-Id": session };
  const post = (body: string | Buffer, path = "/mcp"): HttpSent => ({
    method: "POST",
    path,
    headers,
    body: Buffer.from(body),
  });
  const sent = random.pick<() => HttpSent>([
    () => ({
      method,
      path: random.pick(["/mcp", "/", "/batch", "/healthz", "/readyz", "/metrics"]),
      headers,
      hangUpAfter: 3_000,
    }),
    () => ({
      method: "GET",
      path: random.pick(["/nowhere", "/../../etc/passwd", "/mcp%00", "/%", "//mcp", "/mcp?a=%zz"]),
      headers,
    }),
    () => ({ method: "GET", path: "/mcp", headers: stream, hangUpAfter: random.pick([5, 30]) }),
    () => ({
      method: "DELETE",
      path: "/mcp",
      headers: { ...headers, "Mcp-Session-Id": random.chance(0.3) ? session : "none" },
    }),
    () => post(random.pick(["", "{", "nonsense", "[]", "null", "1", "[[]]", '{"jsonrpc":"2.0"}'])),
    () => post(Buffer.from([0xff, 0xfe, 0x7b])),
    () => post(toJson(oddValue(random)), random.pick(["/mcp", "/batch"])),
    () =>
      post(
        `{"jsonrpc":"2.0","method":"notifications/${random.pick(["initialized", "cancelled", "odd"])}","params":${toJson(oddValue(random))}}`,
      ),
    () => post(`{"jsonrpc":"2.0","id":1,"result":${toJson(oddValue(random))}}`),
    () => post("x".repeat(random.pick([10 * 1024 * 1024, 10 * 1024 * 1024 + 1]))),
  ])();
  return { kind: "broken HTTP", caller, requests: [], isBroken: true, sent };
}

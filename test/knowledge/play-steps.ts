import { type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { type ExploitStep, type Reply, requestOf } from "../../src/threats/rules/threat.ts";

export type Example = "vulnerable" | "fixed";

/** A running example. */
export interface Served {
  readonly origin: string;
  /** Milliseconds that it has used a processor. */
  spentMs(): Promise<number>;
}

/**
 * Sends the steps in order and throws at the first reply that is not as the step says. On the fixed example, a step
 * that needs a value which was never given out is not sent.
 */
export async function playSteps(
  steps: readonly ExploitStep[],
  example: Example,
  served: Served,
): Promise<void> {
  const { origin } = served;
  const saved = new Map([["origin", origin]]);
  let proved = !steps.some(({ held }) => held);
  for (const [i, step] of steps.entries()) {
    if (step.together) {
      await sendTogether(step, saved, origin);
      continue;
    }
    for (let n = 1; n <= (step.times ?? 1); n++) {
      const filled = fill(step, new Map([...saved, ["n", String(n)]]));
      if (filled === undefined) {
        if (example === "fixed" && proved) break;
        throw new Error(`${title(i, step)} needs a value that no step before it saved.`);
      }
      const before = await served.spentMs();
      const reply = { ...(await send(filled, origin)), ms: (await served.spentMs()) - before };
      if (n < (step.times ?? 1)) continue;
      judge(title(i, filled), filled, example, reply);
      proved ||= filled.held !== undefined;
      remember(filled, reply, saved);
    }
  }
}

async function sendTogether(
  step: ExploitStep,
  saved: ReadonlyMap<string, string>,
  origin: string,
): Promise<void> {
  const copies = Array.from({ length: step.times ?? 1 }, (_, i) =>
    fill(step, new Map([...saved, ["n", String(i + 1)]])),
  );
  await Promise.all(copies.flatMap((copy) => (copy ? [send(copy, origin)] : [])));
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Compact, if it is JSON. */
  readonly body: string;
  /** Of a processor, for the example to answer. */
  readonly ms: number;
}

function send(step: ExploitStep, origin: string): Promise<Omit<Answer, "ms">> {
  const { method, path } = requestOf(step);
  const headers: Record<string, string> = { ...step.headers };
  const has = (name: string) => Object.keys(headers).some((given) => given.toLowerCase() === name);
  if (step.as !== undefined && !has("authorization")) headers["authorization"] = `Bearer ${step.as}`;
  if (step.json !== undefined && !has("content-type")) headers["content-type"] = "application/json";
  const body = bodyOf(step);
  if (body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
  const { hostname, port } = new URL(origin);
  const timeout = AbortSignal.timeout(200_000);
  return new Promise((resolve, reject) => {
    // Not fetch, which would normalise paths that an attacker sends on purpose: /a/../b.
    const sent = request(
      { hostname, port, method, path, headers, agent: false, signal: timeout },
      (reply) => {
        text(reply).then((received) => {
          const status = reply.statusCode ?? 0;
          // A crash keeps an attacker out as well, but it is no fix.
          if (status >= 500) reject(new Error(`${method} ${path} crashed with ${status}: ${received}`));
          resolve({ status, headers: reply.headers, body: compact(received) });
        }, reject);
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

function bodyOf({ json, body, base64 }: ExploitStep): string | Buffer | undefined {
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  return json === undefined ? body : JSON.stringify(json);
}

function judge(
  step: string,
  { expect, exploited, held }: ExploitStep,
  example: Example,
  answer: Answer,
): void {
  const wanted = example === "vulnerable" ? exploited : held;
  const unwanted = example === "vulnerable" ? held : exploited;
  const problem = mismatch(wanted ?? expect, answer);
  const what = `${answer.status} ${answer.body.slice(0, 300)}`;
  if (problem) throw new Error(`${step}: the ${example} example ${problem}. It answered ${what}`);
  if (unwanted && !mismatch(unwanted, answer)) {
    throw new Error(
      `${step}: exploited and held both describe one answer, ${what}. Make them exclude each other.`,
    );
  }
}

function mismatch(wanted: Reply | undefined, { status, body, headers, ms }: Answer): string | undefined {
  if (wanted === undefined) return status < 300 ? undefined : "should have succeeded";
  if (wanted.status !== undefined && wanted.status !== status) return `should have answered ${wanted.status}`;
  const absent = [wanted.contains ?? []].flat().find((text) => !body.includes(text));
  if (absent !== undefined) return `should have said ${JSON.stringify(absent)}`;
  const present = [wanted.lacks ?? []].flat().find((text) => body.includes(text));
  if (present !== undefined) return `should not have said ${JSON.stringify(present)}`;
  const header = (name: string): string => [headers[name] ?? ""].flat().join("; ");
  for (const [name, text] of Object.entries(wanted.headers ?? {}))
    if (headers[name] === undefined || !header(name).includes(text))
      return `should have sent ${name}: ${text}`;
  for (const [name, text] of Object.entries(wanted.lacks_headers ?? {}))
    if (headers[name] !== undefined && header(name).includes(text))
      return `should not have sent ${name}: ${text}`;
  if (wanted.over_ms !== undefined && ms <= wanted.over_ms)
    return `should have taken over ${wanted.over_ms} ms`;
  if (wanted.under_ms !== undefined && ms >= wanted.under_ms) return `took ${Math.round(ms)} ms`;
  return undefined;
}

function remember({ save }: ExploitStep, { headers, body }: Answer, saved: Map<string, string>): void {
  for (const [name, path] of Object.entries(save ?? {})) {
    const [first = "", ...rest] = path.split(".");
    const value =
      first === "headers"
        ? firstOf(rest.reduce(inside, headers))
        : [first, ...rest].reduce(inside, parsed(body));
    if (typeof value === "string" || typeof value === "number") saved.set(name, String(value));
  }
}

/** Cookies are a list, of which the first is taken. */
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const inside = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The step with `{name}` replaced everywhere, or undefined when one of the names is not known. */
function fill(step: ExploitStep, saved: ReadonlyMap<string, string>): ExploitStep | undefined {
  let complete = true;
  const insert = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = saved.get(name);
      if (value === undefined) complete = false;
      return value ?? whole;
    });
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return insert(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  const filled = walk(step) as ExploitStep;
  return complete ? filled : undefined;
}

function title(i: number, step: ExploitStep): string {
  const { method, path } = requestOf(step);
  return `Step ${i + 1}, ${method} ${path} as ${step.as ?? "nobody"}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compact(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value);
}

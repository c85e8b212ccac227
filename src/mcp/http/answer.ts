import type { ServerResponse } from "node:http";

/**
 * A response whose whole text is known. It is written as it is; a `Response` would first become a stream, which is then
 * read again.
 */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export type Sent = Answer | Response;

export const jsonAnswer = (text: string, headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  headers: { "Content-Type": "application/json", ...headers },
  text,
});

/** For a message that gets no reply. */
export const ACCEPTED: Answer = { status: 202, headers: {}, text: "" };

export function writeAnswer(
  outgoing: ServerResponse,
  { status, headers, text }: Answer,
  more: Answer["headers"],
): void {
  outgoing.writeHead(status, { ...headers, ...more, "Content-Length": Buffer.byteLength(text) });
  outgoing.end(text);
}

const STREAM = "text/event-stream";

export function acceptsStream(request: Request): boolean {
  return request.headers.get("accept")?.includes(STREAM) ?? false;
}

const isStream = (response: Response): boolean =>
  response.headers.get("content-type")?.startsWith(STREAM) ?? false;

/** The last message of a stream as plain JSON, for clients that do not accept a stream. */
export async function asJson(response: Response): Promise<Response> {
  if (!isStream(response)) return response;
  const answer = (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .at(-1)
    ?.slice("data: ".length);
  const headers = new Headers(response.headers);
  headers.set("content-type", "application/json");
  for (const name of ["connection", "cache-control", "x-accel-buffering"]) headers.delete(name);
  return new Response(answer ?? null, { status: answer === undefined ? 202 : response.status, headers });
}

/** The code of the Membria document for what cannot be had now. */
const UNAVAILABLE = -32001;

/**
 * The answer with the status 503 and `Retry-After`, if it says that something cannot be had for a while. Only for an
 * answer that is JSON: a stream has its status before anything is known.
 */
export async function withStatusOfUnavailable(sent: Sent): Promise<Sent> {
  const answer = sent instanceof Response ? await plain(sent) : sent;
  if (answer instanceof Response || answer.status !== 200) return answer;
  const seconds = retryAfterIn(answer.text);
  if (seconds === undefined) return answer;
  return { ...answer, status: 503, headers: { ...answer.headers, "Retry-After": String(seconds) } };
}

async function plain(response: Response): Promise<Answer | Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return response.status === 200 && isJson
    ? jsonAnswer(await response.text(), Object.fromEntries(response.headers))
    : response;
}

function retryAfterIn(text: string): number | undefined {
  if (!text.includes(String(UNAVAILABLE))) return undefined;
  const { error } = JSON.parse(text) as {
    error?: { code?: number; data?: { retry_after?: number } };
  };
  return error?.code === UNAVAILABLE ? error.data?.retry_after : undefined;
}

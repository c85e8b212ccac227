import type { ServerResponse } from "node:http";

/**
 * A response whose whole text is known. It is written as it is; a `Response` would first become a stream, which is then
 * read again.
 */
export interface Answer {
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

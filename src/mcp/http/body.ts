import { isJsonContentType } from "@modelcontextprotocol/server";
import type { Carrier } from "../messages/envelope.ts";
import { type Problem, problemResponse } from "./problem.ts";

const MAX_BODY_BYTES = 10 * 1024 * 1024;

export const BODY: Carrier = {
  name: "body",
  insteadOfBatch: "Send each message as a request of its own, or the whole list to /batch.",
};

const TOO_LARGE: Problem = {
  status: 413,
  code: "PAYLOAD_TOO_LARGE",
  message: `The body is larger than ${MAX_BODY_BYTES} bytes (10 MB). Send a smaller message, or split the work into several calls.`,
  details: { limit: MAX_BODY_BYTES },
  // Keeping the connection would mean reading the rest of the body before the next request.
  headers: { Connection: "close" },
};

/** The whole body, or the response that refuses one that is too large or not JSON. */
export async function readBody(request: Request): Promise<Uint8Array | Response> {
  const type = request.headers.get("content-type");
  if (!isJsonContentType(type)) return wrongType(type);
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return problemResponse(TOO_LARGE);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MAX_BODY_BYTES) return problemResponse(TOO_LARGE);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function wrongType(type: string | null): Response {
  const received = type === null ? "and it has none" : `received ${JSON.stringify(type.slice(0, 80))}`;
  return problemResponse({
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: `The Content-Type must be application/json, ${received}.`,
  });
}

import { isJsonContentType } from "@modelcontextprotocol/server";
import type { Carrier } from "../messages/envelope.ts";
import { type Problem, problemResponse } from "./problem.ts";

const MEGABYTE = 1024 * 1024;
const MAX_BODY_MB = 10;

export const BODY: Carrier = {
  name: "body",
  insteadOfBatch: "Send each message as a request of its own, or the whole list to /batch.",
};

const TOO_LONG_A_MESSAGE = "Send a smaller message, or split the work into several calls.";

const tooLarge = (megabytes: number, hint: string): Problem => ({
  status: 413,
  code: "PAYLOAD_TOO_LARGE",
  message: `The body is larger than ${megabytes * MEGABYTE} bytes (${megabytes} MB). ${hint}`,
  details: { limit: megabytes * MEGABYTE },
  // Keeping the connection would mean reading the rest of the body before the next request.
  headers: { Connection: "close" },
});

/** The whole body, or the response that refuses one that is too large or not JSON. */
export async function readBody(
  request: Request,
  megabytes = MAX_BODY_MB,
  hint = TOO_LONG_A_MESSAGE,
): Promise<Uint8Array | Response> {
  const limit = megabytes * MEGABYTE;
  const type = request.headers.get("content-type");
  if (!isJsonContentType(type)) return wrongType(type);
  const announced = request.headers.get("content-length");
  if (Number(announced) > limit) return problemResponse(tooLarge(megabytes, hint));
  // No more than that arrives, so that nothing has to be counted, and no stream is needed.
  if (announced !== null) return new Uint8Array(await request.arrayBuffer());
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > limit) return problemResponse(tooLarge(megabytes, hint));
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

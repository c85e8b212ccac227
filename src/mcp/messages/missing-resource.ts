import { ProtocolErrorCode } from "@modelcontextprotocol/server";

interface ErrorReply {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * The revisions before 2026 have a code of their own for a missing resource. The SDK sends the one of 2026 in all of
 * them, whatever a handler throws, so it is put right on the way out.
 */
export function withCodeOfOlderRevisions(error: ErrorReply): ErrorReply {
  return isMissingResource(error) ? { ...error, code: ProtocolErrorCode.ResourceNotFound } : error;
}

function isMissingResource({ code, data }: ErrorReply): boolean {
  if (code !== ProtocolErrorCode.InvalidParams || typeof data !== "object" || data === null) return false;
  return Object.keys(data).join() === "uri";
}

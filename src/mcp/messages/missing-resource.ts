import { ProtocolErrorCode } from "@modelcontextprotocol/server";

interface ErrorReply {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/**
 * Revisions before 2026 have a special code for a missing resource. The SDK always sends the code of 2026, whatever a
 * handler throws, so it is replaced in the reply.
 */
export function withCodeOfOlderRevisions(error: ErrorReply): ErrorReply {
  return isMissingResource(error) ? { ...error, code: ProtocolErrorCode.ResourceNotFound } : error;
}

function isMissingResource({ code, data }: ErrorReply): boolean {
  if (code !== ProtocolErrorCode.InvalidParams || typeof data !== "object" || data === null) return false;
  return Object.keys(data).join() === "uri";
}

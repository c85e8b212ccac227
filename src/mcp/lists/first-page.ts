import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** A list on a single page never returns a cursor, so any cursor is invalid. */
export function requireFirstPage(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Invalid cursor: the list has one page. Leave the cursor out.",
  );
}

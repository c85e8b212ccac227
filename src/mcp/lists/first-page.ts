import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** A list that fits on one page gives out no cursor, so one can only be made up. */
export function requireFirstPage(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Invalid cursor: the list has one page. Leave the cursor out.",
  );
}

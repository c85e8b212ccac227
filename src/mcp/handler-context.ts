import type { McpRequestContext } from "@modelcontextprotocol/server";
import type { Deps } from "../memory/index.ts";
import type { ConnectionFacts } from "./calls/call.ts";
import type { ClientLog } from "./calls/client-log.ts";
import type { ListenRelay } from "./changes/listen-relay.ts";

/** The context that the request handlers of one server share. */
export interface HandlerContext {
  readonly deps: Deps;
  readonly connection: ConnectionFacts;
  readonly era: McpRequestContext["era"];
  readonly clientLog: ClientLog;
  readonly listening?: ListenRelay | undefined;
}

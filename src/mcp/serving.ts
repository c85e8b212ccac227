import type { McpRequestContext } from "@modelcontextprotocol/server";
import type { Deps } from "../app/deps.ts";
import type { ConnectionFacts } from "./calls/call.ts";
import type { Listening } from "./changes/listening.ts";

/** What the handlers of one server work with. */
export interface Serving {
  readonly deps: Deps;
  readonly connection: ConnectionFacts;
  readonly era: McpRequestContext["era"];
  readonly listening?: Listening | undefined;
}

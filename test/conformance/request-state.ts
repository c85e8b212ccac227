import { randomBytes } from "node:crypto";
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";

interface State {
  readonly step: number;
}

const codec = createRequestStateCodec<State>({ key: randomBytes(32) });

/** What the client carries to the next round, signed. */
export const mintState = (step: number): Promise<string> => codec.mint({ step });

/** @throws ProtocolError when somebody changed it on its way. */
export async function stateIn(context: ServerContext): Promise<State | undefined> {
  const carried = context.mcpReq.requestState<string>();
  if (typeof carried !== "string") return undefined;
  try {
    return await codec.verify(carried, context);
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
  }
}

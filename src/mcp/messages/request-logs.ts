import type { RequestId } from "@modelcontextprotocol/server";
import { randomUuid } from "../../shared/ids.ts";
import type { Entropy, Log } from "../../shared/ports.ts";

/** The logs of the requests of a connection. Their ids are ours, because clients choose theirs and repeat them. */
export interface RequestLogs {
  /** The log of what happens on the connection outside of a request. */
  readonly connection: Log;
  /** The log of a request; the same one until the request has ended. */
  of(id: RequestId): Log;
  ended(id: RequestId): void;
  /** For a request that is answered at once, and so is never looked up by its id. */
  next(): Log;
}

/** `log` has the id of the session, if there is one. */
export function createRequestLogs(log: Log, entropy: Entropy): RequestLogs {
  const logs = new Map<RequestId, Log>();
  const next = (): Log => log.with({ requestId: randomUuid(entropy) });
  return {
    connection: log,
    of(id) {
      const known = logs.get(id) ?? next();
      logs.set(id, known);
      return known;
    },
    ended: (id) => void logs.delete(id),
    next,
  };
}

import { ErrorReply } from "@redis/client";
import { Fault } from "../../domain/shared/errors.ts";

/** Nothing was heard in time. */
export class Late extends Error {
  override readonly name = "Late";
}

/** What the server replied, if it did. */
const textOf = (error: unknown): string => (error instanceof ErrorReply ? error.message : "");

/** The graph does not exist: it was never made, or it was removed. */
export const isMissingGraph = (error: unknown): boolean =>
  /Invalid graph operation on empty key/i.test(textOf(error));

export const isAlreadyIndexed = (error: unknown): boolean => /already indexed/i.test(textOf(error));

/** The server is there, but this user may not run that command. */
export const isNotPermitted = (error: unknown): boolean => /^NOPERM\b/.test(textOf(error));

/** The server is at it already, so it may have begun before the call. */
export const isInProgress = (error: unknown): boolean => /already in progress/i.test(textOf(error));

const REFUSED =
  /^(?:WRONGPASS|NOAUTH|NOPERM)\b|invalid (?:username-password|password)|AUTH.*called without any password/i;
const FULL = /^OOM\b|mem consumption exceeded|No space left on device/i;
const WITHOUT_GRAPHS = /unknown command.*graph\./i;

/** Seconds after which another attempt is worth its while. */
const RETRY_AFTER = 5;

/** Whatever went wrong between us and the server, as what a caller can do about it. */
export function graphFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const text = textOf(error);
  if (REFUSED.test(text)) {
    return new Fault(
      "forbidden",
      "The team's server refused this user, or something that this user has to do.",
      {
        reason: "graph_refused",
        hint: "Check the user and the password in the URL of the team's server, and what that user may do there.",
        cause: error,
      },
    );
  }
  if (FULL.test(text)) {
    return new Fault("limited", "The team's server has no room left.", {
      reason: "graph_full",
      hint: "Whoever runs the server has to give it more memory or disk space. Until then everything stays on this machine.",
      cause: error,
    });
  }
  if (WITHOUT_GRAPHS.test(text)) {
    return unavailable("The team's server has no graphs: its FalkorDB module is not loaded.", error);
  }
  if (error instanceof Late) return unavailable("The team's server did not answer in time.", error);
  if (error instanceof ErrorReply) return unavailable("The team's server cannot do this now.", error);
  return unavailable("The team's server cannot be reached.", error);
}

export const stillStarting = (): Fault => unavailable("The team's server is still starting.", undefined);

/**
 * The graph is there, but no log that can be read. It comes about when a server was emptied while somebody wrote, and then
 * started again from its files: it has values under wrong names.
 */
export const damagedLog = (cause: unknown): Fault =>
  new Fault("unavailable", "The team's server has a damaged log.", {
    reason: "graph_unavailable",
    hint: "Whoever runs the server has to remove the graph of the team there, with GRAPH.DELETE. The machines of the team fill it again.",
    retryAfter: RETRY_AFTER,
    cause,
  });

function unavailable(message: string, cause: unknown): Fault {
  return new Fault("unavailable", message, {
    reason: "graph_unavailable",
    hint: "What is written stays on this machine until the server answers.",
    retryAfter: RETRY_AFTER,
    cause,
  });
}

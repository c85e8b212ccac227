import type { LimitMode } from "../../access/index.ts";
import { randomUuid } from "../../shared/ids.ts";
import type { Clock, Entropy, Log } from "../../shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { rateLimits } from "../calls/limits.ts";
import { createQuestionStates } from "../calls/question-states.ts";
import { createRequestLogs } from "../messages/request-logs.ts";

/** What holds for every client on standard input and output. */
export function stdioFacts(
  deps: { readonly clock: Clock; readonly entropy: Entropy; readonly log: Log },
  limits: LimitMode | undefined,
): Pick<ConnectionFacts, "limits" | "questionStates" | "requests"> {
  return {
    // The process belongs to the user, so limits only warn unless they are switched on.
    limits: rateLimits(limits ?? "warn", deps.clock).of("stdio"),
    // The person started the client, which shows them its questions.
    questionStates: createQuestionStates(deps),
    // A process has one client, so its life is the session.
    requests: createRequestLogs(deps.log.with({ sessionId: randomUuid(deps.entropy) }), deps.entropy),
  };
}

import type { LimitMode } from "../../domain/access/rate-limit.ts";
import type { Clock, Entropy } from "../../domain/shared/ports.ts";
import type { ConnectionFacts } from "../calls/call.ts";
import { rateLimits } from "../calls/limits.ts";
import { createQuestionStates } from "../calls/question-states.ts";

/** What holds for every client on standard input and output. */
export function stdioFacts(
  deps: { readonly clock: Clock; readonly entropy: Entropy },
  limits: LimitMode | undefined,
): Pick<ConnectionFacts, "limits" | "questionStates"> {
  return {
    // The process belongs to the user, so limits only warn unless they are switched on.
    limits: rateLimits(limits ?? "warn", deps.clock).of("stdio"),
    // The person started the client, which shows them its questions.
    questionStates: createQuestionStates(deps),
  };
}

import type { Log } from "../shared/ports.ts";
import type { Timers } from "../shared/timers.ts";

type Ask = () => Promise<readonly string[]>;

/** The folders that a client works in. It is asked once per connection, when they are first needed. */
export interface ClientRoots {
  /** Undefined if the client takes too long. It may still answer, and then later calls get the roots. */
  soon(ask: Ask): Promise<readonly string[] | undefined>;
  /** Waits for as long as it takes. */
  answered(ask: Ask): Promise<readonly string[]>;
}

/** Most clients answer within milliseconds, and some never do. Counted from when the client was asked. */
const USEFUL_WAIT_MS = 500;

/** `gone` resolves when the client can answer nothing any more; what it has asked itself is answered still. */
export function clientRoots(
  { log, timers }: { readonly log: Log; readonly timers: Timers },
  gone: Promise<unknown> = new Promise(() => {}),
): ClientRoots {
  let answer: Promise<readonly string[]> | undefined;
  let known: readonly string[] | undefined;
  let waited: Promise<undefined> | undefined;
  const answered = (ask: Ask): Promise<readonly string[]> => {
    answer ??= Promise.race([ask(), gone.then(neverAnswers)])
      .catch((error: unknown) => {
        log.warn("The client did not answer with its roots; going on without them.", { error });
        return [];
      })
      .then((roots) => {
        known = roots;
        return roots;
      });
    return answer;
  };
  return {
    answered,
    soon(ask) {
      const asked = answered(ask);
      waited ??= new Promise((resolve) => {
        timers.after(USEFUL_WAIT_MS, () => {
          if (!known)
            log.info("The client has not answered with its roots yet; going on without them meanwhile.");
          resolve(undefined);
        });
      });
      return known ? asked : Promise.race([asked, waited]);
    },
  };
}

function neverAnswers(): never {
  throw new Error("It has ended its requests.");
}

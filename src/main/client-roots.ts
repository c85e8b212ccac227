import type { Log } from "../domain/shared/ports.ts";

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

export function clientRoots(log: Log, wait: (ms: number) => Promise<void> = waitFor): ClientRoots {
  let answer: Promise<readonly string[]> | undefined;
  let known: readonly string[] | undefined;
  let waited: Promise<undefined> | undefined;
  const answered = (ask: Ask): Promise<readonly string[]> => {
    answer ??= ask()
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
      waited ??= wait(USEFUL_WAIT_MS).then(() => {
        if (!known)
          log.info("The client has not answered with its roots yet; going on without them meanwhile.");
        return undefined;
      });
      return known ? asked : Promise.race([asked, waited]);
    },
  };
}

/** Does not keep the process running. */
const waitFor = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

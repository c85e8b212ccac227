import { pathToFileURL } from "node:url";
import type { ConnectionFacts } from "../../mcp/calls/call.ts";
import type { Checkout, Log } from "../../shared/ports.ts";
import type { Timers } from "../../shared/timers.ts";
import type { Wiring } from "../wire.ts";

type FindProject = Wiring["findProject"];

/** Looks once for the same folders, and again after a failure. */
function lookOnce(findProject: FindProject): (roots: readonly string[]) => ReturnType<FindProject> {
  const known = new Map<string, ReturnType<FindProject>>();
  return (roots) => {
    const key = roots.join("\n");
    const found =
      known.get(key) ??
      findProject(roots).catch((error: unknown) => {
        known.delete(key);
        throw error;
      });
    known.set(key, found);
    return found;
  };
}

/**
 * Looks for the project once per connection, on the first call, because the client's roots are known only then. Which of
 * what was found holds is asked on every call, so that a name is followed from when a person trusts it. While a client
 * owes its roots, the project is that of the working directory. A client without roots may name its folder otherwise.
 */
export function clientProject(
  { findProject, checkoutAt, environment }: Pick<Wiring, "findProject" | "checkoutAt" | "environment">,
  roots: ClientRoots,
  sessionFolder: () => Promise<readonly string[]> = async () => [],
): ConnectionFacts["project"] {
  const named = environment.settings.project !== undefined;
  const checkouts = new Map<string | undefined, Checkout>();
  const look = lookOnce(findProject);
  return async (ask, { waitForRoots = false } = {}) => {
    const known = named ? [] : await (waitForRoots ? roots.answered(ask) : roots.soon(ask));
    const offered = known === undefined || known.length > 0 || named ? known : await sessionFolder();
    const resolved = await (await look(offered ?? []))();
    const { root } = resolved;
    const checkout =
      checkouts.get(root) ??
      checkoutAt(async () =>
        root === undefined ? ((await roots.soon(ask)) ?? []) : [pathToFileURL(root).href],
      );
    // Without a root, the checkout depends on the client's roots, which may still come.
    if (known || root !== undefined) checkouts.set(root, checkout);
    return {
      ...resolved,
      checkout,
      ...(!known && { notice: resolved.notice ?? unknownRoots(resolved.project) }),
    };
  };
}

const unknownRoots = (project: string): string =>
  `The client has not said yet which folder it works in, so the project ${project} of the working directory was used.`;

type Ask = () => Promise<readonly string[]>;

/** The folders that a client works in. It is asked once per connection, when they are first needed. */
interface ClientRoots {
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

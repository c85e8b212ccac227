import { pathToFileURL } from "node:url";
import type { Checkout } from "../domain/shared/ports.ts";
import type { ConnectionFacts } from "../mcp/calls/call.ts";
import { grantRole } from "./admin-secret.ts";
import { readEnvironment } from "./environment.ts";
import { version } from "./version.ts";
import { type Wiring, wire } from "./wire.ts";

/** `membria mcp serve`: the server that a client starts, on standard input and output. */
export async function serve(flags: Readonly<Record<string, unknown>>): Promise<void> {
  // Load the protocol modules while the memory is opened.
  const protocol = Promise.all([
    import("../mcp/server.ts"),
    import("../mcp/stdio/serve.ts"),
    import("../mcp/changes/listen-relay.ts"),
    import("../mcp/stdio/connection-facts.ts"),
  ]);
  protocol.catch(() => {});
  const environment = readEnvironment(flags);
  const { settings, home } = environment;
  const role = await grantRole(home, settings.role, settings.adminSecret);
  const wiring = await wire(environment, process.stderr, { keepsRunning: true });
  const [{ mcpServer }, { serveOverStdio }, { createListenRelay }, { stdioFacts }] = await protocol;
  const listening = createListenRelay();
  const roots = offeredRoots(wiring);
  const { profile, toolsets, toolNames, readOnly, exposureContext } = settings;
  const facts = stdioFacts(wiring, settings.rateLimit);
  const factory = mcpServer(wiring, {
    version,
    exposure: { profile, toolsets, toolNames, readOnly, context: exposureContext },
    connection: {
      role,
      dueDays: settings.dueDays,
      project: projects(wiring, roots),
      person: (ask) => wiring.person(() => roots(ask)),
      ...facts,
    },
    listening,
  });
  const connection = serveOverStdio(factory, {
    input: process.stdin,
    output: process.stdout,
    log: wiring.log,
    requests: facts.requests,
    listening,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void connection.close());
  wiring.log.info("Serving on standard input and output", { version, role, project: settings.project });
  wiring.meaning.embedSoon();
  await connection.closed;
  await wiring.close();
}

type Roots = () => Promise<readonly string[]>;

/** Asks the client for its roots once per connection, when they are first needed. */
function offeredRoots({ log }: Wiring): (ask: Roots) => Promise<readonly string[]> {
  let offered: Promise<readonly string[]> | undefined;
  return (ask) => {
    offered ??= ask().catch((error: unknown) => {
      log.warn("The client did not answer with its roots; using the working directory instead.", { error });
      return [];
    });
    return offered;
  };
}

/**
 * Looks for the project once per connection, on the first call, because the client's roots are known only then. Which of
 * what was found holds is asked on every call, so that a name is followed from when a person trusts it.
 */
function projects(wiring: Wiring, roots: (ask: Roots) => ReturnType<Roots>): ConnectionFacts["project"] {
  const named = wiring.environment.settings.project !== undefined;
  const checkouts = new Map<string | undefined, Checkout>();
  let found: ReturnType<Wiring["findProject"]> | undefined;
  return async (ask) => {
    const offered: Roots = () => roots(ask);
    found ??= look(wiring, named ? async () => [] : offered).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    const resolved = await (await found)();
    const { root } = resolved;
    const checkout =
      checkouts.get(root) ??
      wiring.checkoutAt(root === undefined ? offered : async () => [pathToFileURL(root).href]);
    checkouts.set(root, checkout);
    return { ...resolved, checkout };
  };
}

const look = async (wiring: Wiring, roots: Roots): ReturnType<Wiring["findProject"]> =>
  wiring.findProject(await roots());

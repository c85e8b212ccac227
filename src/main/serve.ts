import { grantRole } from "./admin-secret.ts";
import { readEnvironment } from "./environment.ts";
import { version } from "./version.ts";
import { type Wiring, wire } from "./wire.ts";

/** `membria mcp serve`: the server a client starts, on standard input and output. */
export async function serve(flags: Readonly<Record<string, unknown>>): Promise<void> {
  // The protocol's code loads while the memory opens.
  const protocol = Promise.all([
    import("../mcp/server.ts"),
    import("../mcp/stdio/serve.ts"),
    import("../mcp/limits.ts"),
  ]);
  protocol.catch(() => {});
  const environment = readEnvironment(flags);
  const { settings, home } = environment;
  const role = await grantRole(home, settings.role, settings.adminSecret);
  const wiring = await wire(environment, process.stderr, { stays: true });
  const [{ mcpServer }, { serveOverStdio }, { rateLimits }] = await protocol;
  const { profile, toolsets, toolNames, readOnly } = settings;
  const factory = mcpServer(wiring, {
    version,
    exposure: { profile, toolsets, toolNames, readOnly },
    connection: {
      role,
      dueDays: settings.dueDays,
      project: projects(wiring),
      // The process is the user's own: it is told, and refused only when asked for.
      limits: rateLimits(settings.rateLimit ?? "warn", wiring.clock).of("stdio"),
    },
  });
  const connection = serveOverStdio(factory, {
    input: process.stdin,
    output: process.stdout,
    log: wiring.log,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void connection.close());
  wiring.log.info("Serving on standard input and output", { version, role, project: settings.project });
  wiring.meaning.embedSoon();
  await connection.closed;
  await wiring.close();
}

/** Found once per connection, when the first call needs it: the client's roots are known only then. */
function projects(wiring: Wiring) {
  let found: ReturnType<Wiring["project"]> | undefined;
  return (roots: () => Promise<readonly string[]>) => {
    found ??= resolve(wiring, roots).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

async function resolve(
  wiring: Wiring,
  roots: () => Promise<readonly string[]>,
): ReturnType<Wiring["project"]> {
  if (wiring.environment.settings.project !== undefined) return wiring.project();
  const offered = await roots().catch((error: unknown) => {
    wiring.log.warn("The client did not answer with its roots; the working directory decides the project.", {
      error,
    });
    return [];
  });
  return wiring.project(offered);
}

import { grantRole } from "./caller/admin-secret.ts";
import { clientProject, clientRoots } from "./caller/client-project.ts";
import { sessionFolder } from "./caller/session-folder.ts";
import { readEnvironment } from "./environment.ts";
import { keepDailyCopies } from "./files/keep-copies.ts";
import { version } from "./version.ts";
import { wire } from "./wire.ts";

/** The first answers, which nothing should delay, are given by then. */
const FIRST_ANSWERS_MS = 250;
/** By then a client has listed everything, and what that takes is compiled. */
const QUIET_MS = 2_000;

/** Begins a little later. The function it returns waits for what was begun, and keeps the rest from beginning. */
function soon<T>(work: () => Promise<T>, ms = FIRST_ANSWERS_MS): () => Promise<T | undefined> {
  let begun: Promise<T> | undefined;
  const timer = setTimeout(() => {
    begun = work();
  }, ms);
  timer.unref();
  return async () => {
    clearTimeout(timer);
    return begun;
  };
}

const endOf = (input: NodeJS.ReadableStream): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ["end", "close", "error"]) input.once(event, () => resolve());
  });

/** `membria mcp serve`: the server that a client starts, on standard input and output. */
export async function serve(
  flags: Readonly<Record<string, unknown>>,
  keepCompiled: () => void,
): Promise<void> {
  // Load the protocol modules while the memory is opened.
  const protocol = import("../mcp/over-stdio.ts");
  protocol.catch(() => {});
  const environment = readEnvironment(flags);
  const { settings, home } = environment;
  const role = await grantRole(home, settings.role, settings.adminSecret);
  const wiring = await wire(environment, process.stderr, { keepsRunning: true, answersAnyway: true });
  const { mcpServer, serveOverStdio, createListenRelay, stdioFacts, answers } = await protocol;
  const listening = createListenRelay();
  const roots = clientRoots(wiring, endOf(process.stdin));
  const { profile, toolsets, toolNames, readOnly, exposureContext } = settings;
  const facts = stdioFacts(wiring, settings.rateLimit);
  const factory = mcpServer(wiring, {
    version,
    exposure: { profile, toolsets, toolNames, readOnly, context: exposureContext },
    connection: {
      role,
      dueDays: settings.dueDays,
      project: clientProject(wiring, roots, sessionFolder(process.env, wiring.memory)),
      person: (ask) => wiring.person(async () => (await roots.soon(ask)) ?? []),
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
    // A failure is told to whoever asks for something that needs it.
    onFirstAnswer: () => void answers().catch(() => {}),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void connection.close());
  wiring.log.info("Serving on standard input and output", { version, role, project: settings.project });
  if (wiring.isOpen) wiring.meaning.embedSoon();
  const copies = keepDailyCopies(wiring, flags);
  if (wiring.isOpen) wiring.team.start();
  const kept = soon(async () => keepCompiled(), QUIET_MS);
  const hooks = soon(async () => (await import("./hooks/hook-server.ts")).serveHooks(wiring));
  await connection.closed;
  await kept();
  await (await hooks())?.stop();
  copies.stop();
  await wiring.close();
}

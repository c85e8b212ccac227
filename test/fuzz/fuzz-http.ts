import type { WireMessage } from "../mcp/stdio/messages.ts";
import { runProgram } from "../support/run-program.ts";
import { codeOf, formProblems, textProblems } from "./check-reply.ts";
import { excerpt, type FuzzRun, keepPinging, LATE_MS, receivedText } from "./fuzz-run.ts";
import { anyHttpCase, type Caller, type HttpCase, type OpenSession } from "./http-cases.ts";
import { type FuzzedHttp, type HttpReceived, startFuzzedHttp } from "./http-server.ts";
import { randomOfCase } from "./random.ts";

const MOST_SESSIONS = 20;
/** A server that has no room is no defect; anything else from 500 on is. */
const FINE_FROM_500: ReadonlySet<number> = new Set([503]);

/** Sends cases over HTTP, with keys of every role, until the time is over. Resolves to the server, which still runs. */
export async function fuzzHttp(run: FuzzRun): Promise<FuzzedHttp> {
  const { seed, home, world, tally } = run;
  const env = {
    MEMBRIA_HOME: home,
    MEMBRIA_PROFILE: "full",
    MEMBRIA_LOG_LEVEL: "error",
    MEMBRIA_PROJECT: world.project,
    MEMBRIA_EMBEDDING: run.embedding,
  };
  const callers = await createKeys(env, world.project);
  const server = await startFuzzedHttp(env);
  run.watch(server.child.pid);
  const sessions: OpenSession[] = [];

  async function runCase(index: number): Promise<void> {
    const one = anyHttpCase(randomOfCase(seed, index), world, index, callers, sessions);
    const over = tally.sent(one.kind);
    const timing = run.startTiming();
    const received = await server.send(one.sent);
    over();
    const { body, at } = received;
    const fail = (problem: string): void =>
      tally.failed({
        index,
        kind: one.kind,
        problem,
        sent: shown(one),
        received: receivedText(problem, `${received.status} ${body}`, server.stderr()),
      });
    const excess = timing(received.sent, at);
    const isCut = one.sent.hangUpAfter !== undefined;
    if (excess > LATE_MS * Math.max(1, one.requests.length) && !isCut)
      fail(`answered after ${Math.round(excess)} ms`);
    const mayReadOtherProjects =
      !one.caller.isBound &&
      (one.requests.some(({ namesProject }) => namesProject) || "Membria-Project" in one.sent.headers);
    for (const problem of textProblems(body, { home, mayReadOtherProjects })) fail(problem);
    for (const problem of responseProblems(one, received)) fail(problem);
    const replies = repliesIn(body);
    tally.replied(
      replies.length === 1 ? codeOf(replies[0] as WireMessage) : `HTTP ${received.status}`,
      one.kind,
      isCut ? 0 : excess,
      index,
    );
    for (const request of one.requests) {
      const answers = replies.filter(({ id }) => id === request.message.id);
      for (const reply of answers) {
        for (const problem of formProblems(
          one.kind === "batch" ? { jsonrpc: "2.0", ...reply } : reply,
          request,
        ))
          fail(problem);
        run.acknowledge(request, reply);
      }
      if (received.status === 200 && !one.isBroken && !isCut && answers.length !== 1)
        fail(`${answers.length} answers`);
    }
    const id = received.headers["mcp-session-id"];
    if (one.kind === "initialize" && typeof id === "string") {
      await server.send({
        ...one.sent,
        headers: { ...one.sent.headers, "Mcp-Session-Id": id },
        body: Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
      });
      sessions.push({ id, caller: one.caller });
      if (sessions.length > MOST_SESSIONS) sessions.shift();
    }
  }

  const [{ token } = { token: "" }] = callers;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const ping = () => server.send({ method: "POST", path: "/mcp", headers, body });
  await search(server, token);
  const pinging = keepPinging(run, ping);
  await run.work(server, runCase);
  await pinging.stop();
  return server;
}

async function createKeys(env: Readonly<Record<string, string>>, project: string): Promise<Caller[]> {
  const create = async (role: string, ...flags: string[]): Promise<Caller> => {
    const { out } = await runProgram(["keys", "create", "--name", role, "--role", role, "--json", ...flags], {
      env,
    });
    const { key } = JSON.parse(out) as { key: string };
    return { name: role, token: key, isBound: flags.includes("--project"), isValid: true };
  };
  const bound = ["--project", project];
  return [
    await create("agent", ...bound, "--may-consent"),
    await create("viewer", ...bound),
    await create("admin", ...bound),
    await create("agent"),
    await create("admin"),
    { name: "nobody", token: "mbr_key_nobody", isBound: true, isValid: false },
  ];
}

function responseProblems(
  { kind, isBroken, caller, sent }: HttpCase,
  { status, body, headers }: HttpReceived,
): string[] {
  if (sent.hangUpAfter !== undefined) return [];
  if (status === 0) return isBroken ? [] : ["the connection was cut"];
  if (status >= 500 && !FINE_FROM_500.has(status)) return [`status ${status}`];
  if (!caller.isValid && status < 400 && !/healthz|readyz/.test(sent.path))
    return [`status ${status} without a key`];
  if (sent.method === "HEAD" || body === "" || isBroken) return [];
  const type = headers["content-type"] ?? "";
  if (!/^(?:application\/json|text\/event-stream|text\/plain)/.test(type))
    return [`the type ${type} of ${kind}`];
  return [];
}

/** The replies in a body: a message, a list of them, or a stream. */
function repliesIn(body: string): WireMessage[] {
  // A regular expression would also end a line at U+2028, which is allowed in JSON.
  const lines = body.split("\n").filter((line) => line.startsWith("data: "));
  const texts = body.startsWith("{") ? [body] : lines.map((line) => line.slice("data: ".length));
  const parsed = texts.flatMap((text) => {
    try {
      return [JSON.parse(text) as WireMessage & { results?: WireMessage[] }];
    } catch {
      return [];
    }
  });
  return parsed.flatMap((message) => message.results ?? (message.method === undefined ? [message] : []));
}

const shown = ({ caller, sent: { method, path, headers, body } }: HttpCase): string => {
  const { Authorization: _, ...others } = headers;
  return excerpt(`${caller.name} ${method} ${path} ${JSON.stringify(others)} ${body?.toString() ?? ""}`);
};

/** The first search loads the model, for which a search may wait longer. */
async function search(server: FuzzedHttp, token: string): Promise<void> {
  const params = { name: "search_decisions", arguments: { query: "orders" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  await server.send({ method: "POST", path: "/mcp", headers, body: Buffer.from(body) });
}

import type { WireMessage } from "../mcp/stdio/messages.ts";
import { codeOf, formProblems, textProblems } from "./check-reply.ts";
import { excerpt, type FuzzRun, keepPinging, LATE_MS, receivedText } from "./fuzz-run.ts";
import { oddValue } from "./odd-values.ts";
import { randomOfCase } from "./random.ts";
import { anyStdioCase, type StdioCase } from "./stdio-cases.ts";
import { type Answer, type FuzzedServer, startFuzzed } from "./stdio-server.ts";

const NO_ANSWER_MS = 20_000;

/** Sends cases over standard input until the time is over. Resolves to the server, which still runs. */
export async function fuzzStdio(run: FuzzRun): Promise<FuzzedServer> {
  const { seed, home, world, tally } = run;
  let asked = 0;
  const server = await startFuzzed(
    {
      MEMBRIA_HOME: home,
      MEMBRIA_PROJECT: world.project,
      MEMBRIA_PROFILE: "full",
      MEMBRIA_LOG_LEVEL: "error",
      MEMBRIA_EMBEDDING: run.embedding,
    },
    [],
    (request) => answerTo(request, seed, asked++),
  );
  run.watch(server.child.pid);
  // The first search loads the model, for which a search may wait longer.
  await search(server);

  async function runCase(index: number): Promise<void> {
    const one = anyStdioCase(randomOfCase(seed, index), world, index);
    const { least, most } = one.answers;
    const over = tally.sent(one.kind);
    const fail = (problem: string, received = ""): void =>
      tally.failed({
        index,
        kind: one.kind,
        problem,
        sent: excerpt(one.bytes.toString()),
        received: receivedText(problem, received, server.stderr()),
      });
    const timing = run.startTiming();
    const answered = least > 0 ? server.answers(one.id, least, NO_ANSWER_MS) : Promise.resolve([]);
    if (least === 0 && most > 0) server.tolerate(one.id);
    const sent = await writeInParts(server, one);
    if (one.cancelAfter !== undefined) await cancel(server, one);
    const answers = await answered;
    if (answers.length < least) fail(`${answers.length} of ${least} answers`, server.stderr());
    for (const answer of answers) check(one, answer, index, timing(sent, answer.at), fail);
    over();
  }

  function check(
    one: StdioCase,
    { message, line }: Answer,
    index: number,
    excess: number,
    fail: (problem: string, received?: string) => void,
  ): void {
    tally.replied(codeOf(message), one.kind, excess, index);
    if (excess > LATE_MS) fail(`answered after ${Math.round(excess)} ms`, line);
    const privacy = { home, mayReadOtherProjects: one.request?.namesProject === true };
    const problems = textProblems(line, privacy);
    if (one.request) problems.push(...formProblems(message, one.request));
    else if (!message.error && !one.mayWork) problems.push("no error");
    for (const problem of problems) fail(problem, line);
    if (one.request) run.acknowledge(one.request, message);
  }

  const pinging = keepPinging(run, () => server.ping());
  await run.work(server, runCase);
  await pinging.stop();
  for (const { line } of server.unexpected.slice(0, 20))
    tally.failed({
      index: -1,
      kind: "answer",
      problem: "nobody asked for it",
      sent: "",
      received: excerpt(line),
    });
  for (const { line } of server.late)
    for (const problem of textProblems(line, { home, mayReadOtherProjects: true }))
      tally.failed({ index: -1, kind: "cancelled", problem, sent: "", received: excerpt(line) });
  return server;
}

async function writeInParts(server: FuzzedServer, { bytes, cuts }: StdioCase): Promise<number> {
  // Other cases would be written in between.
  if (cuts.length === 0) return server.write(bytes);
  let from = 0;
  const writes: Promise<number>[] = [];
  for (const at of [...cuts, bytes.length]) {
    writes.push(server.write(bytes.subarray(from, at)));
    from = at;
  }
  return Math.max(...(await Promise.all(writes)));
}

async function cancel(server: FuzzedServer, { id, cancelAfter }: StdioCase): Promise<void> {
  if (cancelAfter) await new Promise((resolve) => setTimeout(resolve, cancelAfter));
  const params = { requestId: id, reason: "not needed any more" };
  await server.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params })}\n`);
  await server.ping();
}

/** The client's answer to a request of the server, sometimes nonsense. */
function answerTo({ id, method }: WireMessage, seed: number, count: number): unknown {
  const random = randomOfCase(seed, -1_000 - count);
  if (random.chance(0.1)) return { jsonrpc: "2.0", id, result: oddValue(random) };
  if (random.chance(0.1)) return { jsonrpc: "2.0", id, error: { code: -1, message: "No." } };
  if (method === "roots/list") return { jsonrpc: "2.0", id, result: { roots: [] } };
  const action = random.pick(["accept", "decline", "cancel"]);
  const content = { confirm: random.chance(0.5) };
  return { jsonrpc: "2.0", id, result: { action, ...(action === "accept" && { content }) } };
}

async function search(server: FuzzedServer): Promise<void> {
  const answered = server.answers("search", 1, NO_ANSWER_MS);
  const params = { name: "search_decisions", arguments: { query: "orders" } };
  await server.write(`${JSON.stringify({ jsonrpc: "2.0", id: "search", method: "tools/call", params })}\n`);
  await answered;
}

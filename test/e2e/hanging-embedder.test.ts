import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileModelProfiles } from "../../src/recall/embedding/model-profiles.ts";
import { remoteEmbedder } from "../../src/recall/embedding/remote-embedder.ts";
import { SHIPPED_PROFILE } from "../../src/recall/rules/model-profile.ts";
import { eventually } from "../support/eventually.ts";
import { folderOfTest } from "../support/memory.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";

/** Of the service; the program gives up on a query long before. */
const SERVICE_WITHIN_MS = 60_000;
const STATEMENT = "Cars must be repaired before winter";
const IN_TIME = "Searched by words only: the query could not be embedded in time.";

interface Search {
  readonly results: readonly { readonly id: string }[];
  readonly methods: readonly string[];
  /** If there are any. */
  readonly notices?: readonly string[];
}

const search = async (server: StdioClient, query = STATEMENT): Promise<Search> =>
  (await server.call("search_decisions", { query })) as unknown as Search;

/** In words that were not asked before: what was asked is remembered with its vector. */
const searchAnew = (server: StdioClient): Promise<Search> => search(server, `${STATEMENT}?`);

/** A server with one decision that it has embedded and finds by its meaning. */
async function serverWithMeaning(
  env: Record<string, string> = {},
  prepare: (home: TemporaryFolder) => Promise<unknown> = async () => {},
): Promise<[StdioClient, string]> {
  const home = await folderOfTest();
  await prepare(home);
  const server = startServer({
    env: {
      MEMBRIA_HOME: home.path,
      MEMBRIA_PROJECT: "garage",
      MEMBRIA_PROFILE: "full",
      MEMBRIA_EMBEDDING_WAIT_MS: "1000",
      ...env,
    },
    cwd: home.path,
  });
  onTestFinished(() => server.kill());
  await server.initialize();
  const { decision_id } = await server.call("membria_capture_decision", {
    statement: STATEMENT,
    alternatives: ["Repair them in spring"],
    confidence: 0.8,
  });
  await eventually(async () => expect(await usesMeaning(server)).toBe(true));
  return [server, decision_id as string];
}

const usesMeaning = async (server: StdioClient): Promise<boolean> => {
  const { methods, notices } = await search(server);
  return methods.includes("meaning") && notices === undefined;
};

/** The embedding processes of a server, which has no other children. */
async function workersOf({ child }: StdioClient): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => Number(parent) === child.pid && args.join(" ").includes("embedding-worker"),
    )
    .map(([pid]) => Number(pid));
}

async function stoppedWorker(server: StdioClient): Promise<number> {
  const [pid] = await workersOf(server);
  if (pid === undefined) throw new Error("the server has no embedding process");
  process.kill(pid, "SIGSTOP");
  // Does nothing if the server has killed it, as it should.
  onTestFinished(async () => {
    if ((await workersOf(server)).includes(pid)) process.kill(pid, "SIGKILL");
  });
  return pid;
}

describe.skipIf(process.platform === "win32")("While the embedding process is stopped", () => {
  it("every tool answers, by words, and later a new process embeds again", async () => {
    const [server, decision_id] = await serverWithMeaning();
    const pid = await stoppedWorker(server);

    const found = await searchAnew(server);
    expect(found.results).toHaveLength(1);
    expect(found).toMatchObject({ methods: ["words", "graph"], notices: [IN_TIME] });

    const about = { statement: "Bicycles must be repaired before winter" };
    const calls: readonly [string, Record<string, unknown>][] = [
      ["membria_capture_decision", { ...about, alternatives: ["In spring"], confidence: 0.6 }],
      ["membria_get_decision_context", about],
      ["membria_get_warnings", { ...about, module: "backend" }],
      ["membria_analyze_decision", { decision_id }],
      ["suggest_decision", { userQuestion: STATEMENT }],
      ["memory_search_by_context", { query: STATEMENT }],
      ["tmkb_query", { context: "an endpoint that deletes an invoice" }],
      ["membria_record_outcome", { decision_id, final_status: "success", final_score: 0.9 }],
    ];
    for (const [tool, args] of calls) await server.call(tool, args);

    await eventually(async () => expect(await workersOf(server)).not.toContain(pid));
    await eventually(async () => expect((await searchAnew(server)).methods).toContain("meaning"));
    const workers = await workersOf(server);
    expect(workers).toHaveLength(1);
    expect(workers).not.toContain(pid);
    expect(await server.close()).toBe(0);
  });

  it("the server ends, and the process with it", async () => {
    const [server] = await serverWithMeaning();
    const pid = await stoppedWorker(server);
    const unanswered = searchAnew(server);
    expect(await server.close()).toBe(0);
    expect((await unanswered).notices).toEqual([IN_TIME]);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

it("With an embedding service that no longer answers, a search uses words, and the server ends", async () => {
  const service = createServer((request, response) => {
    request.setEncoding("utf8").once("data", (body: string) => {
      const { input } = JSON.parse(body) as { input: string[] };
      response.end(JSON.stringify({ embeddings: input.map(() => [1, 2, 3]) }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/embed`;
  const { model } = remoteEmbedder({ url, model: "some-model", dimensions: 3, timeoutMs: SERVICE_WITHIN_MS });
  const [server] = await serverWithMeaning(
    {
      MEMBRIA_EMBEDDING: url,
      MEMBRIA_EMBEDDING_MODEL: "some-model",
      MEMBRIA_EMBEDDING_DIMENSIONS: "3",
      MEMBRIA_EMBEDDING_WAIT_MS: "500",
    },
    (home) =>
      fileModelProfiles(home.file("profiles"), (path) => path).save(model, {
        profile: SHIPPED_PROFILE,
        fittedAt: new Date(),
        decisions: 10,
        foreignSilent: 1,
        ownFound: 1,
      }),
  );
  service.removeAllListeners("request").on("request", () => {});
  const found = await searchAnew(server);
  expect(found.results).toHaveLength(1);
  expect(found).toMatchObject({ methods: ["words", "graph"], notices: [IN_TIME] });
  expect(await server.close()).toBe(0);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "../support/command-line.ts";
import { eventually } from "../support/eventually.ts";
import { folderOfTest } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { type StdioClient, startServer } from "../support/stdio-client.ts";

const DECISIONS = 8;

/** An embedding service that answers nothing until it is told to. */
async function hangingService() {
  let answers = false;
  let requests = 0;
  const service = createServer((request, response) => {
    requests++;
    if (!answers) return;
    let body = "";
    request
      .setEncoding("utf8")
      .on("data", (part: string) => {
        body += part;
      })
      .on("end", () => {
        const { input } = JSON.parse(body) as { input: string[] };
        response.end(JSON.stringify({ embeddings: input.map(() => [1, 2, 3]) }));
      });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  return {
    url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/embed`,
    requests: () => requests,
    answer() {
      answers = true;
    },
  };
}

/** A server that has captured decisions, and waits for the vectors of those that it claimed. */
async function serverThatEmbeds(): Promise<{
  readonly server: StdioClient;
  readonly leased: () => Promise<number>;
  readonly embed: () => Promise<unknown>;
}> {
  const home = await folderOfTest();
  const service = await hangingService();
  const env = {
    MEMBRIA_HOME: home.path,
    MEMBRIA_PROJECT: "garage",
    MEMBRIA_EMBEDDING: service.url,
    MEMBRIA_EMBEDDING_MODEL: "some-model",
    MEMBRIA_EMBEDDING_DIMENSIONS: "3",
  };
  const server = startServer({ env, cwd: home.path });
  onTestFinished(() => server.kill());
  await server.initialize();
  for (let n = 1; n <= DECISIONS; n++) {
    await server.call("membria_capture_decision", {
      statement: `The cars of hall ${n} are repaired before winter`,
      alternatives: ["Repair them in spring"],
      confidence: 0.8,
    });
  }
  await eventually(() => expect(service.requests()).toBeGreaterThan(0));
  return {
    server,
    leased: () =>
      raw(home.file("membria.db"), (db) =>
        Number(db.prepare("SELECT count(*) AS n FROM embedding_queue WHERE leased_until > 0").get()?.["n"]),
      ),
    async embed() {
      service.answer();
      const { code, out } = await runProgram(["embed", "--json"], { env });
      expect(code).toBe(0);
      return JSON.parse(out);
    },
  };
}

describe("What a server has begun to embed", () => {
  it("is given back when its client closes the pipe, and the next process embeds it", async () => {
    const { server, leased, embed } = await serverThatEmbeds();
    expect(await leased()).toBeGreaterThan(0);
    expect(await server.close()).toBe(0);
    expect(await leased()).toBe(0);
    expect(await embed()).toMatchObject({ embedded: DECISIONS, pending: 0 });
  });

  it("is taken over by the next process at once if the server was killed", async () => {
    const { server, leased, embed } = await serverThatEmbeds();
    await server.kill();
    expect(await leased()).toBeGreaterThan(0);
    expect(await embed()).toMatchObject({ embedded: DECISIONS, pending: 0 });
  });

  it("is left to the server while it runs", async () => {
    const { leased, embed } = await serverThatEmbeds();
    const claimed = await leased();
    expect(await embed()).toMatchObject({ embedded: DECISIONS - claimed, pending: claimed });
  });
});

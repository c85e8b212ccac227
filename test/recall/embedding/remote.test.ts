import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RemoteEmbedderOptions, remoteEmbedder } from "../../../src/recall/embedding/remote-embedder.ts";
import type { Embedder } from "../../../src/shared/ports.ts";
import { letTimePass, stopTime } from "../../support/passing-time.ts";

interface Request {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

const KEY = "key-that-nobody-may-read";

let server: Server;
let origin: string;
let requests: Request[];
let respond: (request: Request, response: ServerResponse) => void;

beforeEach(async () => {
  requests = [];
  server = createServer(async (message, response) => {
    const request = await received(message);
    requests.push(request);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function received(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return {
    path: message.url ?? "",
    authorization: message.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};
/** A vector that tells texts apart by their length. */
const vectorOf = (text: string): number[] => [text.length, 1, 0];
const asOpenAi = ({ body }: Request, response: ServerResponse): void => {
  const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
  json(response, { data: data.toReversed() });
};
const asOllama = ({ body }: Request, response: ServerResponse): void =>
  json(response, { embeddings: body.input.map(vectorOf) });

const embedder = (path: string, options: Partial<RemoteEmbedderOptions> = {}): Embedder =>
  remoteEmbedder({ url: origin + path, model: "some-model", dimensions: 3, timeoutMs: 60_000, ...options });

const expected = (text: string): Float32Array => {
  const length = Math.hypot(...vectorOf(text));
  return Float32Array.from(vectorOf(text), (value) => value / length);
};

describe.each([
  [
    "an OpenAI-compatible endpoint",
    "/v1/embeddings",
    (...it: Parameters<typeof asOpenAi>) => asOpenAi(...it),
  ],
  ["an Ollama endpoint", "/api/embed", (...it: Parameters<typeof asOllama>) => asOllama(...it)],
])("%s", (_, path, answer) => {
  beforeEach(() => {
    respond = answer;
  });

  it("gives vectors of length one in the order of the texts", async () => {
    const texts = ["a", "bbb", "cc"];
    expect(await embedder(path).embed(texts, "passage")).toEqual(texts.map(expected));
    expect(requests).toMatchObject([
      { path, authorization: undefined, body: { model: "some-model", input: texts } },
    ]);
  });

  it("receives the configured key and prefixes, and many texts in several requests", async () => {
    const prefixes = { query: "search: ", passage: "document: " };
    const asked = embedder(path, { apiKey: KEY, prefixes });
    await asked.embed(["what?"], "query");
    const many = await asked.embed(
      Array.from({ length: 70 }, (_, i) => "x".repeat(i)),
      "passage",
    );
    expect(many).toHaveLength(70);
    expect(many[69]).toEqual(expected(`document: ${"x".repeat(69)}`));
    expect(requests[0]).toMatchObject({ authorization: `Bearer ${KEY}`, body: { input: ["search: what?"] } });
    expect(requests.map(({ body }) => body.input.length)).toEqual([1, 32, 32, 6]);
  });
});

describe("Another model", () => {
  it("is another name, endpoint, number of dimensions or prefix, but not another key", () => {
    const one = embedder("/v1/embeddings").model;
    expect(one).toMatch(/^some-model\/remote\/[0-9a-f]{12}$/);
    expect(embedder("/v1/embeddings", { apiKey: KEY }).model).toBe(one);
    const others = [
      embedder("/v1/embeddings", { model: "other" }),
      embedder("/v1/embeddings", { dimensions: 4 }),
      embedder("/v1/embeddings", { prefixes: { query: "q", passage: "" } }),
      embedder("/other/embeddings"),
    ];
    expect(new Set([one, ...others.map(({ model }) => model)]).size).toBe(5);
  });
});

describe("A remote embedder fails with a Fault without the key", () => {
  const failure = async (options: Partial<RemoteEmbedderOptions> = {}): Promise<unknown> => {
    const error = await embedder("/v1/embeddings", { apiKey: KEY, ...options })
      .embed(["a", "b"], "query")
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "Fault", message: expect.stringContaining("/v1/embeddings") });
    expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toContain(KEY);
    return error;
  };

  it.each([
    [401, "unavailable", "embedding_key"],
    [403, "unavailable", "embedding_key"],
    [404, "unavailable", "embedding_refused"],
    [500, "unavailable", "embedding_refused"],
    [429, "limited", "embedding_limited"],
  ])("on HTTP %i", async (status, code, reason) => {
    respond = (_, response) => json(response, { error: `Incorrect key provided: ${KEY}` }, status);
    expect(await failure()).toMatchObject({ code, reason, message: expect.stringContaining(String(status)) });
  });

  it("with the retry time of the server", async () => {
    respond = (_, response) => response.writeHead(429, { "retry-after": "7" }).end();
    expect(await failure()).toMatchObject({ code: "limited", retryAfter: 7 });
  });

  it("when it does not answer in time, at the start or in the middle", async () => {
    respond = () => {};
    expect(await failure({ timeoutMs: 50 })).toMatchObject({
      code: "unavailable",
      reason: "embedding_timeout",
      message: expect.stringContaining("within 50 ms"),
    });
    respond = (_, response) => response.writeHead(200).write('{"data":[');
    expect(await failure({ timeoutMs: 50 })).toMatchObject({ reason: "embedding_timeout" });
  });

  it("when it does not answer in time, whatever is garbage-collected meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    stopTime();
    const asked = new Promise<void>((resolve) => {
      respond = () => resolve();
    });
    const waiting = failure();
    await asked;
    for (let n = 0; n < 3; n++) {
      collectGarbage();
      await nextTurn();
    }
    expect(await letTimePass(waiting)).toMatchObject({ reason: "embedding_timeout" });
  });

  it("when the server is not reachable", async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await failure()).toMatchObject({ code: "unavailable", reason: "embedding_unreachable" });
  });

  it("for a redirect: nothing is sent to an address that is not configured", async () => {
    respond = (_, response) => response.writeHead(307, { location: `${origin}/elsewhere` }).end();
    expect(await failure()).toMatchObject({ reason: "embedding_unreachable" });
    expect(requests.map(({ path }) => path)).toEqual(["/v1/embeddings"]);
  });

  it("for wrong dimensions, and names the right ones", async () => {
    respond = (_, response) =>
      json(response, { data: [0, 1].map((index) => ({ index, embedding: [1, 2, 3, 4] })) });
    expect(await failure()).toMatchObject({
      reason: "embedding_dimensions",
      received: 4,
      message: expect.stringContaining("4 dimensions instead of 3"),
      hint: expect.stringContaining("to 4"),
    });
  });

  it.each([
    ["too few vectors", '{"data":[{"index":0,"embedding":[1,2,3]}]}'],
    ["something else", '{"object":"list"}'],
    ["no JSON", "<html>"],
    ["a vector of zeros", '{"data":[{"index":0,"embedding":[0,0,0]},{"index":1,"embedding":[1,0,0]}]}'],
  ])("on %s", async (_, body) => {
    respond = (_request, response) => response.writeHead(200).end(body);
    expect(await failure()).toMatchObject({ code: "unavailable", reason: "embedding_answer" });
  });

  it("when it is closed in the meantime", async () => {
    const asked = embedder("/v1/embeddings");
    respond = () => void asked.close();
    await expect(asked.embed(["a"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("closing"),
    });
    await expect(asked.embed(["b"], "query")).rejects.toMatchObject({
      message: expect.stringContaining("closing"),
    });
    expect(requests).toHaveLength(1);
  });

  it.each([
    "ftp://127.0.0.1/v1/embeddings",
    "file:///v1/embeddings",
    "not an address",
    `http://user:${KEY}@127.0.0.1/v1/embeddings`,
    "http://127.0.0.1/v1",
  ])("on the address %s", (url) => {
    let error: unknown;
    try {
      remoteEmbedder({ url, model: "m", dimensions: 3, timeoutMs: 1_000 });
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ name: "Fault", code: "invalid", reason: "embedding_endpoint" });
    expect(JSON.stringify(error) + String(error)).not.toContain(KEY);
  });
});

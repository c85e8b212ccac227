import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { serveOverStdio } from "../../../src/mcp/stdio/serve.ts";
import { systemEntropy } from "../../../src/shared/system/system.ts";
import { connect, connectInitialized, recordingLog } from "./connection.ts";
import { fixture } from "./fixture-server.ts";
import { call, INITIALIZED, initialize, modernCall, request, textOf } from "./messages.ts";

describe("TMKB edge case: the end of input is a graceful shutdown", () => {
  test("without any message", async () => {
    const { finish } = connect();
    expect(await finish()).toEqual([]);
  });

  test("everything written in one go and ended at once is answered", async () => {
    const { send, finish } = connect();
    send(
      initialize(1),
      INITIALIZED,
      call(2, "echo", { text: "old" }),
      modernCall(3, "echo", { text: "new" }),
    );
    const replies = await finish();
    expect(new Set(replies.map(({ id }) => id))).toEqual(new Set([1, 2, 3]));
  });

  test("messages held until initialize is answered are answered, too", async () => {
    const works = fixture();
    let makeServer = () => {};
    const gate = new Promise<void>((resolve) => {
      makeServer = resolve;
    });
    const factory = (context: Parameters<typeof works.factory>[0]) => gate.then(() => works.factory(context));
    const { send, input, connection, left } = connect({ fixture: { ...works, factory } });
    send(initialize(1), INITIALIZED, call(2, "echo", { text: "x" }));
    input.end();
    await once(input, "end");
    makeServer();
    await connection.closed;
    expect(left()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: {} },
    ]);
  });

  test("a last message without a line break is answered", async () => {
    const { send, finish } = connect();
    send(JSON.stringify(request(1, "ping")));
    expect(await finish()).toMatchObject([{ id: 1, result: {} }]);
  });

  for (const [era, make] of [
    ["2025", call],
    ["2026-07-28", modernCall],
  ] as const) {
    test(`${era}: a reply in flight is not lost`, async () => {
      const { send, input, ask, fixture: server, connection, left } = await connectInitialized();
      send(make("slow", "hold", { key: "k" }));
      await ask(make("barrier", "echo", { text: "x" }));
      input.end();
      await once(input, "end");
      server.release("k");
      await connection.closed;
      expect(left().map(textOf)).toEqual(["released k"]);
      expect([...server.aborted]).toEqual([]);
    });

    test(`${era}: what does not finish in time is aborted and answered honestly`, async () => {
      const { send, ask, fixture: server, finish } = await connectInitialized({ drainMs: 20 });
      send(make("slow", "hold", { key: "k" }));
      await ask(make("barrier", "echo", { text: "x" }));
      expect(await finish()).toMatchObject([
        {
          id: "slow",
          error: { code: -32603, message: expect.stringContaining("may or may not have taken effect") },
        },
      ]);
      expect([...server.aborted]).toEqual(["k"]);
    });
  }

  test("an input that fails ends the same way", async () => {
    const { input, connection } = connect();
    input.destroy(new Error("read failed"));
    await connection.closed;
  });
});

describe("close(), as SIGINT and SIGTERM call it", () => {
  test("stops reading and waits for requests in flight", async () => {
    const { send, ask, fixture: server, connection, left } = await connectInitialized();
    send(call("slow", "hold", { key: "k" }));
    await ask(request("barrier", "ping"));
    const closing = connection.close();
    send(request("late", "ping"));
    server.release("k");
    await closing;
    await connection.closed;
    expect(left().map(({ id }) => id)).toEqual(["slow"]);
  });

  test("may be called twice", async () => {
    const { connection } = connect();
    await Promise.all([connection.close(), connection.close()]);
    await connection.close();
  });

  test("a server that closes itself closes the connection", async () => {
    const works = fixture();
    const made: { close(): Promise<void> }[] = [];
    const { connection, ask } = connect({
      fixture: {
        ...works,
        factory: async (context) => {
          const server = await works.factory(context);
          made.push(server);
          return server;
        },
      },
    });
    await ask(initialize(1));
    await made[0]?.close();
    await connection.closed;
  });
});

describe("TMKB transport layer: output", () => {
  /** A stream that accepts writes one by one, when the test says so. */
  function slowStream() {
    const writes: string[] = [];
    const pending: (() => void)[] = [];
    const stream = new Writable({
      highWaterMark: 1024,
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        writes.push(chunk);
        pending.push(done);
      },
    });
    return { stream, writes, accept: () => pending.shift()?.() };
  }

  test("each message is one write of one whole line", async () => {
    const { stream, writes, accept } = slowStream();
    const input = new PassThrough();
    const { log } = recordingLog();
    const { closed } = serveOverStdio(fixture().factory, {
      input,
      output: stream,
      log,
      requests: createRequestLogs(log, systemEntropy),
    });
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    input.end(["a", "b", "c"].map((id) => `${JSON.stringify(request(id, "ping"))}\n`).join(""));
    while (writes.length < 3) {
      accept();
      await new Promise(setImmediate);
    }
    expect(isClosed, "closed before the last line was out").toBe(false);
    accept();
    await closed;
    expect(writes.map((line) => [JSON.parse(line).id, line.endsWith("\n"), line.split("\n").length])).toEqual(
      [
        ["a", true, 2],
        ["b", true, 2],
        ["c", true, 2],
      ],
    );
  });

  test("no more input is read from a client that does not read, until it reads again", async () => {
    const { stream, writes, accept } = slowStream();
    const input = new PassThrough();
    const { log } = recordingLog();
    const { closed } = serveOverStdio(fixture().factory, {
      input,
      output: stream,
      log,
      requests: createRequestLogs(log, systemEntropy),
    });
    const big = JSON.stringify(modernCall("big", "echo", { text: "x".repeat(990_000) }));
    for (let id = 1; id <= 20; id++) input.write(`${big.replace('"big"', `"${id}"`)}\n`);
    while (stream.writableLength < 16 * 1024 * 1024) await new Promise(setImmediate);
    input.write(`${JSON.stringify(request("last before the pause", "ping"))}\n`);
    await new Promise(setImmediate);
    expect(input.isPaused()).toBe(true);
    input.write(`${JSON.stringify(request("first after the pause", "ping"))}\n`);
    while (!writes.at(-1)?.includes("first after the pause")) {
      accept();
      await new Promise(setImmediate);
    }
    expect(input.isPaused()).toBe(false);
    accept();
    input.end();
    await closed;
  });

  test("a client that is gone (EPIPE) ends the connection quietly", async () => {
    const input = new PassThrough();
    const output = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    });
    const { log, entries } = recordingLog();
    const { closed } = serveOverStdio(fixture().factory, {
      input,
      output,
      log,
      requests: createRequestLogs(log, systemEntropy),
    });
    input.write(`${JSON.stringify(request(1, "ping"))}\n${JSON.stringify(request(2, "ping"))}\n`);
    await closed;
    expect(entries.map(({ level }) => level)).toEqual(["info"]);
  });
});

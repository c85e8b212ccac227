import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { MESSAGE_LIMITS } from "../../../src/shared/text.ts";
import { call, INITIALIZED, initialize, modernCall, request, textOf, type WireMessage } from "./messages.ts";
import { FIXTURE_COMMAND, type SpawnedServer, spawnServer } from "./spawned.ts";

const MEBIBYTE = 1024 * 1024;

async function ready(): Promise<SpawnedServer> {
  const server = spawnServer(FIXTURE_COMMAND);
  await server.send(initialize("handshake"), INITIALIZED);
  await server.next();
  return server;
}

async function ask(server: SpawnedServer, message: WireMessage): Promise<WireMessage> {
  await server.send(message);
  return (await server.next()) ?? {};
}

describe("TMKB edge case: empty stdin (EOF) is a graceful shutdown with exit code 0", () => {
  test("without any message", async () => {
    const server = spawnServer(FIXTURE_COMMAND);
    server.endInput();
    expect(await server.exit).toBe(0);
    expect(server.left()).toEqual([]);
  });

  test("requests in flight are answered first, in both eras", async () => {
    const server = await ready();
    await server.send(call("old", "delay", { ms: 100 }), modernCall("new", "delay", { ms: 100 }));
    server.endInput();
    expect(await server.exit).toBe(0);
    expect(new Set(server.left().map(({ id }) => id))).toEqual(new Set(["old", "new"]));
  });

  test("a reply far larger than a pipe's buffer is written whole", async () => {
    const server = await ready();
    const text = "x".repeat(MESSAGE_LIMITS.characters - 100);
    await server.send(call("big", "echo", { text }));
    server.endInput();
    expect(await server.exit).toBe(0);
    expect(server.left().map((message) => textOf(message)?.length)).toEqual([text.length]);
  });
});

describe("SIGINT and SIGTERM end like the end of input", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    test(`${signal}: what is in flight is answered, the exit code is 0`, async () => {
      const server = await ready();
      await server.send(call("slow", "delay", { ms: 200 }));
      expect(await ask(server, request("barrier", "ping"))).toMatchObject({ id: "barrier" });
      server.child.kill(signal);
      expect(await server.exit).toBe(0);
      expect(server.left().map(({ id }) => id)).toEqual(["slow"]);
    });
  }
});

test("a client that is gone (EPIPE) ends the process quietly", async () => {
  const server = await ready();
  server.child.stdout?.destroy();
  await server.send(request(1, "ping"), request(2, "ping"));
  expect(await server.exit).toBe(0);
  expect(server.stderr()).not.toMatch(/^error|Unhandled|EPIPE.*\n\s+at /m);
});

describe("TMKB edge case: very large messages", () => {
  test("a message just under 10 MB is read, and answered with the limit on its text", async () => {
    const server = await ready();
    const cursor = "x".repeat(10 * MEBIBYTE - 200);
    expect(await ask(server, request(1, "tools/list", { cursor }))).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringContaining("at most 1,000,000 are allowed") },
    });
    server.endInput();
    expect(await server.exit).toBe(0);
  });

  test("a line over 10 MB is answered with the limit, its rest is not buffered, and the next line works", async () => {
    const server = await ready();
    const memory = async (id: number) => Number(textOf(await ask(server, call(id, "memory"))));
    const before = await memory(1);
    await server.write(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"',
    );
    const piece = Buffer.alloc(MEBIBYTE, "x");
    for (let sent = 0; sent < 200; sent += 1) await server.write(piece);
    await server.write('"}}}\n');
    expect(await server.next()).toMatchObject({
      id: 2,
      error: { code: -32600, message: expect.stringContaining("10485760 bytes (10 MB)") },
    });
    expect(((await memory(3)) - before) / MEBIBYTE).toBeLessThan(100);
    server.endInput();
    expect(await server.exit).toBe(0);
    expect(server.left()).toEqual([]);
  });
});

describe("the SDK's own client", () => {
  for (const [name, options] of [
    ["of the initialize family", {}],
    ["of 2026-07-28", { versionNegotiation: { mode: "auto" } }],
  ] as const) {
    test(`${name} lists, calls, and survives an answer whose id is null`, async () => {
      const transport = new StdioClientTransport({
        command: FIXTURE_COMMAND.command,
        args: [...FIXTURE_COMMAND.args],
        stderr: "ignore",
      });
      const client = new Client({ name: "test-client", version: "1.0" }, options);
      const problems: Error[] = [];
      await client.connect(transport);
      client.onerror = (error) => problems.push(error);
      expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("echo");
      await transport.send({ jsonrpc: "2.0", id: null, method: "ping" } as never);
      const result = await client.callTool({ name: "echo", arguments: { text: "still here" } });
      expect(result.content).toEqual([{ type: "text", text: "still here" }]);
      expect(problems).toHaveLength(1);
      await client.close();
    });
  }

  test("of 2026-07-28 cancels a call, and the server keeps answering", async () => {
    const transport = new StdioClientTransport({
      command: FIXTURE_COMMAND.command,
      args: [...FIXTURE_COMMAND.args],
      stderr: "ignore",
    });
    const client = new Client(
      { name: "test-client", version: "1.0" },
      { versionNegotiation: { mode: "auto" } },
    );
    await client.connect(transport);
    const controller = new AbortController();
    const held = client.callTool({ name: "hold", arguments: { key: "k" } }, { signal: controller.signal });
    controller.abort();
    await expect(held).rejects.toThrow();
    const result = await client.callTool({ name: "echo", arguments: { text: "x" } });
    expect(result.content).toEqual([{ type: "text", text: "x" }]);
    await client.close();
  });
});

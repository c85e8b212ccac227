import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { MAX_REPLY_CHARACTERS } from "../../src/shared/text.ts";
import { call, INITIALIZED, initialize, request, textOf, type WireMessage } from "../mcp/stdio/messages.ts";
import { spawnServer } from "../mcp/stdio/spawned.ts";
import { folderOfTest } from "../support/memory.ts";
import { PATIENT } from "../support/patient.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

/** How long another request may wait, on a slow machine, while a large one is read and refused. */
const DEADLINE_MS = 60_000;
const CAPTURE = "membria_capture_decision";
const DECISION = { statement: "Keep the orders in PostgreSQL", alternatives: ["Files"], confidence: 0.8 };

const names = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`unknown_${i}`, value]));
const prompt = (args: Record<string, unknown>) =>
  request(1, "prompts/get", { name: "before_decision", arguments: args });

/** What is too large, and what the refusal has to say: what it is about, how much there was, how much there may be. */
const ATTACKS: readonly [name: string, message: () => WireMessage, refusal: RegExp][] = [
  ["7 MB of unknown arguments", () => call(1, CAPTURE, names(380_000)), /380,000 names; at most 1,000/],
  [
    "a million empty alternatives",
    () => call(1, CAPTURE, { ...DECISION, alternatives: Array(1_000_000).fill("") }),
    /alternatives has 1,000,000 items; at most 1,000/,
  ],
  [
    "9 MB of text in lists and texts that are each within their limits",
    () => call(1, CAPTURE, { ...DECISION, ...texts(90) }),
    /9,000,\d{3} characters of text together; at most 1,000,000.* passed in alternatives/,
  ],
  [
    "a million values in lists that are each within their limits",
    () => call(1, CAPTURE, { ...DECISION, alternatives: Array(900).fill(Array(900).fill(0)) }),
    /values in all lists and objects together; at most 10,000/,
  ],
  ["7 MB of arguments of a prompt", () => prompt(names(350_000, "")), /350,000 names; at most 1,000/],
  [
    "7 MB of metadata",
    () => request(1, "tools/call", { name: CAPTURE, arguments: DECISION, _meta: names(380_000) }),
    /params\._meta has 380,000 names; at most 1,000/,
  ],
  [
    "an address of 9 MB",
    () => request(1, "resources/read", { uri: `membria://decisions/${"a".repeat(9_000_000)}` }),
    /9,000,\d{3} characters/,
  ],
];

const texts = (count: number) => {
  const all = Array.from({ length: count }, () => "word ".repeat(10_000));
  return { alternatives: all, assumptions: all };
};

const saidIn = (reply: WireMessage): string => textOf(reply) ?? reply.error?.message ?? "";

describe("over HTTP", () => {
  async function start() {
    const { path } = await folderOfTest();
    const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0", "--insecure-no-auth"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...PATIENT, MEMBRIA_HOME: path, MEMBRIA_EMBEDDING: "off" },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    return new URL(line.replace("Membria listens on ", "")).origin;
  }

  it.each(ATTACKS)("%s: refused briefly, and the server stays available", async (_, message, refusal) => {
    const url = await start();
    const body = JSON.stringify(message());
    let answered = false;
    const reply = fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    })
      .then((response) => response.text())
      .finally(() => {
        answered = true;
      });
    while (!answered) {
      const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(DEADLINE_MS) });
      expect(await response.json()).toEqual({ status: "ok" });
    }
    const text = await reply;
    expect(text.length).toBeLessThan(2_000);
    expect(saidIn(JSON.parse(text))).toMatch(refusal);
  });
});

describe("over stdio", () => {
  async function start() {
    const { path } = await folderOfTest();
    const server = spawnServer({
      command: process.execPath,
      args: [MEMBRIA, "mcp", "serve"],
      env: { MEMBRIA_HOME: path, MEMBRIA_EMBEDDING: "off" },
    });
    onTestFinished(() => void server.child.kill("SIGKILL"));
    await server.send(initialize("handshake"), INITIALIZED);
    await server.next();
    return server;
  }

  it.each(ATTACKS)("%s: refused briefly, and a ping behind it is answered", async (_, message, refusal) => {
    const server = await start();
    await server.send(message());
    await server.send(request("ping", "ping"));
    const replies = [await server.next(), await server.next()];
    const [refused, pong] = replies[0]?.id === "ping" ? replies.toReversed() : replies;
    expect(pong).toMatchObject({ id: "ping", result: {} });
    expect(JSON.stringify(refused).length).toBeLessThan(2_000);
    expect(saidIn(refused ?? {})).toMatch(refusal);
  });

  it.each([
    [
      "before",
      (text: string) => `{"jsonrpc":"2.0","id":"early","method":"ping","params":{"text":"${text}"}}`,
    ],
    ["behind", (text: string) => `{"method":"ping","params":{"text":"${text}"},"jsonrpc":"2.0","id":"late"}`],
  ])("a line of 11 MB is refused with the id %s its text", async (_, line) => {
    const server = await start();
    const sent = line("x".repeat(11 * 1024 * 1024));
    await server.write(`${sent}\n`);
    expect(await server.next()).toMatchObject({ id: JSON.parse(sent).id, error: { code: -32600 } });
  });

  it("the largest result that a caller can ask for is sent", async () => {
    const server = await start();
    // Quotation marks and line breaks take twice the room in JSON.
    const alternatives = Array.from({ length: 4 }, (_, i) => `${i} ${'"\n'.repeat(24_000)}`);
    await server.send(call(1, CAPTURE, { ...DECISION, alternatives }));
    const captured = (await server.next())?.result?.["structuredContent"] as
      | { decision_id: string }
      | undefined;
    const decision_id = captured?.decision_id;
    await server.send(call(2, "membria_get_decision", { decision_id, max_tokens: 100_000 }));
    const reply = await server.next();
    expect(reply?.result?.["isError"]).toBeUndefined();
    const size = JSON.stringify(reply).length;
    expect(size).toBeGreaterThan(500_000);
    expect(size).toBeLessThan(MAX_REPLY_CHARACTERS);
  });
});

import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { answerBatch, callWithoutSession } from "../../../src/mcp/http/endpoint.ts";
import { createRequestLogs } from "../../../src/mcp/messages/request-logs.ts";
import { systemEntropy } from "../../../src/shared/system/system.ts";
import { MAX_REPLY_CHARACTERS } from "../../../src/shared/text.ts";
import { json } from "../http/open-http.ts";
import { connectInitialized, recordingLog } from "./connection.ts";
import { fixture } from "./fixture-server.ts";
import { call, modernCall, request, textOf, type WireMessage } from "./messages.ts";

/** A character that takes six in JSON, so that the reply is longer than any request. */
const BELL = "\u0007";
const TOO_LONG = {
  code: -32600,
  message: expect.stringMatching(
    /^The reply would have 3,000,\d{3} characters, and at most 2,000,000 are sent/,
  ),
};

describe("a reply that is too long is replaced by an error that says so", () => {
  it("over stdio, in both eras, and the connection goes on", async () => {
    const { ask } = await connectInitialized();
    const args = { text: BELL.repeat(500_000) };
    expect(await ask(call(1, "echo", args))).toMatchObject({ id: 1, error: TOO_LONG });
    expect(await ask(modernCall(2, "echo", args))).toMatchObject({ id: 2, error: TOO_LONG });
    const text = BELL.repeat(300_000);
    expect(textOf(await ask(call(3, "echo", { text })))).toBe(text);
  });

  it("over HTTP", async () => {
    const server = await fixture().factory({ era: "legacy" });
    const message = call(1, "echo", { text: BELL.repeat(500_000) }) as unknown as JSONRPCRequest;
    const { log } = recordingLog();
    const { signal } = new AbortController();
    const requests = createRequestLogs(log, systemEntropy);
    expect(await callWithoutSession(server as never, message, { requests, signal })).toMatchObject({
      message: { id: 1, error: TOO_LONG },
    });
  });

  it("in a batch, whose replies share the limit: what does not fit is not carried out", async () => {
    const served: unknown[] = [];
    const batch = Buffer.from(JSON.stringify([1, 2, 3, 4].map((id) => request(id, "ping"))));
    const response = await answerBatch(batch, async ({ id }) => {
      served.push(id);
      return { jsonrpc: "2.0", id, result: { text: "x".repeat(MAX_REPLY_CHARACTERS * 0.6) } };
    });
    const { results } = (await json(response)) as { results: WireMessage[] };
    expect(served).toEqual([1, 2]);
    expect(results.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, -32600],
      [4, -32600],
    ]);
    expect(results[3]?.error?.message).toContain("was not carried out");
  });
});

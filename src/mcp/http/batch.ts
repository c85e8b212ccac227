import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/server";
import { MAX_REPLY_CHARACTERS } from "../../shared/text.ts";
import { classify, parseJson } from "../messages/envelope.ts";
import { type Measured, measureMessage } from "../messages/measure.ts";
import { CODES } from "../messages/refusal.ts";
import { BODY } from "./body.ts";
import { problemResponse } from "./problem.ts";

const MAX_BATCH = 100;
const OPEN_LIST = 0x5b;

type Answer = Readonly<Record<string, unknown>>;

/** A list of requests, answered one after the other in the format of the Membria document. */
export async function answerBatch(
  body: Uint8Array,
  call: (message: JSONRPCRequest) => Promise<JSONRPCMessage>,
): Promise<Response> {
  const value = parseJson(body, BODY);
  if ("problem" in value) return invalid(value.problem);
  const items = value.value;
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_BATCH) {
    const received = Array.isArray(items) ? `${items.length} items` : "something else";
    return invalid(`A batch must be a list of 1 to ${MAX_BATCH} JSON-RPC requests; received ${received}.`);
  }
  const results: string[] = [];
  let size = 0;
  let at = body.indexOf(OPEN_LIST) + 1;
  for (const item of items) {
    const measured = measureMessage(body, at);
    at = measured.end;
    const answer = await answerOne(item, measured, size < MAX_REPLY_CHARACTERS ? call : leftOut);
    if (answer) {
      const text = JSON.stringify(answer);
      size += text.length;
      results.push(text);
    }
    // Other requests are served between two of the batch.
    await new Promise(setImmediate);
  }
  return new Response(`{"results":[${results.join(",")}]}`, {
    headers: { "Content-Type": "application/json" },
  });
}

/** The limit of one reply also holds for all replies of a batch. */
const leftOut = async ({ id }: JSONRPCRequest): Promise<JSONRPCMessage> => ({
  jsonrpc: "2.0",
  id,
  error: {
    code: CODES.invalidRequest,
    message: `The replies to this batch have ${MAX_REPLY_CHARACTERS.toLocaleString("en")} characters already. This request was not carried out. Send it in another batch.`,
  },
});

/** Undefined for a notification, which gets no answer. */
async function answerOne(
  item: unknown,
  measured: Measured,
  call: (message: JSONRPCRequest) => Promise<JSONRPCMessage>,
): Promise<Answer | undefined> {
  const reading = classify(item, measured, BODY);
  if (reading.kind === "refused") return { ...reading.refusal };
  if (reading.kind !== "request") return undefined;
  const { jsonrpc: _, ...answer } = await call(reading.message);
  return answer;
}

function invalid(message: string): Response {
  return problemResponse({ status: 400, code: "VALIDATION_ERROR", message });
}

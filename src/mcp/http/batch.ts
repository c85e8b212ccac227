import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/server";
import { classify, parseJson } from "../messages/envelope.ts";
import { BODY } from "./body.ts";
import { problemResponse } from "./problem.ts";

const MAX_BATCH = 100;

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
  const results: Answer[] = [];
  for (const item of items) {
    const answer = await answerOne(item, call);
    if (answer) results.push(answer);
  }
  return Response.json({ results });
}

/** Undefined for a notification, which gets no answer. */
async function answerOne(
  item: unknown,
  call: (message: JSONRPCRequest) => Promise<JSONRPCMessage>,
): Promise<Answer | undefined> {
  const reading = classify(item, BODY);
  if (reading.kind === "refused") return { ...reading.refusal };
  if (reading.kind !== "request") return undefined;
  const { jsonrpc: _, ...answer } = await call(reading.message);
  return answer;
}

function invalid(message: string): Response {
  return problemResponse({ status: 400, code: "VALIDATION_ERROR", message });
}

import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type RequestId,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import type { Fault } from "../../shared/errors.ts";
import { MESSAGE_LIMITS } from "../../shared/text.ts";
import { methodForLog } from "./for-log.ts";
import { describeIssues, type Issue } from "./issues.ts";
import { excessFault, type Measured, measureMessage } from "./measure.ts";
import { CODES, type Refusal, refuse, refusedArguments, shown } from "./refusal.ts";

/** A reply to a request of ours. Its shape is checked by the code that waits for it. */
export interface Reply {
  readonly jsonrpc: "2.0";
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export type Reading =
  | { readonly kind: "request"; readonly message: JSONRPCRequest }
  | { readonly kind: "notification"; readonly message: JSONRPCNotification }
  | { readonly kind: "reply"; readonly message: Reply }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** A notification never gets an answer, not even when it is malformed. */
  | { readonly kind: "ignored"; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

const EXAMPLE = '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}';
const NOTIFICATION_PREFIX = "notifications/";

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Ids that come back as they were sent. A fraction, or an integer that a double cannot hold, is legal JSON
 * but no MCP request id, and could come back as another number. A very long one would make every reply long.
 */
export const isRequestId = (value: unknown): value is RequestId =>
  typeof value === "string" ? value.length <= MESSAGE_LIMITS.id : Number.isSafeInteger(value);

const refused = (id: RequestId | null, code: number, message: string): Reading => ({
  kind: "refused",
  refusal: refuse(id, code, message),
});

/** What a message arrives in, for error messages: a line or a body. */
export interface Carrier {
  readonly name: string;
  /** What to do instead of sending several messages in one. */
  readonly insteadOfBatch: string;
}

const LINE: Carrier = { name: "line", insteadOfBatch: "Send each message as a line of its own." };

/** Parses received bytes into a message, or into the refusal to send back. Never throws. */
export function readMessage(bytes: Uint8Array, carrier: Carrier = LINE): Reading {
  const value = parseJson(bytes, carrier);
  if ("problem" in value) return refused(null, CODES.parseError, value.problem);
  return classify(value.value, measureMessage(bytes), carrier);
}

export function parseJson(
  bytes: Uint8Array,
  { name }: Carrier,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    return {
      problem:
        error instanceof SyntaxError
          ? `Parse error: the ${name} is not valid JSON. Send one JSON-RPC 2.0 message per ${name}, such as ${EXAMPLE}.`
          : `Parse error: the ${name} is not valid UTF-8. Send each JSON-RPC message as one ${name} of UTF-8.`,
    };
  }
}

/** Turns a parsed JSON value into a message or a refusal. */
export function classify(value: unknown, measured: Measured, { insteadOfBatch }: Carrier): Reading {
  if (Array.isArray(value)) return invalid(null, `batches are not supported. ${insteadOfBatch}`);
  if (!isObject(value)) {
    return invalid(null, `a message is a JSON object such as ${EXAMPLE}, received ${shown(value)}.`);
  }
  const { elsewhere, inArguments } = measured;
  if (elsewhere?.limit === "depth") return refuseDepth(value);
  if (elsewhere) return refuseExcess(value, excessFault(elsewhere, "The parts of this message"));
  if (inArguments) return refuseArguments(value, excessFault(inArguments, "The arguments"));
  return classifyFields(value);
}

/** The arguments of a tool are refused by the tool, in the format of its vocabulary. */
function refuseArguments(value: Fields, fault: Fault): Reading {
  const { method, params } = value;
  if (method !== "tools/call" || !isObject(params)) return refuseExcess(value, fault);
  return classifyFields({ ...value, params: { ...params, arguments: refusedArguments(fault) } });
}

function refuseDepth(value: Fields): Reading {
  const problem = `Invalid request: the message is nested deeper than ${MESSAGE_LIMITS.depth} levels. Send a flatter one.`;
  return refuseUnread(value, refuse(idOf(value), CODES.invalidRequest, problem));
}

function refuseExcess(value: Fields, fault: Fault): Reading {
  // In the format of `protocolError`, which would make every start load the vocabularies first.
  const { sentence, reason, field, received, message: problem, hint: suggestion } = fault;
  const data = { reason, ...(field && { field }), problem, received, suggestion };
  return refuseUnread(value, refuse(idOf(value), CODES.invalidParams, sentence, data));
}

/** Notifications and replies are not answered: the id of a reply is one of ours, which the client may use as well. */
function refuseUnread(value: Fields, refusal: Refusal): Reading {
  const { id, error } = refusal;
  const { code, message } = error;
  if (isReply(value)) return { kind: "reply", message: { jsonrpc: "2.0", id, error: { code, message } } };
  if (!("id" in value) && typeof value["method"] === "string")
    return { kind: "ignored", reason: "notification that is too large" };
  return { kind: "refused", refusal };
}

const isReply = (value: Fields): boolean =>
  value["method"] === undefined && ("result" in value || "error" in value);

function classifyFields(value: Fields): Reading {
  const { jsonrpc, method } = value;
  const id = idOf(value);
  if (jsonrpc !== "2.0") return invalid(id, `"jsonrpc" must be "2.0", received ${shown(jsonrpc)}.`);
  if (isReply(value)) return { kind: "reply", message: replyIn(value) };
  if (typeof method !== "string") {
    return invalid(id, `"method" must be a string such as "tools/list", received ${shown(method)}.`);
  }
  return "id" in value ? request(value, method) : notification(value, method);
}

function replyIn({ id, result, error }: Fields): Reply {
  return {
    jsonrpc: "2.0",
    id,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  };
}

function idOf({ id }: Fields): RequestId | null {
  return isRequestId(id) ? id : null;
}

function invalid(id: RequestId | null, problem: string): Reading {
  return refused(id, CODES.invalidRequest, `Invalid request: ${problem}`);
}

function request(value: Fields, method: string): Reading {
  const { id, params } = value;
  if (!isRequestId(id)) {
    const wanted =
      typeof id === "string" ? `have at most ${MESSAGE_LIMITS.id} characters` : "be a string or an integer";
    return invalid(null, `"id" must ${wanted}, received ${shown(id)}.`);
  }
  if (Array.isArray(params)) {
    return refused(
      id,
      CODES.invalidParams,
      `Invalid params for ${shown(method)}: MCP takes parameters by name. Send "params" as an object.`,
    );
  }
  if (params !== undefined && !isObject(params)) {
    return invalid(id, `"params" must be an object or left out, received ${shown(params)}.`);
  }
  const message = { jsonrpc: "2.0", id, method, ...(params && { params }) };
  if (isJSONRPCRequest(message)) return { kind: "request", message };
  // The SDK silently drops messages that its schema refuses. Only `_meta` can still be wrong here.
  const { issues = [] } = specTypeSchemas.JSONRPCRequest["~standard"].validate(message) as {
    issues?: readonly Issue[];
  };
  return refused(id, CODES.invalidParams, describeIssues(issues, method));
}

function notification(value: Fields, method: string): Reading {
  if (!method.startsWith(NOTIFICATION_PREFIX)) {
    return invalid(
      null,
      `${shown(method)} is a request and needs an "id" (a string or an integer); only "${NOTIFICATION_PREFIX}…" has none.`,
    );
  }
  const { params } = value;
  const message = { jsonrpc: "2.0", method, ...(params !== undefined && { params }) };
  if (isJSONRPCNotification(message)) return { kind: "notification", message };
  return { kind: "ignored", reason: `${methodForLog(method)} with malformed params` };
}

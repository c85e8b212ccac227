import type { JSONRPCNotification, JSONRPCRequest } from "@modelcontextprotocol/server";
import { CODES, type Refusal, refuse } from "./refusal.ts";

type Phase = "new" | "negotiating" | "negotiated" | "ready";

/** `hold`: it cannot be decided until `initialize` is answered. */
export type Verdict = "deliver" | "hold" | "ignore" | Refusal;

/** The state of the `initialize` handshake. It only gives verdicts; the caller delivers, holds or refuses messages. */
export interface Lifecycle {
  request(request: JSONRPCRequest): Verdict;
  notification(notification: JSONRPCNotification): Verdict;
  /** Called when `initialize` was answered. After a failure the client may try again. */
  initializeAnswered(succeeded: boolean): void;
}

const NOT_INITIALIZED = "Server not initialized. Send initialized notification first.";
const ALREADY_INITIALIZED = "Already initialized";
const HANDSHAKE =
  'Send "initialize", wait for its result, send "notifications/initialized"; or send "2026-07-28" in the "_meta" of each request and skip the handshake.';

export function createLifecycle(): Lifecycle {
  let phase: Phase = "new";

  // -32600, because JSON-RPC has no code for "not now", and the -32002 that some servers use
  // means a missing resource in this protocol family and too few outcomes in our own dialect.
  const refusal = ({ id }: JSONRPCRequest, message: string, suggestion: string) =>
    refuse(id, CODES.invalidRequest, message, { suggestion });

  return {
    request(request) {
      if (request.method === "ping") return "deliver";
      if (phase === "negotiating") return "hold";
      if (request.method === "initialize") {
        if (phase !== "new") return refusal(request, ALREADY_INITIALIZED, "Continue with this session.");
        phase = "negotiating";
        return "deliver";
      }
      return phase === "ready" ? "deliver" : refusal(request, NOT_INITIALIZED, HANDSHAKE);
    },
    notification({ method }) {
      if (phase === "negotiating") return "hold";
      if (method !== "notifications/initialized") return phase === "new" ? "ignore" : "deliver";
      if (phase !== "negotiated") return "ignore";
      phase = "ready";
      return "deliver";
    },
    initializeAnswered(succeeded) {
      phase = succeeded ? "negotiated" : "new";
    },
  };
}

/**
 * Some clients send capabilities as booleans: `true` means a capability without options, `false` none. The SDK accepts
 * objects only.
 */
export function withObjectCapabilities(request: JSONRPCRequest): JSONRPCRequest {
  const { capabilities } = request.params ?? {};
  if (typeof capabilities !== "object" || capabilities === null || Array.isArray(capabilities))
    return request;
  const entries = Object.entries(capabilities)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => [name, value === true ? {} : value] as const);
  return { ...request, params: { ...request.params, capabilities: Object.fromEntries(entries) } };
}

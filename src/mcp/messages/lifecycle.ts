import type { JSONRPCNotification, JSONRPCRequest } from "@modelcontextprotocol/server";
import { CODES, type Refusal, refuse } from "./refusal.ts";

type Phase = "new" | "negotiating" | "negotiated" | "ready";

/** `hold`: nobody can say yet, because `initialize` is still being answered. */
export type Verdict = "deliver" | "hold" | "ignore" | Refusal;

/** The handshake of the `initialize` family. It only decides; who asks delivers, holds or answers. */
export interface Lifecycle {
  request(request: JSONRPCRequest): Verdict;
  notification(notification: JSONRPCNotification): Verdict;
  /** The delivered `initialize` has its answer. One that failed does not count. */
  initializeAnswered(succeeded: boolean): void;
}

const NOT_INITIALIZED = "Server not initialized. Send initialized notification first.";
const ALREADY_INITIALIZED = "Already initialized";
const HANDSHAKE =
  'Send "initialize", wait for its result, send "notifications/initialized"; or carry "2026-07-28" in the "_meta" of each request and skip the handshake.';

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
        if (phase !== "new") return refusal(request, ALREADY_INITIALIZED, "Go on with this session.");
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
 * Some clients write capabilities as booleans: `true` is a capability without options, `false` one that is not there.
 * The SDK takes objects only.
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

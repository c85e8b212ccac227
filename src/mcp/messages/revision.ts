import {
  CLIENT_CAPABILITIES_META_KEY,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/server";
import { CODES, type Refusal, refuse, shown } from "./refusal.ts";

/** `legacy` is the `initialize` family; a `modern` message carries its revision in `params._meta`. */
export type Era = "legacy" | "modern";

const MODERN = "2026-07-28";

type Meta = Readonly<Record<string, unknown>>;
type Message = JSONRPCRequest | JSONRPCNotification;

const metaOf = (message: Message): Meta => (message.params?._meta as Meta | undefined) ?? {};
const namesVersion = (meta: Meta) => Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY);

/** The era of a request. Every request is checked, because the SDK looks only at the first one of a connection. */
export function eraOfRequest(request: JSONRPCRequest): Era | Refusal {
  const meta = metaOf(request);
  if (!namesVersion(meta)) return "legacy";
  const version = meta[PROTOCOL_VERSION_META_KEY];
  if (typeof version !== "string") {
    return envelopeProblem(
      request,
      PROTOCOL_VERSION_META_KEY,
      `must be "${MODERN}", received ${shown(version)}`,
    );
  }
  // Clients of the older family may also send their version in `_meta`; they still use the handshake.
  if (request.method === "initialize" && version < MODERN) return "legacy";
  if (version !== MODERN) {
    const { code, message, data } = new UnsupportedProtocolVersionError({
      supported: [MODERN],
      requested: version.slice(0, 40),
    });
    return refuse(request.id, code, message, data);
  }
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  if (typeof capabilities !== "object" || capabilities === null || Array.isArray(capabilities)) {
    const received = capabilities === undefined ? "is missing" : `is ${shown(capabilities)}`;
    return envelopeProblem(
      request,
      CLIENT_CAPABILITIES_META_KEY,
      `must be an object, {} at least, and ${received}`,
    );
  }
  return "modern";
}

export function eraOfNotification(notification: JSONRPCNotification): Era {
  return namesVersion(metaOf(notification)) ? "modern" : "legacy";
}

function envelopeProblem(request: JSONRPCRequest, key: string, problem: string): Refusal {
  return refuse(
    request.id,
    CODES.invalidParams,
    `Invalid params for ${shown(request.method)}: "_meta" carries a protocol version, but its "${key}" ${problem}.`,
  );
}

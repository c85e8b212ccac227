import type { ErrorObject } from "./refusal.ts";

/** The methods of the protocol. Any other is a text of the caller. */
const METHODS: ReadonlySet<string> = new Set([
  "initialize",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "subscriptions/listen",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "notifications/initialized",
  "notifications/cancelled",
  "notifications/progress",
  "notifications/roots/list_changed",
]);

export const methodForLog = (method: string): string =>
  METHODS.has(method) ? method : `<method ${method.length}>`;

/** The id that a client gave a request, if it is a number. A text could be anything. */
export const idForLog = (id: unknown): { id?: number } => (typeof id === "number" ? { id } : {});

/** An error that a client gets, without its sentences, which repeat what the client sent. */
export function errorForLog({ code, data }: ErrorObject): { code: number; reason?: string } {
  const reason = typeof data === "object" && data !== null && "reason" in data ? data.reason : undefined;
  return { code, ...(typeof reason === "string" && { reason }) };
}

/** The words of the SDK about a message, without the message itself, which it appends after a colon. */
export const problemForLog = ({ name, message }: Error): { problem: string } => ({
  problem: `${name}: ${message.split(/[:"'{[]/, 1)[0]?.trim()}`,
});

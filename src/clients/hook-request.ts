import { HOOK_EVENTS } from "../domain/hooks/hook-events.ts";
import { HOOK_CLIENTS, type ReceivedEvent } from "./answer-hook.ts";
import { isFields } from "./event-fields.ts";

/** Raised when what a server and a hook of another version say to each other changes. */
const VERSION = 1;

interface HookRequest {
  readonly received: ReceivedEvent;
  /** The project that the settings of the hook name. Those of the server may name none, or another. */
  readonly project?: string | undefined;
}

/** An event as a hook passes it on to a running server, in one line. */
export const hookRequest = (received: ReceivedEvent, project: string | undefined): string =>
  JSON.stringify({ v: VERSION, ...received, project });

/** Undefined for what no hook of this version sends. */
export function readRequest(line: string): HookRequest | undefined {
  const value: unknown = JSON.parse(line);
  if (!isFields(value) || value["v"] !== VERSION) return undefined;
  const { client, event, input, project } = value;
  const isKnown =
    (HOOK_CLIENTS as readonly unknown[]).includes(client) &&
    (HOOK_EVENTS as readonly unknown[]).includes(event) &&
    isFields(input) &&
    (project === undefined || typeof project === "string");
  return isKnown ? { received: { client, event, input } as ReceivedEvent, project } : undefined;
}

/** What is to be printed. */
export const hookAnswer = (printed: string): string => JSON.stringify({ v: VERSION, printed });

/** Undefined if the server could not answer. */
export function readAnswer(line: string): string | undefined {
  const value: unknown = JSON.parse(line);
  if (!isFields(value) || value["v"] !== VERSION) return undefined;
  return typeof value["printed"] === "string" ? value["printed"] : undefined;
}

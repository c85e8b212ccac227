import { HOOK_EVENTS } from "../hooks/index.ts";
import { HOOK_CLIENTS, type ReceivedEvent } from "./answer-hook.ts";
import { isFields } from "./hook-dialects.ts";

/** Raised when what a server and a hook of another version say to each other changes. */
const VERSION = 1;

interface HookRequest {
  readonly received: ReceivedEvent;
  /** The project that the settings of the hook name. Those of the server may name none, or another. */
  readonly project?: string | undefined;
  /** How long the hook waits. One of 0.2.0 does not say so. */
  readonly waitsMs?: number | undefined;
  /** Whether the hook says with another line that it has printed the answer. One of 0.2.0 does not. */
  readonly confirms: boolean;
}

/** An event as a hook passes it on to a running server, in one line. */
export const hookRequest = (
  received: ReceivedEvent,
  { project, waitsMs }: Pick<HookRequest, "project" | "waitsMs">,
): string => JSON.stringify({ v: VERSION, ...received, project, waitsMs, confirms: true });

/** Undefined for what no hook of this version sends. */
export function readRequest(line: string): HookRequest | undefined {
  const value: unknown = JSON.parse(line);
  if (!isFields(value) || value["v"] !== VERSION) return undefined;
  const { client, event, input, project, waitsMs, confirms } = value;
  const isKnown =
    (HOOK_CLIENTS as readonly unknown[]).includes(client) &&
    (HOOK_EVENTS as readonly unknown[]).includes(event) &&
    isFields(input) &&
    (project === undefined || typeof project === "string") &&
    (waitsMs === undefined || typeof waitsMs === "number");
  if (!isKnown) return undefined;
  return {
    received: { client, event, input } as ReceivedEvent,
    project,
    waitsMs,
    confirms: confirms === true,
  };
}

/** The answer with what is to be printed. */
export const hookAnswer = (printed: string): string => JSON.stringify({ v: VERSION, printed });

/** Undefined if the server could not answer. */
export function readAnswer(line: string): string | undefined {
  const value: unknown = JSON.parse(line);
  if (!isFields(value) || value["v"] !== VERSION) return undefined;
  return typeof value["printed"] === "string" ? value["printed"] : undefined;
}

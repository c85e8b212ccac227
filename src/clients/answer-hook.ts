import type { HookEvent, ReportedEvent, Told, ToSay } from "../hooks/index.ts";
import { jsonDepth, READ_LIMITS } from "../shared/read-limits.ts";
import type { ClientName } from "./client.ts";
import {
  claudeCodeHooks,
  codexHooks,
  copilotHooks,
  cursorHooks,
  type Fields,
  geminiHooks,
  type HookDialect,
  isFields,
  opencodeHooks,
} from "./hook-dialects.ts";

const DIALECTS = {
  "claude-code": claudeCodeHooks,
  codex: codexHooks,
  gemini: geminiHooks,
  copilot: copilotHooks,
  opencode: opencodeHooks,
  cursor: cursorHooks,
} as const satisfies Partial<Record<ClientName, HookDialect>>;

/** The clients that report events. */
export type HookClient = keyof typeof DIALECTS;
export const HOOK_CLIENTS = Object.keys(DIALECTS) as readonly HookClient[];

/** A line of JSON as a client sent it. */
export interface ReceivedEvent {
  readonly client: HookClient;
  readonly event: HookEvent;
  readonly input: Fields;
}

/** @throws SyntaxError if it is not JSON; undefined if it is not an object, or is nested deeper than can be passed on. */
export function parseEvent(client: HookClient, event: HookEvent, text: string): ReceivedEvent | undefined {
  const input: unknown = JSON.parse(text);
  return isFields(input) && jsonDepth(input) <= READ_LIMITS.jsonDepth ? { client, event, input } : undefined;
}

/** Longer is no name that a client gives. */
const LONGEST_SESSION = 200;
/** A whole path. Who reads it works elsewhere. */
const FOLDER = /^(?:\/|[A-Za-z]:[\\/]|\\\\)[^\0]*$/;

/** The event in no client's words. */
export function reportedIn({ client, event, input }: ReceivedEvent): ReportedEvent | undefined {
  const read = DIALECTS[client].read(event, input);
  if (!read || read.session.length > LONGEST_SESSION) return undefined;
  const folder = read.folder !== undefined && FOLDER.test(read.folder) ? read.folder : undefined;
  return { event, client, ...read, folder };
}

/** The text that is printed for a client, and what counts as told once it is. */
export interface WrittenAnswer {
  readonly printed: string;
  readonly told: readonly Told[];
}

export function answerWith(received: ReceivedEvent, say: ToSay | undefined): WrittenAnswer {
  const printed = writtenFor(received, say?.text);
  return { printed, told: printed === "" ? [] : (say?.told ?? []) };
}

/** The output for a text; nothing where there is none, or where nobody hears it. */
export function writtenFor(received: ReceivedEvent, text: string | undefined): string {
  const { client, event, input } = received;
  if (text === undefined || reportedIn(received)?.isUnheard) return "";
  return DIALECTS[client].write(event, text, input);
}

import type { SessionKey } from "../../sessions/index.ts";
import type { Screened } from "../../shared/text.ts";

/** What is known of a session from its hooks. It is kept on this machine and expires. */
export interface HookSession extends SessionKey {
  readonly project: string;
  readonly folder?: string | undefined;
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** How often the conversation was shortened. What was told before is told again. */
  readonly epoch: number;
  /** Set if the person wants to hear nothing in this session. */
  readonly isOff: boolean;
  /** The last prompt of the person. */
  readonly prompt?: Screened | undefined;
  /** The decisions that were captured since that prompt. */
  readonly captured: readonly string[];
}

/** Why something was said: a decision that holds, one that failed, one that was replaced, or where the work stands. */
export const TOLD_KINDS = ["in-force", "failed", "replaced", "resumed"] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** That a session was told of a record. It has no text of the record. */
export interface Told extends SessionKey {
  readonly project: string;
  /** That of the session when it was told, or `NOT_RECEIVED`. */
  readonly epoch: number;
  readonly at: Date;
  readonly event: HookEvent;
  readonly kind: ToldKind;
  /** The decision or checkpoint. */
  readonly record: string;
  /** The file that was about to be changed. */
  readonly file?: string | undefined;
  /** How sure the search was; undefined where nothing was searched. */
  readonly relevance?: number | undefined;
  /** The length of the whole message, in tokens. */
  readonly tokens: number;
}

/** Of what the session never got: the hook had stopped waiting, or did not say that it printed it. It is told again. */
export const NOT_RECEIVED = -1;

/** What a session is told about an event. Only what reached it counts as told: until then it is not recorded. */
export interface ToSay {
  readonly text: string;
  readonly told: readonly Told[];
}

/** How long what hooks leave behind is kept. */
export const HOOKS_KEPT_DAYS = 30;

/** What changes of a session. What is left out stays. */
export interface SessionChange {
  readonly isOff?: boolean | undefined;
  /** Set if the conversation was shortened. */
  readonly compacted?: boolean | undefined;
  /** A new prompt begins a new turn, in which nothing was captured yet. */
  readonly prompt?: Screened | undefined;
  /** A decision that was captured in this turn. */
  readonly captured?: string | undefined;
  readonly files?: readonly Screened[] | undefined;
}

export interface ToldTotals {
  /** Messages, not records. */
  readonly messages: number;
  readonly tokens: number;
  readonly records: Readonly<Record<ToldKind, number>>;
}

/** What a client reports, in no client's words. Texts are as they came: whoever stores one screens it first. */
export interface ReportedEvent {
  readonly event: HookEvent;
  readonly client: string;
  /** The client's name for the session. */
  readonly session: string;
  /** The directory of the session. */
  readonly folder?: string | undefined;
  /** Whether the conversation was shortened, so that the model no longer knows what it was told. */
  readonly compacted?: boolean | undefined;
  /** Set if a conversation goes on that still has what was told at its start. */
  readonly resumed?: boolean | undefined;
  readonly prompt?: string | undefined;
  /** Set if the client passes no answer on to the model, so that nothing counts as told. */
  readonly isUnheard?: boolean | undefined;
  /** The files that a tool is about to change, or has changed. */
  readonly files?: readonly string[] | undefined;
  /** The decisions that a tool of ours names after it has made one. */
  readonly captured?: readonly string[] | undefined;
  /** What the agent said last. */
  readonly reply?: string | undefined;
  /** What the conversation was shortened to. */
  readonly summary?: string | undefined;
  /** Set if the agent only goes on because a hook asked it to. */
  readonly continued?: boolean | undefined;
}

/** What a client reports about its session. */
export const HOOK_EVENTS = [
  "session-start",
  "prompt",
  "pre-edit",
  "post-tool",
  "stop",
  "pre-compact",
  "session-end",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

import type { HookEvent } from "./hook-events.ts";

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

/** A session of one client. Two clients may give the same name. */
export interface SessionKey {
  readonly client: string;
  readonly session: string;
}

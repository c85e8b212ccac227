import type { Screened } from "../shared/text.ts";
import type { HookEvent } from "./hook-events.ts";
import type { SessionKey } from "./reported-event.ts";

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

/** How long what hooks leave behind is kept. */
export const HOOKS_KEPT_DAYS = 30;

import type { HookEvent } from "../domain/hooks/hook-events.ts";
import type { ReportedEvent } from "../domain/hooks/reported-event.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What a client said, without what we know ourselves. */
export type ReadEvent = Omit<ReportedEvent, "event" | "client">;

/** How one client reports its events and wants to be answered. Their formats exclude each other. */
export interface HookDialect {
  /** Undefined if what came is not an event that we know. */
  read(event: HookEvent, input: Fields): ReadEvent | undefined;
  /** What is printed for a text that the model should read. Nothing is printed where there is none. */
  write(event: HookEvent, text: string, input: Fields): string;
}

import { startScreening } from "../../shared/screening.ts";
import { beginningOf, type Screened } from "../../shared/text.ts";
import type { HookSession, ReportedEvent } from "../rules/hook-session.ts";
import type { HookDeps } from "./deps.ts";

/** Nobody writes more than this himself. */
export const MOST_SCREENED = 100_000;

/** One event of a session, with what is known of the session. */
export interface SessionEvent extends ReportedEvent {
  readonly project: string;
  readonly known: HookSession | undefined;
}

/** The beginning of a text. It is screened whole, because half a secret does not look like one. */
export function screenedPart(
  field: string,
  text: string,
  most: number,
  { secrets }: Pick<HookDeps, "secrets">,
): Screened {
  // Of a longer text nobody sees the whole, so it ends before the word that it was cut in.
  const whole = text.length <= MOST_SCREENED ? text : text.slice(0, MOST_SCREENED).replace(/\S+$/, "");
  return beginningOf(startScreening(secrets).text(field, whole), most);
}

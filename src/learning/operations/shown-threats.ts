import type { Call } from "../../shared/operations/operation.ts";
import type { Warning } from "../rules/warning.ts";
import type { GuidanceDeps } from "./deps.ts";

/** Nobody asked for threats here, so one is enough. */
const MOST_AT_ONCE = 1;
/** After a working day a session without an id counts as another one. */
const FORGOTTEN_AFTER_MS = 12 * 60 * 60 * 1000;
const MOST_REMEMBERED = 10_000;

/** Knows which threats were shown to whom, in this process. Another one may show them again, which does no harm. */
export interface ShownThreats {
  /** Notes that it is shown, and answers whether it was shown before. */
  noteShown(session: string, id: string, now: Date): boolean;
}

export function shownThreats(): ShownThreats {
  const shown = new Map<string, number>();
  return {
    noteShown(session, id, now) {
      const key = JSON.stringify([session, id]);
      const last = shown.get(key);
      if (last !== undefined && now.getTime() - last < FORGOTTEN_AFTER_MS) return true;
      if (shown.size >= MOST_REMEMBERED) shown.clear();
      shown.set(key, now.getTime());
      return false;
    },
  };
}

/** Leaves out threats that the session was shown, and those that another warning is about. */
export function withNewThreats(
  warnings: readonly Warning[],
  sessionId: string | undefined,
  { shownThreats, clock }: Pick<GuidanceDeps, "shownThreats" | "clock">,
  { actor }: Call,
): Warning[] {
  const others = warnings.filter(({ type }) => type !== "threat");
  const known = new Set(others.flatMap(({ evidenceIds }) => evidenceIds));
  const session = sessionId ?? actor.sessionId ?? JSON.stringify([actor.author, actor.client, actor.key]);
  const isNew = ({ evidenceIds: [id = ""] }: Warning): boolean =>
    !known.has(id) && !shownThreats.noteShown(session, id, clock.now());
  const threats: Warning[] = [];
  for (const threat of warnings.filter(({ type }) => type === "threat")) {
    if (threats.length < MOST_AT_ONCE && isNew(threat)) threats.push(threat);
  }
  return [...others, ...threats];
}

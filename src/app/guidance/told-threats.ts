import type { Warning } from "../../domain/guidance/warning.ts";
import type { Call } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";

/** Nobody asked for threats here, so one is enough. */
const MOST_AT_ONCE = 1;
/** After a working day a session without an id counts as another one. */
const FORGOTTEN_AFTER_MS = 12 * 60 * 60 * 1000;
const MOST_REMEMBERED = 10_000;

/** Which threats were told to whom, in this process. Another one may tell them again, which does no harm. */
export interface ToldThreats {
  /** Notes that it is told, and answers whether it was told before. */
  tell(session: string, id: string, now: Date): boolean;
}

export function toldThreats(): ToldThreats {
  const told = new Map<string, number>();
  return {
    tell(session, id, now) {
      const key = JSON.stringify([session, id]);
      const last = told.get(key);
      if (last !== undefined && now.getTime() - last < FORGOTTEN_AFTER_MS) return true;
      if (told.size >= MOST_REMEMBERED) told.clear();
      told.set(key, now.getTime());
      return false;
    },
  };
}

/** Leaves out threats that the session was told about, and those that another warning is about. */
export function withNewThreats(
  warnings: readonly Warning[],
  sessionId: string | undefined,
  { toldThreats, clock }: Pick<GuidanceDeps, "toldThreats" | "clock">,
  { actor }: Call,
): Warning[] {
  const others = warnings.filter(({ type }) => type !== "threat");
  const known = new Set(others.flatMap(({ evidenceIds }) => evidenceIds));
  const session = sessionId ?? actor.sessionId ?? JSON.stringify([actor.author, actor.client, actor.key]);
  const isNew = ({ evidenceIds: [id = ""] }: Warning): boolean =>
    !known.has(id) && !toldThreats.tell(session, id, clock.now());
  const threats: Warning[] = [];
  for (const threat of warnings.filter(({ type }) => type === "threat")) {
    if (threats.length < MOST_AT_ONCE && isNew(threat)) threats.push(threat);
  }
  return [...others, ...threats];
}

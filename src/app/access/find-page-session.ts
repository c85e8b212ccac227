import {
  isSameToken,
  readPageToken,
  type SignedIn,
  sessionStanding,
} from "../../domain/access/page-session.ts";
import type { AccessDeps } from "./deps.ts";

/** Who has this cookie. Undefined if nobody has, or not any more. */
export async function findPageSession(
  cookie: string,
  { store, clock }: Pick<AccessDeps, "store" | "clock">,
): Promise<SignedIn | undefined> {
  const presented = readPageToken(cookie);
  if (!presented) return undefined;
  const found = await store.findPageSession(presented.id);
  const isTheirs = isSameToken(found?.session.digest, presented);
  if (!isTheirs || !found?.key) return undefined;
  const { session, key } = found;
  return sessionStanding(session, key, clock.now()) === "open" ? { session, key } : undefined;
}

import { useStore } from "../state/store.ts";
import type { PageSession } from "./page-types.ts";
import { requireSession, sessionState } from "./session.ts";

/** The session of who is signed in; views are only shown to them. */
export function useSession(): PageSession {
  useStore(sessionState);
  return requireSession();
}

/** Whether the person may change something here. The server decides; this only hides what it would refuse. */
export const mayWrite = ({ readsOnly, role }: PageSession): boolean => !readsOnly && role !== "viewer";

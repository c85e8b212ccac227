import { createStore, useStore } from "../state/store.ts";
import { strings } from "../strings.ts";
import { CallFailure, failureOf } from "./failure.ts";

/** The answer of `GET /page/session`. */
export interface PageSession {
  readonly person: string;
  readonly role: "viewer" | "agent" | "admin";
  /** The only project of the key, if it is bound to one. */
  readonly project: string | null;
  readonly projects: readonly string[];
  readonly current: string;
  readonly csrf: string;
  readonly readsOnly: boolean;
  readonly version: string;
  readonly expires_at: string | null;
}

/** Whether the person is signed in, and as whom. */
export type SessionState =
  | { readonly state: "starting" }
  | { readonly state: "signed-in"; readonly session: PageSession }
  | { readonly state: "signed-out"; readonly why: "none" | "ticket" | "ended" | "left" }
  | { readonly state: "unreachable" };

export const sessionState = createStore<SessionState>({ state: "starting" });

/** Takes the ticket out of the address, so that it is in no history and cannot be copied by mistake. */
function takeTicket(): string | undefined {
  const ticket = new URLSearchParams(location.hash.slice(1)).get("ticket");
  if (location.hash !== "") history.replaceState(null, "", `${location.pathname}${location.search}`);
  return ticket ?? undefined;
}

/** Signs in with the ticket of the address, or goes on with the session that the browser has. */
export async function startSession(): Promise<void> {
  const ticket = takeTicket();
  try {
    const answer = ticket === undefined ? await fetch("/page/session") : await redeem(ticket);
    if (answer.ok) {
      sessionState.set({ state: "signed-in", session: (await answer.json()) as PageSession });
      return;
    }
    if (ticket !== undefined) {
      // A link that was used already does no harm to who is signed in.
      const before = await fetch("/page/session");
      if (before.ok) {
        sessionState.set({ state: "signed-in", session: (await before.json()) as PageSession });
        return;
      }
    }
    sessionState.set({ state: "signed-out", why: ticket === undefined ? "none" : "ticket" });
  } catch {
    sessionState.set({ state: "unreachable" });
  }
}

const redeem = (ticket: string): Promise<Response> =>
  fetch("/page/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ticket }),
  });

/** A session that the server no longer accepts has ended for the page, too. */
export function endSession(why: "ended" | "left"): void {
  sessionState.set({ state: "signed-out", why });
}

export async function signOut(): Promise<void> {
  const { csrf } = requireSession();
  const answer = await fetch("/page/session", { method: "DELETE", headers: { "Membria-CSRF": csrf } });
  if (!answer.ok && answer.status !== 401) throw await failureOf(answer, strings.failures.refused);
  endSession("left");
}

export function requireSession(): PageSession {
  const now = sessionState.get();
  if (now.state === "signed-in") return now.session;
  throw new CallFailure({ code: "signed_out", status: 401, message: strings.failures.signedOut });
}

/** The session of who is signed in; views are only shown to them. */
export function useSession(): PageSession {
  useStore(sessionState);
  return requireSession();
}

/** Whether the person may change something here. The server decides; this only hides what it would refuse. */
export const mayWrite = ({ readsOnly, role }: PageSession): boolean => !readsOnly && role !== "viewer";

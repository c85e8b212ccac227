import type { Act } from "../shared/act.ts";
import type { AccessKey } from "./access-key.ts";
import type { PageSession, PageTicket, PageToken, SessionRefusal, SignedIn } from "./page-session.ts";

export interface FoundSession {
  readonly session: PageSession;
  /** Undefined if there is no such key any more. */
  readonly key: AccessKey | undefined;
}

/** Who is signed in to the web page. It belongs to the memory, so every server over the memory knows it. */
export interface PageSessionStore {
  /**
   * Keeps a ticket for an existing key, or for `newKey`, which is then added: a key that `serves` is taken instead if there is
   * one. Returns the key. What has expired is removed.
   */
  addPageTicket(
    ticket: Omit<PageTicket, "key">,
    forKey: { readonly id: string } | { readonly newKey: AccessKey; serves(key: AccessKey): boolean },
    act: Act,
  ): Promise<AccessKey>;
  /**
   * Makes a session of a ticket, which is used up by it. If it was used before, the session that was made then ends. What
   * has expired is removed. For a ticket that nobody made nothing is written.
   */
  openPageSession(
    presented: PageToken,
    session: { readonly token: PageToken; readonly expiresAt: Date },
    acts: {
      /** Of the person who signs in. */
      opens(ticket: PageTicket, key: AccessKey): Act;
      /** Of the memory, which ends what a second use shows to be known to others. */
      readonly ends: Act;
    },
  ): Promise<SignedIn | SessionRefusal>;
  /** By id; the digest is for the caller to compare. */
  findPageSession(id: string): Promise<FoundSession | undefined>;
  /** Ends a session. Nothing happens if there is none. */
  closePageSession(id: string, act: Act): Promise<void>;
}

import type { Role } from "../../../domain/shared/actor.ts";
import { problemResponse } from "../problem.ts";

/** The person who looks at the page. */
export interface Visitor {
  /** Limits are kept by this id. */
  readonly id: string;
  readonly person: string;
  readonly role: Role;
  /** The only project that they may see. */
  readonly project?: string | undefined;
  /** The project to begin with, if something says so. */
  readonly begin?: string | undefined;
  /** The id of the access key that the session belongs to. */
  readonly key?: string | undefined;
  /** Whether nothing may be changed, and why. */
  readonly readsOnly?: "no-keys" | "read-only" | undefined;
  /** Sent with every request that changes something, which another site cannot know. */
  readonly csrf: string;
  readonly expiresAt?: Date | undefined;
}

/** The visitor of a request, or the response that refuses it. */
export type FindVisitor = (request: Request) => Promise<Visitor | Response>;

/** Everybody who reaches a server without keys may look. */
export const anybody =
  (csrf: string): FindVisitor =>
  async () => ({ id: "anybody", person: "unknown", role: "viewer", readsOnly: "no-keys", csrf });

export const notSignedIn = (): Response =>
  problemResponse({
    status: 401,
    code: "UNAUTHORIZED",
    message: "There is no session. Run `membria open` at a terminal: it opens the page signed in.",
    details: { reason: "no_session" },
  });

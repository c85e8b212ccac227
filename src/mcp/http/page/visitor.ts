import { createHmac } from "node:crypto";
import {
  findPageSession,
  LAST_USE_PRECISION_MS,
  SESSION_LIFETIME_MS,
  type SignedIn,
  touchKey,
} from "../../../access/index.ts";
import type { Deps } from "../../../memory/index.ts";
import type { Role } from "../../../shared/actor.ts";
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
  /** Sent with every request but those that only look, which another site cannot know. */
  readonly csrf: string;
  readonly expiresAt?: Date | undefined;
  /** Missing where nobody has to sign in. */
  readonly signedIn?: SignedIn | undefined;
  /** False once the session or its key has ended. */
  isStillValid(): Promise<boolean>;
}

/** The visitor of a request, or the response that refuses it. */
export type FindVisitor = (request: Request) => Promise<Visitor | Response>;

/** Everybody who reaches a server without keys may look. */
export const anybody =
  (csrf: string): FindVisitor =>
  async () => ({
    id: "page",
    person: "unknown",
    // As a viewer they leave no trace.
    role: "viewer",
    readsOnly: "no-keys",
    csrf,
    isStillValid: async () => true,
  });

/** Who has a cookie of a session that holds. Its key decides what they may do. */
export function signedInVisitors(
  deps: Pick<Deps, "memory" | "clock" | "background">,
  { readOnly }: { readonly readOnly: boolean },
): FindVisitor {
  const noted = new Map<string, number>();

  function noteUse(key: string): void {
    const at = deps.clock.now();
    if (at.getTime() - (noted.get(key) ?? 0) < LAST_USE_PRECISION_MS) return;
    noted.set(key, at.getTime());
    deps.background.start("Recording the use of a key", () => touchKey(deps.memory, key, at));
  }

  return async (request) => {
    const cookie = readCookie(request);
    const signedIn = cookie === undefined ? undefined : await findPageSession(cookie, deps);
    if (cookie === undefined || !signedIn) return notSignedIn();
    noteUse(signedIn.key.id);
    return visitorOf(signedIn, cookie, {
      readOnly,
      isStillValid: async () => (await findPageSession(cookie, deps)) !== undefined,
    });
  };
}

export function visitorOf(
  signedIn: SignedIn,
  cookie: string,
  { readOnly, isStillValid }: { readonly readOnly: boolean } & Pick<Visitor, "isStillValid">,
): Visitor {
  const { session, key } = signedIn;
  return {
    id: `page ${key.id}`,
    person: session.person,
    role: readOnly ? "viewer" : key.role,
    project: key.project,
    begin: session.begin,
    key: key.id,
    readsOnly: readOnly ? "read-only" : undefined,
    csrf: csrfOf(cookie),
    expiresAt: new Date(Math.min(session.expiresAt.getTime(), key.expiresAt.getTime())),
    signedIn,
    isStillValid,
  };
}

/** Follows from the secret of the session, so that it has to be kept nowhere and is as long-lived. */
const csrfOf = (cookie: string): string =>
  createHmac("sha256", cookie).update("membria page csrf").digest("base64url");

const notSignedIn = (): Response =>
  problemResponse({
    status: 401,
    code: "UNAUTHORIZED",
    message: "There is no session. Run `membria open` at a terminal: it opens the page signed in.",
    details: { reason: "no_session" },
  });

const LONGEST_COOKIE = 200;

/** Cookies know no ports, so the name has it: servers of several memories on one machine keep theirs apart. */
const nameFor = (request: Request): string => `membria_session_${new URL(request.url).port || "default"}`;

/** The secret of the session that the browser sends; undefined if it sends none, or more than one. */
function readCookie(request: Request): string | undefined {
  const name = nameFor(request);
  const values = (request.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim().split("="))
    .filter(([key]) => key === name)
    .map(([, value = ""]) => value);
  const [value] = values;
  return values.length === 1 && value !== undefined && value.length <= LONGEST_COOKIE ? value : undefined;
}

export const setCookie = (request: Request, secret: string, isSecure: boolean): string =>
  cookieText(request, secret, SESSION_LIFETIME_MS / 1000, isSecure);

export const clearCookie = (request: Request, isSecure: boolean): string =>
  cookieText(request, "", 0, isSecure);

/** No script can read it, and no other site can have it sent. */
const cookieText = (request: Request, value: string, seconds: number, isSecure: boolean): string =>
  [
    `${nameFor(request)}=${value}`,
    "HttpOnly",
    "SameSite=Strict",
    "Path=/",
    `Max-Age=${seconds}`,
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");

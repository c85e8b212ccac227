import type { Actor, Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";
import { HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import { type AccessKey, keyStanding, sameDigest, tokenDigest } from "./access-key.ts";

/** How long a link to the page can be followed, and how long who followed it stays signed in. */
export const TICKET_LIFETIME_MS = 2 * MINUTE_MS;
export const SESSION_LIFETIME_MS = 12 * HOUR_MS;

/** For whom the page is opened. It belongs to an access key, which decides what they may do and ends it when it ends. */
interface OpenedFor {
  /** The id of the access key. */
  readonly key: string;
  /** Their name, as it was when the ticket was made. */
  readonly person: Screened;
  /** The project to begin with. */
  readonly begin?: string | undefined;
  readonly expiresAt: Date;
}

/** Becomes a session once. Its secret is in the link; here is the digest. */
export interface PageTicket extends OpenedFor {
  readonly id: string;
  readonly digest: string;
}

/** Somebody who is signed in. Its secret is in a cookie of their browser; here is the digest. */
export interface PageSession extends OpenedFor {
  readonly id: string;
  readonly digest: string;
}

/** A person who is signed in, and the key that says what they may do. */
export interface SignedIn {
  readonly session: PageSession;
  readonly key: AccessKey;
}

/** What a person does on the page is their own act. */
export const pageActor = (person: Screened, { id, role }: AccessKey, client: Screened): Actor => ({
  author: { kind: "human", name: person },
  role,
  client,
  key: id,
});

/** A text with an id, by which the digest of the whole is found, and a secret. */
export interface PageToken {
  readonly id: string;
  readonly text: string;
  readonly digest: string;
}

export const PAGE_TOKEN_BYTES = { id: 9, secret: 32 } as const;
const TOKEN = /^([\w-]{12})\.[\w-]{43}$/;

export function pageToken(id: Uint8Array, secret: Uint8Array): PageToken {
  const name = Buffer.from(id).toString("base64url");
  const text = `${name}.${Buffer.from(secret).toString("base64url")}`;
  return { id: name, text, digest: tokenDigest(text) };
}

/** What somebody sent as a ticket or a session; undefined if it cannot be one. */
export function readPageToken(text: string): PageToken | undefined {
  const id = TOKEN.exec(text)?.[1];
  return id === undefined ? undefined : { id, text, digest: tokenDigest(text) };
}

/** Compared with where nothing has the id, so that it takes the same time. */
const NO_DIGEST = tokenDigest("");

export const isSameToken = (stored: string | undefined, presented: PageToken): boolean =>
  sameDigest(stored ?? NO_DIGEST, presented.digest) && stored !== undefined;

/** Why nobody is signed in. */
export type SessionRefusal = "unknown" | "expired" | "used" | "key_ended";

/** Whether a session holds now. That its key was revoked counts at once. */
export function sessionStanding(
  { expiresAt }: Pick<PageSession, "expiresAt">,
  key: AccessKey | undefined,
  now: Date,
): "open" | "expired" | "key_ended" {
  if (!key || keyStanding(key, now) !== "active") return "key_ended";
  return now >= expiresAt ? "expired" : "open";
}

/** The name of the key that the page gets for a person. */
export const pageKeyName = (person: string): string => `${person} (page)`;

/** A key that the page may use for a ticket that is made now. */
export const servesPage = (
  key: AccessKey,
  wanted: { readonly name: string; readonly role: Role; readonly project?: string | undefined },
  now: Date,
): boolean =>
  key.name === wanted.name &&
  key.role === wanted.role &&
  key.project === wanted.project &&
  keyStanding(key, new Date(now.getTime() + TICKET_LIFETIME_MS + SESSION_LIFETIME_MS)) === "active";

export function refusedTicket(because: SessionRefusal): Fault {
  return new Fault("forbidden", REFUSED[because], {
    reason: `${because}_ticket`,
    hint: "A person gets another link at a terminal.",
  });
}

const REFUSED: Readonly<Record<SessionRefusal, string>> = {
  unknown: "This link is not one that this memory gave out, or it is too old.",
  expired: "This link has expired: it can be followed for two minutes.",
  used: "This link was followed before, so somebody else may have it. The session that it opened has ended.",
  key_ended: "The key that this link belongs to has ended.",
};

export interface FoundSession {
  readonly session: PageSession;
  /** Undefined if there is no such key any more. */
  readonly key: AccessKey | undefined;
}

/** The files of the web page, as the build made them. */
export interface PageFiles {
  /** The one document, from which the browser loads all else. Undefined if the page was not built. */
  shell(): Promise<PageFile | undefined>;
  /** One of the files that the document names. Undefined for any other name. */
  asset(name: string): Promise<PageFile | undefined>;
}

export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, compressed with gzip; undefined where that saves nothing. */
  readonly gzipped?: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
}

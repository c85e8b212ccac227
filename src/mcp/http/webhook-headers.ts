import {
  type Delivery,
  digestOf,
  type Forge,
  type ForgeEvent,
  isDeliveryId,
  isSignedWith,
  isToken,
  looksSigned,
  type Part,
  readGithub,
  readGitlab,
} from "../../repository/index.ts";

/** What a service sends beside the body, and how it says who it is. */
export interface WebhookHeaders {
  /** Whether the body is worth reading. */
  mayBeAuthentic(headers: Headers, secret: string): boolean;
  isAuthentic(headers: Headers, secret: string, body: Uint8Array): boolean;
  /** The header with the name of the event. */
  readonly event: string;
  /** The headers with the id of the delivery; the first that is there counts. */
  readonly delivery: readonly string[];
  /** Whether it may send none of them, so that the body identifies the delivery. */
  readonly mayLackId: boolean;
  /** Undefined for an event that is not read. */
  read(event: string, payload: Part): ForgeEvent | undefined;
}

const SIGNATURE = "x-hub-signature-256";
const TOKEN = "x-gitlab-token";

export const WEBHOOK_HEADERS: Readonly<Record<Forge, WebhookHeaders>> = {
  github: {
    mayBeAuthentic: (headers) => looksSigned(headers.get(SIGNATURE)),
    isAuthentic: (headers, secret, body) => isSignedWith(secret, headers.get(SIGNATURE), body),
    event: "x-github-event",
    delivery: ["x-github-delivery"],
    mayLackId: false,
    read: readGithub,
  },
  gitlab: {
    mayBeAuthentic: (headers, secret) => isToken(secret, headers.get(TOKEN)),
    isAuthentic: (headers, secret) => isToken(secret, headers.get(TOKEN)),
    event: "x-gitlab-event",
    // The first two are the same for every attempt to deliver, and older versions do not have them.
    delivery: ["webhook-id", "idempotency-key", "x-gitlab-event-uuid"],
    mayLackId: true,
    read: readGitlab,
  },
};

/** Undefined if it has no id, or one that is none. */
export function deliveryOf(forge: Forge, headers: Headers, body: Uint8Array): Delivery | undefined {
  const { delivery: names, mayLackId } = WEBHOOK_HEADERS[forge];
  const digest = digestOf(body);
  const given = names.map((name) => headers.get(name)).find((id) => id !== null);
  const id = given ?? (mayLackId ? digest : null);
  return isDeliveryId(id) ? { forge, id, digest } : undefined;
}

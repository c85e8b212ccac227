import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "../../../shared/time.ts";
import type { NewReport } from "../report.ts";
import type { EventSignal } from "./clues.ts";
import type { Forge } from "./forge-event.ts";

/** One request of a service, of which it sends no two with the same id. */
export interface Delivery {
  readonly forge: Forge;
  readonly id: string;
  /** Of the body: a signature covers the body and not the id, so a replay may come with another id. */
  readonly digest: string;
}

/** How long a delivery is known again. What it reported is known again for ever, by what happened. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS;
/** What one memory takes within a day: with what is kept of each, a sender cannot fill the disk. */
export const MOST_DELIVERIES_A_DAY = 10_000;

const ID = /^[\w.:-]{1,100}$/;

export const isDeliveryId = (id: string | null): id is string => id !== null && ID.test(id);

export const digestOf = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");

/** What a delivery says of decisions. */
export interface Told {
  readonly project: string;
  readonly reports: readonly NewReport[];
  readonly signals: readonly (EventSignal & { readonly id: string; readonly decision: string })[];
}

/** What became of a delivery. */
export type Received =
  | { readonly received: "again" | "too_many" }
  | {
      readonly received: "new";
      /** How many reports were not known. */
      readonly reports: number;
      /** The ids of the signals that were not known, and their decisions. */
      readonly signals: readonly { readonly id: string; readonly decision: string }[];
    };

const GITHUB_SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Whether the header is a signature at all, so that the body of one that is not need not be read. */
export const looksSigned = (header: string | null): header is string =>
  header !== null && GITHUB_SIGNATURE.test(header);

/** Whether GitHub's header is the signature of exactly these bytes with the secret. Takes the same time wherever they differ. */
export function isSignedWith(secret: string, header: string | null, body: Uint8Array): boolean {
  const [, hex = ""] = GITHUB_SIGNATURE.exec(header ?? "") ?? [];
  const given = Buffer.from(hex, "hex");
  const expected = createHmac("sha256", secret).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether GitLab's header is the secret. Both are hashed, so that the time does not even depend on their lengths. */
export function isToken(secret: string, header: string | null): boolean {
  return timingSafeEqual(signatureOf(header ?? ""), signatureOf(secret));
}

const signatureOf = (text: string): Buffer => createHash("sha256").update(text).digest();

import { createHash } from "node:crypto";
import { DAY_MS } from "../../shared/time.ts";
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

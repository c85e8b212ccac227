import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { NewReport } from "./report.ts";
import type { Clues } from "./webhooks/clues.ts";
import type { Delivery } from "./webhooks/delivery.ts";
import type { Concerned, EventSignal } from "./webhooks/told-by-event.ts";

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

/** What services that host a repository report. Deliveries are known on this machine alone. */
export interface DeliveryStore {
  /** The projects with memories that are about a repository with one of these names, the most likely first. */
  projectsAbout(repositories: readonly string[]): Promise<readonly string[]>;
  /** The active decisions of a scope that the clues lead to, with those that earlier reports joined to them. */
  decisionsConcerned(scope: Scope, clues: Clues): Promise<readonly Concerned[]>;
  /**
   * Writes what a delivery says together with the delivery, so that neither can be there without the other. Leaves out
   * what is known already, from whichever delivery, and signals about decisions that are gone.
   */
  recordDelivery(delivery: Delivery, told: Told, act: Act): Promise<Received>;
}

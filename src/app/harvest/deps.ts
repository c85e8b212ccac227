import type { DecisionStore } from "../../domain/decisions/decision-store.ts";
import type { NamedFiles } from "../../domain/harvest/named-files.ts";
import type { HookStore } from "../../domain/hooks/hook-store.ts";
import type { Checkout, Clock, Ids, SecretScanner } from "../../domain/shared/ports.ts";

export interface HarvestDeps {
  readonly store: Pick<HookStore, "addCandidates" | "openCandidates" | "settledAmong"> &
    Pick<DecisionStore, "listDecisions">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly checkout: Checkout;
  readonly externalFiles: NamedFiles;
}

import type { DecisionStore } from "../../decisions/index.ts";
import type { Checkout, Clock, Ids, SecretScanner } from "../../shared/ports.ts";
import type { CandidateStore } from "../rules/candidate.ts";
import type { NamedFiles } from "../rules/rules-in-file.ts";

export interface HarvestDeps {
  readonly store: Pick<CandidateStore, "addCandidates" | "openCandidates" | "settledAmong"> &
    Pick<DecisionStore, "listDecisions">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly checkout: Checkout;
  readonly externalFiles: NamedFiles;
}

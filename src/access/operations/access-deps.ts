import type { Entropy } from "../../shared/ports.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";

export interface AccessDeps extends CoreDeps {
  readonly entropy: Entropy;
}

import type { AccessDeps, Cooldown } from "../access/index.ts";
import type { ProposalDeps } from "../decisions/index.ts";
import type { AnomalyDeps, GuidanceDeps } from "../learning/index.ts";
import type { MovingDeps, ProjectDeps } from "../portability/index.ts";
import type { HealthDeps } from "../repair/index.ts";
import type { RepositoryDeps } from "../repository/index.ts";
import type { ContinuityDeps } from "../sessions/index.ts";
import type { Metrics } from "../shared/metrics.ts";
import type { Caches } from "../shared/operations/caches.ts";
import type { Observations } from "../shared/operations/observations.ts";
import type { TeamDeps } from "../team/index.ts";
import type { Observation } from "./record-observations.ts";

/** Everything that any use case may touch, built once in src/main. A use case names the part of its subject. */
export interface Deps
  extends AccessDeps,
    AnomalyDeps,
    ContinuityDeps,
    GuidanceDeps,
    HealthDeps,
    MovingDeps,
    ProjectDeps,
    ProposalDeps,
    RepositoryDeps,
    TeamDeps {
  readonly observations: Observations<Observation>;
  readonly metrics: Metrics;
  readonly caches: Caches;
  /** The pause between writes that some vocabularies ask for. */
  readonly cooldown: Cooldown;
}

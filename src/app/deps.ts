import type { Metrics } from "../domain/shared/metrics.ts";
import type { Observation, Store } from "../domain/store.ts";
import type { Cooldown } from "./access/cooldown.ts";
import type { AccessDeps } from "./access/deps.ts";
import type { AnomalyDeps } from "./anomalies/deps.ts";
import type { ContinuityDeps } from "./continuity/deps.ts";
import type { GuidanceDeps } from "./guidance/deps.ts";
import type { LogDeps } from "./log/deps.ts";
import type { MovingDeps } from "./moving/deps.ts";
import type { ProposalDeps } from "./proposals/deps.ts";
import type { HealthDeps } from "./repair/deps.ts";
import type { RepositoryDeps } from "./repository/deps.ts";
import type { Caches } from "./shared/caches.ts";
import type { Observations } from "./shared/observations.ts";
import type { TeamDeps } from "./team/deps.ts";

/** Everything that any use case may touch, built once in src/main. A use case names the part of its subject. */
export interface Deps
  extends AccessDeps,
    AnomalyDeps,
    ContinuityDeps,
    GuidanceDeps,
    HealthDeps,
    LogDeps,
    MovingDeps,
    ProposalDeps,
    RepositoryDeps,
    TeamDeps {
  readonly store: Store;
  readonly observations: Observations<Observation>;
  readonly metrics: Metrics;
  readonly caches: Caches;
  /** The pause between writes that some vocabularies ask for. */
  readonly cooldown: Cooldown;
}

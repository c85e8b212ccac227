import type { BindingStore } from "./access/binding-store.ts";
import type { KeyStore } from "./access/key-store.ts";
import type { PageSessionStore } from "./access/page-session-store.ts";
import type { AnomalyStore } from "./anomalies/anomaly-store.ts";
import type { OutcomeGroupStore } from "./calibration/outcome-groups.ts";
import type { StatsStore } from "./calibration/stats-store.ts";
import type { TallyStore } from "./calibration/tally-store.ts";
import type { CheckpointStore } from "./continuity/checkpoint-store.ts";
import type { ContextStore } from "./continuity/context-store.ts";
import type { InsightStore } from "./continuity/insight-store.ts";
import type { RestartObservation } from "./continuity/restart.ts";
import type { CorrectionStore } from "./decisions/correction-store.ts";
import type { DecisionStore } from "./decisions/decision-store.ts";
import type { OutcomeStore } from "./decisions/outcome-store.ts";
import type { DecisionGraphStore } from "./guidance/decision-graph.ts";
import type { GuidanceObservation } from "./guidance/guidance.ts";
import type { GuidanceStore } from "./guidance/guidance-store.ts";
import type { HookStore } from "./hooks/hook-store.ts";
import type { LinkStore } from "./links/link-store.ts";
import type { ChangeFeed } from "./log/change-feed.ts";
import type { LogStore } from "./log/log-store.ts";
import type { PeopleStore } from "./log/people-store.ts";
import type { StoreHealth } from "./log/store-health.ts";
import type { AdrFileStore, ExportStore, ImportStore } from "./moving/import-store.ts";
import type { ProjectStore } from "./moving/project-store.ts";
import type { ProposalStore } from "./proposals/proposal-store.ts";
import type { EmbeddingStore } from "./recall/embedding-store.ts";
import type { MemoryStore } from "./recall/memory-store.ts";
import type { SearchStore } from "./recall/search-store.ts";
import type { AnchorStore } from "./repository/anchor-store.ts";
import type { DeliveryStore } from "./repository/delivery-store.ts";
import type { ReportStore } from "./repository/report-store.ts";
import type { SkillStore } from "./skills/skill-store.ts";
import type { ExposureObservation } from "./skills/skill-trial.ts";
import type { TeamStore } from "./team/team-store.ts";

/** A fact about the use of the memory that a read leaves behind. */
export type Observation = RestartObservation | ExposureObservation | GuidanceObservation;

/**
 * Where the memory lives. One call is one unit of work: whole or not at all, durable when it returns, and seen by
 * every other process. Texts come in screened. Every write leaves one row in the audit log, except for observations
 * and what is computed from them. Drivers' errors end here: a store throws Faults only. What is named by an id is
 * looked for in the scope of the call and nowhere else. Every store passes test/contract. Each subject declares its
 * own part.
 */
export interface Store
  extends DecisionStore,
    OutcomeStore,
    CorrectionStore,
    TallyStore,
    ProposalStore,
    EmbeddingStore,
    SearchStore,
    CheckpointStore,
    AnomalyStore,
    SkillStore,
    GuidanceStore,
    HookStore,
    AnchorStore,
    ReportStore,
    DeliveryStore,
    KeyStore,
    BindingStore,
    PageSessionStore,
    ImportStore,
    ProjectStore,
    ExportStore,
    AdrFileStore,
    InsightStore,
    MemoryStore,
    ContextStore,
    LinkStore,
    StatsStore,
    OutcomeGroupStore,
    DecisionGraphStore,
    ChangeFeed,
    LogStore,
    PeopleStore,
    StoreHealth,
    TeamStore {
  /**
   * All of them or none. Guidance with the statement of earlier guidance without a result, given within
   * `GUIDANCE_WINDOW_MS` before it, updates that one: it keeps its time and its first confidence, and the newly cited
   * decisions are added. Only the first exposure of a session to a skill is kept, and none to an unknown skill. What is
   * older than its retention period is deleted.
   */
  recordObservations(observations: readonly Observation[]): Promise<void>;
  close(): Promise<void>;
}

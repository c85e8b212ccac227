import type { BindingStore, KeyStore, PageSessionStore } from "../access/index.ts";
import type { OutcomeGroupStore, StatsStore, TallyStore } from "../calibration/index.ts";
import type {
  CorrectionStore,
  DecisionStore,
  LinkStore,
  OutcomeStore,
  ProposalStore,
} from "../decisions/index.ts";
import type { HookStore } from "../hooks/index.ts";
import type {
  AnomalyStore,
  DecisionGraphStore,
  ExposureObservation,
  GuidanceObservation,
  GuidanceStore,
  SkillStore,
} from "../learning/index.ts";
import type { AdrFileStore, ExportStore, ImportStore, ProjectStore } from "../portability/index.ts";
import type { EmbeddingStore, MemoryStore, SearchStore } from "../recall/index.ts";
import type { AnchorStore, DeliveryStore, ReportStore } from "../repository/index.ts";
import type { CheckpointStore, ContextStore, InsightStore, RestartObservation } from "../sessions/index.ts";
import type { ChangeFeed } from "../store/log/feed.ts";
import type { PeopleStore } from "../store/log/people.ts";
import type { LogStore } from "../store/log/read-log.ts";
import type { StoreHealth } from "../store/log/store-health.ts";
import type { TeamStore } from "../team/index.ts";

/** A fact about the use of the memory that a read leaves behind. */
export type Observation = RestartObservation | ExposureObservation | GuidanceObservation;

/**
 * Where the memory lives. One call is one unit of work: whole or not at all, durable when it returns, and seen by
 * every other process. Texts come in screened. Every write leaves one row in the audit log, except for observations
 * and what is computed from them. Drivers' errors end here: a store throws Faults only. What is named by an id is
 * looked for in the scope of the call and nowhere else. The contract suites of the subjects check it. Each subject
 * declares its own part.
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
   * older than its retention period is deleted. Guidance that cites an erased decision is dropped, and with `since`, the
   * position of the log when the first of them was made, all guidance of a project in which something was erased later.
   */
  recordObservations(observations: readonly Observation[], since?: number): Promise<void>;
  close(): Promise<void>;
}

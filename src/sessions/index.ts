export { getRestartMetrics, loadCheckpoint, type Restart, saveCheckpoint } from "./operations/checkpoints.ts";
export type { ContinuityDeps, NoteFollowUp } from "./operations/deps.ts";
export { detectContext } from "./operations/detect-context.ts";
export { saveInsight } from "./operations/save-insight.ts";
export type { Checkpoint, CheckpointStore } from "./rules/checkpoint.ts";
export {
  CHECKPOINT_PARTS,
  EVIDENCE_STATUSES,
  type EvidenceStatus,
  readContinuity,
} from "./rules/continuity.ts";
export {
  type ContextStore,
  EXPOSURE_CONTEXTS,
  type ExposureContext,
  MIN_CONTEXT_CONFIDENCE,
  type ProjectContext,
} from "./rules/exposure.ts";
export { type Insight, type InsightStore, insightHash } from "./rules/insight.ts";
export {
  type Excerpt,
  type MemoryChanges,
  RESTART_FAILURES,
  RESTART_MODES,
  RESTART_TARGETS,
  type RestartObservation,
} from "./rules/restart.ts";
export type { SessionKey } from "./rules/session-key.ts";
export { contextOf, sqliteContexts, writeContext } from "./sql/contexts.ts";
export {
  addCheckpointRow,
  addInsightRow,
  checkpointAsStored,
  checkpointErased,
  checkpointOf,
  checkpointRow,
  checkpointSaved,
  firstHashOfCheckpoint,
  hashOfCheckpoint,
  insightErased,
  insightOf,
  insightRow,
  insightSaved,
  notePassages,
  recordRestarts,
  removeCheckpoint,
  removeInsight,
  requireCheckpoint,
  requireInsight,
  rewriteNotes,
  sqliteCheckpoints,
  sqliteInsights,
  textsOfCheckpoint,
  textsOfInsight,
} from "./sql/notes.ts";

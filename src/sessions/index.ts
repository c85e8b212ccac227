export { getRestartMetrics, loadCheckpoint, type Restart, saveCheckpoint } from "./operations/checkpoints.ts";
export type { ContinuityDeps, NoteFollowUp } from "./operations/deps.ts";
export { detectContext } from "./operations/detect-context.ts";
export { saveInsight } from "./operations/save-insight.ts";
export type { Checkpoint } from "./rules/checkpoint.ts";
export {
  CHECKPOINT_PARTS,
  EVIDENCE_STATUSES,
  type EvidenceStatus,
  readContinuity,
} from "./rules/continuity.ts";
export {
  EXPOSURE_CONTEXTS,
  type ExposureContext,
  MIN_CONTEXT_CONFIDENCE,
  type ProjectContext,
} from "./rules/exposure.ts";
export { type Insight, insightHash } from "./rules/insight.ts";
export {
  type Excerpt,
  type MemoryChanges,
  RESTART_FAILURES,
  RESTART_MODES,
  RESTART_TARGETS,
  type RestartObservation,
} from "./rules/restart.ts";
export type { SessionKey } from "./rules/session-key.ts";
export { type ContextRow, contextOf, projectContext, writeContext } from "./sql/contexts.ts";
export {
  addCheckpointRow,
  addInsightRow,
  type CheckpointRow,
  checkpointAsStored,
  checkpointErased,
  checkpointOf,
  checkpointRow,
  checkpointSaved,
  firstHashOfCheckpoint,
  hashOfCheckpoint,
  type InsightRow,
  insightErased,
  insightOf,
  insightRow,
  insightSaved,
  latestCheckpoint,
  memoryChangesSince,
  notePassages,
  recordRestarts,
  removeCheckpoint,
  removeInsight,
  requireCheckpoint,
  requireInsight,
  rewriteNotes,
  textsOfCheckpoint,
  textsOfInsight,
} from "./sql/notes.ts";

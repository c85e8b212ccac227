export {
  type CopiesHealth,
  checkHealth,
  type Health,
  type HealthDeps,
  type MeaningHealth,
  type ServerHealth,
  type TeamHealth,
} from "./operations/check-health.ts";
export { rebuildMemory } from "./operations/rebuild-memory.ts";
export { type LogVerdict, verifyLog } from "./operations/verify-log.ts";
export type {
  Backup,
  BackupOrigin,
  CopyReport,
  DailyCopy,
  FileReport,
  MemoryBackups,
  MemoryFacts,
  MemoryFiles,
  Recovery,
  RestorePreview,
  WrittenBackup,
} from "./rules/memory-files.ts";
export { MIGRATIONS } from "./schema/index.ts";
export { CHANGE_TYPES } from "./sql/change-types.ts";
export { describeMemory, UNSAFE_SQLITE } from "./sql/describe-file.ts";
export { sqliteBackups } from "./sql/memory-backups.ts";
export { sqliteFiles } from "./sql/memory-files.ts";
export { ensureMemory } from "./sql/new-file.ts";
export { isDailyCopyDue } from "./sql/write-backup.ts";

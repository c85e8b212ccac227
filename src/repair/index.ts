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
export { checkCoverage } from "./sql/coverage.ts";
export { describeFile, UNSAFE_SQLITE } from "./sql/describe-file.ts";
export { HASHED_TEXTS } from "./sql/hashed-texts.ts";
export { lacksPages } from "./sql/lacks-pages.ts";
export { sqliteBackups } from "./sql/memory-backups.ts";
export { sqliteFiles } from "./sql/memory-files.ts";
export { ensureMemory } from "./sql/new-file.ts";
export { rebuildDerived } from "./sql/rebuild-derived.ts";
export { isDailyCopyDue } from "./sql/write-backup.ts";

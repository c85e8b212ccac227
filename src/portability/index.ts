export { type Disagreement, SIDES, type Side } from "./operations/adr-conflict.ts";
export type { MovingDeps } from "./operations/deps.ts";
export { eraseMemory } from "./operations/erase-memory.ts";
export { exportAdr, exportProposals, type ToCheck } from "./operations/export-adr.ts";
export { exportJson } from "./operations/export-json.ts";
export { type FollowedDirectory, followDirectory, noteDirectory } from "./operations/follow-directory.ts";
export { importAdr } from "./operations/import-adr.ts";
export { importJson } from "./operations/import-json.ts";
export { importMama } from "./operations/import-mama.ts";
export { importServerMemory } from "./operations/import-server-memory.ts";
export {
  forgetProject,
  listProjects,
  type MoveResult,
  moveProject,
  type ProjectDeps,
  undoProjectMove,
} from "./operations/move-project.ts";
export { type ImportReport, listImports, undoImport } from "./operations/run-import.ts";
export { type SyncReport, syncAdr } from "./operations/sync-adr.ts";
export type { SyncStep } from "./operations/sync-steps.ts";
export { directoryFacts } from "./projects/directory-facts.ts";
export { findWorkTree, gitUserName, type ProjectLookup, projectCandidates } from "./projects/project.ts";
export type { ExternalFiles } from "./rules/external-files.ts";
export type { ImportCounts, ImportedKind } from "./rules/import-store.ts";
export type { DirectoryFacts, ErasedProject, ErasureGuard, OtherName } from "./rules/project-store.ts";
export { adrFiles } from "./sql/adr-files.ts";
export { decisionErased, personErased } from "./sql/erase-memory.ts";
export { forgetWords, wordsOf } from "./sql/erased-words.ts";
export { importContinued, importUndone } from "./sql/import-changes.ts";
export { projectMoved } from "./sql/project-moved.ts";
export { lastNameAt, readOtherNames } from "./sql/project-places.ts";
export { countProject } from "./sql/projects.ts";

import type { Decision, DecisionChange } from "../decisions/decision.ts";
import type { NewRevision } from "../decisions/revision.ts";
import type { Act } from "../shared/act.ts";
import type { RemainingText } from "../shared/erasure.ts";
import type { Scope } from "../shared/scope.ts";
import type { AdrFile, AdrWrite } from "./adr-file.ts";
import type { ExportedRecord, ImportedKind, ImportedRecord } from "./imported-record.ts";

export const IMPORT_KINDS = ["mama", "adr", "server-memory", "json"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_STATES = ["running", "finished", "undone"] as const;

/** Counts by name (`decision.added`). A resumed import continues them. */
export type ImportCounts = Readonly<Record<string, number | undefined>>;

export interface ImportRun {
  readonly id: string;
  readonly project: string;
  readonly kind: ImportKind;
  /** The name of the source, as a person knows it. */
  readonly source: string;
  /** Identifies the source, whatever its name. */
  readonly fingerprint: string;
  readonly state: (typeof IMPORT_STATES)[number];
  readonly startedAt: Date;
  readonly endedAt?: Date | undefined;
  /** Where to resume. */
  readonly position?: string | undefined;
  readonly counts: ImportCounts;
}

/** What happened to one record. `erased`: it was erased here before and stays erased. `refused`: it cannot be stored. */
export type ImportFate = "added" | "known" | "erased" | "refused";

/** Adds the fates of one more batch to the counts. */
export function addFates(
  counts: ImportCounts,
  records: readonly ImportedRecord[],
  fates: readonly ImportFate[],
): ImportCounts {
  const names = records.map(({ kind }, i) => `${kind}.${fates[i]}`);
  return addCounts(
    counts,
    names.map((name) => ({ [name]: 1 })),
  );
}

export function addCounts(counts: ImportCounts, more: readonly ImportCounts[]): ImportCounts {
  const sums: Record<string, number | undefined> = { ...counts };
  for (const [name, n] of more.flatMap((each) => Object.entries(each)))
    sums[name] = (sums[name] ?? 0) + (n ?? 0);
  return sums;
}

export interface ImportBatch {
  readonly run: string;
  readonly records: readonly ImportedRecord[];
  /** Where the next batch begins. */
  readonly position: string;
  /** All counts so far, without the fates of this batch. */
  readonly counts: ImportCounts;
}

/** The checksums cover all records of a run, as read and as stored. */
export interface Verification {
  readonly ok: boolean;
  readonly records: number;
  /** Records that are missing or differ from what was read. */
  readonly different: number;
  readonly checksumOfSource: string;
  readonly checksumOfMemory: string;
}

export interface ImportPreview {
  /** What `writeImport` would do with each record, if those of earlier calls had been written. */
  add(records: readonly ImportedRecord[]): Promise<readonly ImportFate[]>;
}

/**
 * Bulk writes in batches that can be resumed and undone. A run is only found in the given scope. Each record names its
 * own project.
 */
export interface ImportStore {
  /** Tells what an import would do, and writes nothing. */
  previewImport(): ImportPreview;
  /** Copies the memory and returns the path of the copy, if the store can do that. Only the newest few are kept. */
  copyBeforeImport(): Promise<string | undefined>;
  beginImport(
    run: Pick<ImportRun, "id" | "project" | "kind" | "source" | "fingerprint">,
    act: Act,
  ): Promise<ImportRun>;
  /** Writes one batch and the position after it in one transaction. @throws Fault `not_found`, or `conflict` if the run has ended. */
  writeImport(scope: Scope, batch: ImportBatch, act: Act): Promise<readonly ImportFate[]>;
  /** @throws Fault `not_found`. */
  finishImport(scope: Scope, run: string, act: Act): Promise<ImportRun>;
  /** Compares what a run read with what is stored, in slices so that other work can run in between. @throws Fault `not_found`. */
  verifyImport(scope: Scope, run: string, onProgress: (done: number) => void): Promise<Verification>;
  /** Newest first. */
  listImports(scope: Scope): Promise<readonly ImportRun[]>;
  /** How many of the records that a run added have been changed since. @throws Fault `not_found`. */
  changedSinceImport(scope: Scope, run: string): Promise<number>;
  /** Removes everything that a run added. @throws Fault `not_found`, or `conflict` if it was already undone. */
  undoImport(
    scope: Scope,
    run: string,
    act: Act,
  ): Promise<{
    run: ImportRun;
    removed: Readonly<Record<ImportedKind, number>>;
    remaining?: RemainingText | undefined;
    /** Daily copies of the memory that were deleted with it. */
    removedCopies?: number | undefined;
  }>;
}

/** Reads all records, in an order in which they can be imported again. */
export interface ExportStore {
  /** One page; `after` is the cursor of the previous page. */
  exportRecords(
    scope: Scope,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly records: readonly ExportedRecord[]; readonly cursor?: string | undefined }>;
}

/** What an edited file does to its decision. */
export interface AdrEdit {
  readonly decisionId: string;
  /** Other words, with what else changes. */
  readonly revision?: NewRevision | undefined;
  /** What changes without other words. */
  readonly change?: DecisionChange | undefined;
  /** The memory hash of the file until now, if the file does not tell of a later outcome yet. */
  readonly memoryHash?: string | undefined;
}

/** Which ADR file represents which decision. */
export interface AdrFileStore {
  adrFiles(project: string, folder: string): Promise<readonly AdrFile[]>;
  /** The files of all folders. */
  adrFilesOf(project: string): Promise<readonly AdrFile[]>;
  /** @throws Fault `not_found` if a decision is not in the project of its file. */
  saveAdrFiles(files: readonly AdrFile[]): Promise<void>;
  dropAdrFile(file: Pick<AdrFile, "project" | "folder" | "path">): Promise<void>;
  /** Writes that were begun and not ended: of a process that writes now, or was killed. */
  adrWrites(project: string, folder: string): Promise<readonly AdrWrite[]>;
  /** Call it before a file gets its name. @throws Fault `not_found` as `saveAdrFiles` does. */
  beginAdrWrites(writes: readonly AdrWrite[]): Promise<void>;
  /** Forgets the writes and saves the state of those files that were written, in one transaction. */
  endAdrWrites(writes: readonly AdrWrite[], written: readonly AdrFile[]): Promise<void>;
  /**
   * Changes a decision, or gives it other words, because its file was edited, and saves the state of the file in the same
   * transaction. @throws Fault `not_found`, or `invalid` if a revision would change nothing.
   */
  applyAdrEdit(file: Omit<AdrFile, "decisionId" | "memoryHash">, edit: AdrEdit, act: Act): Promise<Decision>;
}

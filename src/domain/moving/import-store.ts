import type { Act } from "../shared/act.ts";
import type { Scope } from "../shared/scope.ts";
import type { AdrFile } from "./adr-file.ts";
import type { ImportedKind, ImportedRecord } from "./imported.ts";

export const IMPORT_KINDS = ["mama", "adr", "server-memory", "json"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const IMPORT_STATES = ["running", "finished", "undone"] as const;

/** Counts by name (`decision.added`), which go on where an import was cut short. */
export type ImportCounts = Readonly<Record<string, number | undefined>>;

export interface ImportRun {
  readonly id: string;
  readonly project: string;
  readonly kind: ImportKind;
  /** What was imported, as a person knows it. */
  readonly source: string;
  /** Says that it is the same source, whatever it is called. */
  readonly fingerprint: string;
  readonly state: (typeof IMPORT_STATES)[number];
  readonly startedAt: Date;
  readonly endedAt?: Date | undefined;
  /** Where to go on. */
  readonly position?: string | undefined;
  readonly counts: ImportCounts;
}

/** What became of one record: `erased` ones were erased here by somebody and stay so; `refused` ones would not fit. */
export type ImportFate = "added" | "known" | "erased" | "refused";

/** The counts with what became of one more batch. */
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
  /** All counts so far, this batch's own fates not included. */
  readonly counts: ImportCounts;
}

/** Both checksums are over all records of a run: as they were read, and as they are stored. */
export interface Verification {
  readonly ok: boolean;
  readonly records: number;
  /** Records that are missing, or not what was read. */
  readonly different: number;
  readonly checksumOfSource: string;
  readonly checksumOfMemory: string;
}

/**
 * Writing much at once, in batches that can be taken up again and taken back. A run is named with the scope it is looked
 * for in, and not found outside of it; each record says itself which project it belongs to.
 */
export interface ImportStore {
  /** What `writeImport` would do with each record, nothing being written. */
  previewImport(records: readonly ImportedRecord[]): Promise<readonly ImportFate[]>;
  /** Makes a copy of the memory and answers where it lies, where the store can. */
  copyBeforeImport(): Promise<string | undefined>;
  beginImport(
    run: Pick<ImportRun, "id" | "project" | "kind" | "source" | "fingerprint">,
    act: Act,
  ): Promise<ImportRun>;
  /** One batch, whole or not at all, together with the position after it. @throws Fault `not_found`, or `conflict` on a run that ended. */
  writeImport(scope: Scope, batch: ImportBatch, act: Act): Promise<readonly ImportFate[]>;
  /** @throws Fault `not_found`. */
  finishImport(scope: Scope, run: string, act: Act): Promise<ImportRun>;
  /** Compares what a run read with what the memory gives back, in slices that let other work through. @throws Fault `not_found`. */
  verifyImport(scope: Scope, run: string, onProgress: (done: number) => void): Promise<Verification>;
  /** The newest first. */
  listImports(scope: Scope): Promise<readonly ImportRun[]>;
  /** How many of the records a run added were changed by somebody since. @throws Fault `not_found`. */
  changedSinceImport(scope: Scope, run: string): Promise<number>;
  /** Takes back all that a run added. @throws Fault `not_found`, or `conflict` when that was done already. */
  undoImport(
    scope: Scope,
    run: string,
    act: Act,
  ): Promise<{ run: ImportRun; removed: Readonly<Record<ImportedKind, number>> }>;
}

/** Everything there is, in an order in which it can be stored again. */
export interface ExportStore {
  /** Bounded: `after` is the cursor of the page before. */
  exportRecords(
    scope: Scope,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly records: readonly ImportedRecord[]; readonly cursor?: string | undefined }>;
}

/** Which file of a folder stands for which decision. */
export interface AdrFileStore {
  adrFiles(project: string, folder: string): Promise<readonly AdrFile[]>;
  /** Of all folders. */
  adrFilesOf(project: string): Promise<readonly AdrFile[]>;
  /** @throws Fault `not_found` when the decision of one is not in its project. */
  saveAdrFiles(files: readonly AdrFile[]): Promise<void>;
  dropAdrFile(file: Pick<AdrFile, "project" | "folder" | "path">): Promise<void>;
}

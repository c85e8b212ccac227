import {
  addCounts,
  addFates,
  type ImportCounts,
  type ImportFate,
  type ImportKind,
  type ImportRun,
  type Verification,
} from "../../domain/moving/import-store.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { actOf, type Call, projectOf } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

export interface SourceBatch {
  readonly records: readonly ImportedRecord[];
  /** Where the next batch starts. */
  readonly position: string;
  /** Records read, and changes by screening. */
  readonly counts: ImportCounts;
  /** What could not be imported, in sentences. */
  readonly problems?: readonly string[];
}

/** A source to import. It is read in batches and can start at the position after any batch. */
export interface ImportSource {
  readonly kind: ImportKind;
  readonly name: string;
  readonly fingerprint: string;
  readonly total: number;
  batches(after?: string): AsyncIterable<SourceBatch>;
}

export interface ImportReport {
  readonly source: string;
  readonly dryRun: boolean;
  /** Undefined if nothing was written, because there was nothing new. */
  readonly run?: string | undefined;
  readonly resumed: boolean;
  readonly copy?: string | undefined;
  readonly counts: ImportCounts;
  readonly verified?: (Verification & { readonly added: number }) | undefined;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 20;

/** Reads a source in batches and writes what is new. An interrupted import resumes where it stopped. */
export async function runImport(
  source: ImportSource,
  { dryRun }: { readonly dryRun: boolean },
  deps: MovingDeps,
  call: Call,
): Promise<ImportReport> {
  const previousRun = dryRun ? undefined : await findUnfinishedRun(source, deps, call);
  let run: ImportRun | undefined = previousRun;
  let copy: string | undefined;
  let counts: ImportCounts = previousRun?.counts ?? {};
  const problems: string[] = [];
  const preview = deps.store.previewImport();

  const write = async ({ records, position }: SourceBatch): Promise<readonly ImportFate[]> => {
    if (!run) {
      const fates = await preview.add(records);
      if (!fates.includes("added")) return fates;
      copy = await deps.store.copyBeforeImport();
      run = await begin(source, deps, call);
    }
    const fates = await deps.store.writeImport(
      run.project,
      { run: run.id, records, position, counts },
      actOf(deps, call),
    );
    return fates;
  };

  for await (const batch of source.batches(previousRun?.position)) {
    call.signal.throwIfAborted();
    counts = addCounts(counts, [batch.counts]);
    problems.push(...(batch.problems ?? []));
    const fates = dryRun ? await preview.add(batch.records) : await write(batch);
    problems.push(...refusals(batch.records, fates));
    counts = addFates(counts, batch.records, fates);
    call.progress(counts["read"] ?? 0, source.total, dryRun ? "looked at" : "imported");
  }
  const verified = run && (await verify(run, counts, deps, call));
  if (run && verified?.ok) await deps.store.finishImport(run.project, run.id, actOf(deps, call));
  if (run) deps.meaning.embedSoon();
  return {
    source: source.name,
    dryRun,
    run: run?.id,
    resumed: previousRun !== undefined,
    copy,
    counts,
    verified,
    problems: shortened(problems),
  };
}

async function findUnfinishedRun(
  source: ImportSource,
  { store }: MovingDeps,
  call: Call,
): Promise<ImportRun | undefined> {
  const runs = await store.listImports(projectOf(call));
  return runs.find(
    ({ kind, fingerprint, state }) =>
      kind === source.kind && fingerprint === source.fingerprint && state === "running",
  );
}

function begin({ kind, name, fingerprint }: ImportSource, deps: MovingDeps, call: Call): Promise<ImportRun> {
  const id = deps.ids.next(ID_PREFIX.import);
  return deps.store.beginImport(
    { id, project: projectOf(call), kind, source: name, fingerprint },
    actOf(deps, call),
  );
}

function refusals(records: readonly ImportedRecord[], fates: readonly ImportFate[]): string[] {
  return records.flatMap((record, i) => {
    if (fates[i] !== "refused") return [];
    if (record.kind !== "link") return [`${record.kind} was left out: one like it is open already.`];
    const { from, to, relation } = record.link;
    return [
      `The link ${from} ${relation} ${to} was left out: an end is missing, or it would close a circle.`,
    ];
  });
}

/** The stored records must equal what was read, in content and number. */
async function verify(
  run: ImportRun,
  counts: ImportCounts,
  { store }: MovingDeps,
  { progress }: Call,
): Promise<Verification & { readonly added: number }> {
  const added = Object.entries(counts)
    .filter(([name]) => name.endsWith(".added"))
    .reduce((sum, [, n = 0]) => sum + n, 0);
  const found = await store.verifyImport(run.project, run.id, (done) => progress(done, added, "compared"));
  return { ...found, ok: found.ok && found.records === added, added };
}

function shortened(problems: readonly string[]): string[] {
  const rest = problems.length - MOST_PROBLEMS;
  return rest <= 0 ? [...problems] : [...problems.slice(0, MOST_PROBLEMS), `And ${rest} more.`];
}

export function nothingToImport(
  what: string,
  { field, received }: { readonly field: "file" | "folder"; readonly received: string },
  hint: string,
): Fault {
  return new Fault("invalid", what, { field, received, reason: "nothing_to_import", hint });
}

import * as z from "zod";
import type { Link } from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import type { Ids } from "../../shared/ports.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { type Screening, startScreening } from "../../shared/screening.ts";
import { LIMITS, lengthOf, type Screened } from "../../shared/text.ts";
import { readEntries } from "../../store/log/read-log.ts";
import {
  addCounts,
  addFates,
  type ImportCounts,
  type ImportedRecord,
  type ImportFate,
  type ImportKind,
  type ImportRun,
  type Verification,
} from "../rules/import-store.ts";
import { previewImport } from "../sql/import-preview.ts";
import {
  beginImport,
  changedSinceImport,
  copyBeforeImport,
  finishImport,
  readImports,
  takeBackImport,
  verifyImport,
  writeImport,
} from "../sql/imports.ts";
import { asAgentsOwn, broughtInAsOwn, isPersons } from "./as-agents-own.ts";
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

/**
 * Reads a source in batches and writes what is new. An interrupted import resumes where it stopped. Of what a known agent
 * imports, nothing becomes a person's.
 */
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
  const { author } = call.actor;
  const preview = previewImport(deps.memory, author);
  let asOwn = 0;

  const write = async ({ records, position }: SourceBatch): Promise<readonly ImportFate[]> => {
    if (!run) {
      const fates = await preview.add(records);
      if (!fates.includes("added")) return fates;
      copy = await copyBeforeImport(deps.memory);
      run = await begin(source, deps, call);
    }
    const fates = await writeImport(
      deps.memory,
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
    const records = author.kind === "agent" ? asAgentsOwn(batch.records, deps, call) : batch.records;
    const fates = dryRun ? await preview.add(records) : await write({ ...batch, records });
    if (author.kind === "agent")
      asOwn += batch.records.filter((record, i) => isPersons(record) && fates[i] === "added").length;
    problems.push(...refusals(records, fates));
    counts = addFates(counts, records, fates);
    call.progress(counts["read"] ?? 0, source.total, dryRun ? "looked at" : "imported");
  }
  const verified = run && (await verify(run, counts, deps, call));
  if (run && verified?.ok) await finishImport(deps.memory, run.project, run.id, actOf(deps, call));
  if (run) deps.meaning.embedSoon();
  return {
    source: source.name,
    dryRun,
    run: run?.id,
    resumed: previousRun !== undefined,
    copy,
    counts,
    verified,
    problems: shortened([...(asOwn > 0 ? [broughtInAsOwn(asOwn, call)] : []), ...problems]),
  };
}

async function findUnfinishedRun(
  source: ImportSource,
  { memory }: MovingDeps,
  call: Call,
): Promise<ImportRun | undefined> {
  const runs = await readImports(memory, projectOf(call));
  return runs.find(
    ({ kind, fingerprint, state }) =>
      kind === source.kind && fingerprint === source.fingerprint && state === "running",
  );
}

function begin({ kind, name, fingerprint }: ImportSource, deps: MovingDeps, call: Call): Promise<ImportRun> {
  const id = deps.ids.next(ID_PREFIX.import);
  return beginImport(
    deps.memory,
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
      `The link ${from} ${relation} ${to} was left out: an end is missing, it would close a circle, or it would replace what a person decided, which only a person does.`,
    ];
  });
}

/** The stored records must equal what was read, in content and number. */
async function verify(
  run: ImportRun,
  counts: ImportCounts,
  { memory }: MovingDeps,
  { progress }: Call,
): Promise<Verification & { readonly added: number }> {
  const added = Object.entries(counts)
    .filter(([name]) => name.endsWith(".added"))
    .reduce((sum, [, n = 0]) => sum + n, 0);
  const found = await verifyImport(memory, run.project, run.id, (done) => progress(done, added, "compared"));
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

export const undoImport = defineOperation({
  name: "undo-import-run",
  summary: "Take back everything that one import added.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({
    run: z.string().min(1).max(100),
    /** Also removes records that were changed since. */
    evenIfChanged: z.boolean().default(false),
  }),
  personOnly: {
    does: "takes back an import of somebody else, or one whose records were worked on since",
    agent: async ({ run, evenIfChanged }, { memory }: MovingDeps, { scope }) => {
      const changed = await changedSinceImport(memory, scope, run);
      const [began] = await readEntries(
        memory,
        { scope, record: run, actions: ["import.began"] },
        { after: 0 },
        1,
      );
      return began?.authorKind !== "agent" || (evenIfChanged && changed > 0);
    },
    script: false,
  },
  async run({ run, evenIfChanged }, deps: MovingDeps, call) {
    const changed = await changedSinceImport(deps.memory, call.scope, run);
    if (changed > 0 && !evenIfChanged) {
      throw new Fault(
        "conflict",
        `${changed} of the records of ${run} were worked on since, so nothing was taken back.`,
        {
          field: "run",
          received: run,
          reason: "changed_since_import",
          hint: "Their outcomes, notes and links would go with them.",
          remedies: [{ remedy: "undo-import-all-the-same", run }],
        },
      );
    }
    if (call.scope !== ALL_PROJECTS) await deps.teamGuard(call.scope, "import.undone");
    return { ...(await takeBackImport(deps.memory, call.scope, run, actOf(deps, call))), changed };
  },
  shares: { records: () => "many" },
});

export const listImports = defineOperation({
  name: "list-imports",
  summary: "List what was imported, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  run: (_, { memory }: MovingDeps, { scope }) => readImports(memory, scope),
});

/** What a mapping needs to turn rows of another memory into our records. Each batch has its own. */
export interface RecordMaker {
  readonly project: string;
  readonly dueDays: number;
  readonly ids: Ids;
  readonly screen: Screening;
  /** A link without reviews, because nobody has reviewed it here. */
  link(link: Omit<Link, "id" | "project" | "reviews">): Extract<ImportedRecord, { kind: "link" }>;
}

export function startRecordMaker({ ids, secrets }: MovingDeps, call: Call): RecordMaker {
  const project = projectOf(call);
  return {
    project,
    dueDays: call.dueDays,
    ids,
    screen: startScreening(secrets),
    link: (link) => ({ kind: "link", link: { ...link, id: ids.next(ID_PREFIX.link), project, reviews: [] } }),
  };
}

/** Counts the changes by screening in a batch: replaced secrets, and other changes. */
export function screeningCounts({ changes }: Screening): ImportCounts {
  const secrets = changes
    .filter(({ change }) => change === "secret")
    .reduce((sum, { count }) => sum + count, 0);
  const others = changes.filter(({ change }) => change !== "secret").length;
  return { ...(secrets > 0 && { redacted: secrets }), ...(others > 0 && { cleaned: others }) };
}

export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** Parses a list as other memories store it: JSON, or plain text for a single item. */
export function listOf(value: unknown): string[] {
  const text = textOf(value).trim();
  if (text === "") return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return parsed === null ? [] : [text];
    return parsed
      .map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
      .filter((item) => item !== "");
  } catch {
    return [text];
  }
}

/** Smaller numbers are seconds. */
const FIRST_MILLISECONDS = Date.UTC(2001, 0);

/** Reads milliseconds since 1970, or seconds, which some versions wrote. An unknown time becomes 1970. */
export function timeOf(value: unknown): Date {
  const number = typeof value === "number" && Number.isFinite(value) ? value : 0;
  return new Date(number > 0 && number < FIRST_MILLISECONDS ? number * 1_000 : number);
}

/** Splits a text into parts that fit the limits, so that nothing is lost. */
export function splitLong(text: Screened, limit: number): Screened[] {
  if (lengthOf(text) <= limit) return [text];
  const characters = [...text];
  const parts: Screened[] = [];
  for (let from = 0; from < characters.length; ) {
    const room = parts.length === 0 ? limit : LIMITS.text;
    parts.push(characters.slice(from, from + room).join("") as Screened);
    from += room;
  }
  return parts;
}

export function fitText(text: Screened, limit: number): Screened {
  return splitLong(text, limit)[0] ?? text;
}

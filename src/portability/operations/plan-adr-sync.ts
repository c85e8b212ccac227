import type { Decision } from "../../decisions/index.ts";
import { findDecision } from "../../decisions/index.ts";
import type { Call } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import type { Screened } from "../../shared/text.ts";
import type { AdrFolder, AdrSource } from "../rules/adr.ts";
import {
  ADR_FORM,
  type AdrFile,
  isChanged,
  type MemoryChanges,
  markLine,
  memoryChanges,
} from "../rules/adr-state.ts";
import { previewImport } from "../sql/import-preview.ts";
import { type AdrConflict, conflictOf } from "./adr-conflict.ts";
import { editedContent } from "./adr-words.ts";
import { changedInFile, isOlderForm } from "./apply-file-edit.ts";
import type { MovingDeps } from "./deps.ts";
import { readEntries } from "./import-adr.ts";
import { type AdrEntry, identityReader, mapAdr } from "./map-adr.ts";
import { startRecordMaker } from "./run-import.ts";

export interface ChangedDecision {
  readonly source: AdrSource;
  readonly decision: Decision;
  readonly changes: MemoryChanges;
}

/** What changed in the folder and in the memory since they were last in sync. */
export interface SyncPlan {
  readonly fresh: AdrEntry[];
  /** In step, but of an import that was interrupted before it came to the links. */
  readonly unlinked: AdrEntry[];
  readonly changedFiles: { entry: AdrEntry; file: AdrFile; decision: Decision; changes: MemoryChanges }[];
  readonly changedDecisions: ChangedDecision[];
  readonly settled: { source: AdrSource; decision: Decision }[];
  readonly gone: AdrFile[];
  readonly conflicts: AdrConflict[];
  readonly left: string[];
  inStep: number;
}

/** Compares both sides. Writes nothing. `files` is what the memory knows of the folder. */
export async function planSync(
  folder: AdrFolder,
  files: readonly AdrFile[],
  deps: MovingDeps,
  call: Call,
): Promise<SyncPlan> {
  const { memory } = deps;
  const { entries: all, refused } = await readEntries(folder);
  const unread = new Set(refused.map(({ path }) => path));
  const entries = new Map(all.map((entry) => [entry.source.path, entry]));
  const plan: SyncPlan = {
    fresh: [],
    unlinked: [],
    changedFiles: [],
    changedDecisions: [],
    settled: [],
    gone: [],
    conflicts: [],
    left: refused.map(({ because }) => because),
    inStep: 0,
  };
  const identityOf = identityReader(all, files);
  const filed = new Set<string>();
  for (const file of files) {
    const decision = await findDecision(memory, file.project, file.decisionId);
    // It is there, but nobody knows what it says now.
    if (unread.has(file.path)) {
      filed.add(file.decisionId);
      continue;
    }
    const entry = entries.get(file.path) ?? (decision && renamed(file, [...entries.values()], files));
    if (entry) entries.delete(entry.source.path);
    if (!decision) continue;
    filed.add(decision.id);
    if (entry && entry.source.path !== file.path) {
      plan.gone.push(file);
      // Its new name has to be saved, also if nothing else changed.
      if (!isChanged(memoryChanges(decision, file.memoryHash)) && entry.source.hash === file.fileHash) {
        plan.settled.push({ source: entry.source, decision });
        continue;
      }
    }
    const known = { ...file, path: entry?.source.path ?? file.path };
    const sides = entry ? asOurs(known, entry, decision, folder) : { known, entry };
    compare(sides.known, sides.entry, decision, folder, plan, deps);
  }
  const make = startRecordMaker(deps, call);
  const fresh: AdrEntry[] = [];
  for (const entry of entries.values()) {
    const id = identityOf(entry);
    const decision = id && !filed.has(id) ? await findDecision(memory, make.project, id) : undefined;
    if (decision) adopt(entry, decision, folder, plan, deps);
    else fresh.push(entry);
  }
  const fates = await previewImport(memory, call.actor.author).add(
    fresh.map((entry) => mapAdr(entry, folder, make, deps.clock.now(), identityOf(entry))),
  );
  plan.fresh.push(...fresh.filter((_, i) => fates[i] === "added"));
  plan.left.push(...fresh.filter((_, i) => fates[i] !== "added").map(({ source }) => leftOut(source.path)));
  return plan;
}

/**
 * A file of ours reads as one also if somebody took our comment away, or if a version up to 0.2.0 wrote it. The next
 * update of it puts the comment there.
 */
function asOurs(
  known: AdrFile,
  entry: AdrEntry,
  { id, aliases }: Decision,
  folder: AdrFolder,
): { readonly known: AdrFile; readonly entry: AdrEntry } {
  if (aliases.length > 0 || entry.content.mark?.form) return { known, entry };
  const marked = (text: string): string => `${text}\n\n${markLine({ decision: id, form: ADR_FORM })}\n`;
  const { path, text } = entry.source;
  const isMarked = folder.read(known)?.mark?.form !== undefined;
  return {
    known: isMarked ? known : { ...known, text: marked(known.text) as Screened },
    entry: { ...entry, content: folder.read({ path, text: marked(text) }) ?? entry.content },
  };
}

/** The file under another name: the same bytes, or our mark of the same decision. */
function renamed(
  file: AdrFile,
  entries: readonly AdrEntry[],
  files: readonly AdrFile[],
): AdrEntry | undefined {
  const known = new Set(files.map(({ path }) => path));
  return entries.find(
    ({ source, content }) =>
      !known.has(source.path) &&
      (source.hash === file.fileHash || content.mark?.decision === file.decisionId),
  );
}

function compare(
  file: AdrFile,
  entry: AdrEntry | undefined,
  decision: Decision,
  folder: AdrFolder,
  plan: SyncPlan,
  deps: MovingDeps,
): void {
  const changes = memoryChanges(decision, file.memoryHash);
  if (!entry) {
    // A deleted file is only harmless if its decision is no longer active. Otherwise a person has to say what it means.
    if (decision.standing === "superseded" || decision.standing === "deprecated") plan.gone.push(file);
    else plan.conflicts.push({ file, decision, differences: [] });
    return;
  }
  const { source } = entry;
  if (source.hash === file.fileHash) {
    if (isChanged(changes) || isOlderForm(decision, folder, source))
      plan.changedDecisions.push({ source, decision, changes });
    else {
      plan.inStep++;
      if (file.memoryHash === "") plan.unlinked.push(entry);
    }
    return;
  }
  // An outcome is never written by people, so it goes together with every edit of theirs.
  if (!changes.standing && !changes.words) plan.changedFiles.push({ entry, file, decision, changes });
  else if (!saysOtherwise(entry, file, folder, deps))
    plan.changedDecisions.push({ source, decision, changes });
  else {
    const conflict = conflictOf(file, entry, decision, folder, deps);
    if (conflict.differences.length > 0) plan.conflicts.push(conflict);
    else plan.settled.push({ source, decision });
  }
}

/** Whether the words or the status of a file changed, and not only its form. */
export function saysOtherwise(
  { content }: AdrEntry,
  file: AdrFile,
  folder: AdrFolder,
  { secrets }: MovingDeps,
): boolean {
  const before = folder.read(file);
  const now = editedContent(content, before);
  return now.standing !== before?.standing || changedInFile(now, before, startScreening(secrets)).length > 0;
}

/** A file of ours that the memory does not know yet, but whose decision it has: the folder was moved or copied. */
function adopt(
  entry: AdrEntry,
  decision: Decision,
  folder: AdrFolder,
  plan: SyncPlan,
  deps: MovingDeps,
): void {
  const { source } = entry;
  const { text, dress } = source;
  const file = { project: decision.project, folder: folder.name, path: source.path, decisionId: decision.id };
  const screened = startScreening(deps.secrets).text("file", text);
  const known: AdrFile = { ...file, text: screened, dress, fileHash: "", memoryHash: "" };
  const conflict = conflictOf(known, entry, decision, folder, deps);
  if (conflict.differences.length > 0) plan.conflicts.push(conflict);
  else plan.settled.push({ source, decision });
}

const leftOut = (path: string): string =>
  `${path} stays out: what it says was erased from the memory, or is known there as something else.`;

import type { Decision } from "../../domain/decisions/decision.ts";
import { type AdrFolder, type AdrSource, standingHash } from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import type { Call } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";
import { readEntries } from "./import-adr.ts";
import { type AdrEntry, mapAdr, sameMeaning } from "./map-adr.ts";
import { startRecordMaker } from "./record-maker.ts";

export const SYNC_STEPS = ["file_in", "decision_out", "file_updated", "memory_updated", "conflict"] as const;

export interface SyncStep {
  readonly step: (typeof SYNC_STEPS)[number];
  readonly path: string;
  readonly decisionId?: string | undefined;
  readonly detail: Notice;
}

/** What changed in the folder and in the memory since they were last in sync. */
export interface SyncPlan {
  readonly fresh: AdrEntry[];
  /** In step, but of an import that was interrupted before it came to the links. */
  readonly unlinked: AdrEntry[];
  readonly changedFiles: { entry: AdrEntry; file: AdrFile; decision: Decision }[];
  readonly changedDecisions: { source: AdrSource; decision: Decision }[];
  readonly settled: { source: AdrSource; decision: Decision }[];
  readonly gone: AdrFile[];
  readonly conflicts: SyncStep[];
  readonly left: string[];
  inStep: number;
}

export const syncStep = (
  kind: SyncStep["step"],
  path: string,
  detail: Notice,
  decisionId?: string,
): SyncStep => ({
  step: kind,
  path,
  detail,
  decisionId,
});

/** Compares both sides. Writes nothing. `files` is what the memory knows of the folder. */
export async function planSync(
  folder: AdrFolder,
  files: readonly AdrFile[],
  deps: MovingDeps,
  call: Call,
): Promise<SyncPlan> {
  const { store } = deps;
  const entries = new Map((await readEntries(folder)).map((entry) => [entry.source.path, entry]));
  const plan: SyncPlan = {
    fresh: [],
    unlinked: [],
    changedFiles: [],
    changedDecisions: [],
    settled: [],
    gone: [],
    conflicts: [],
    left: [],
    inStep: 0,
  };
  for (const file of files) {
    const entry = entries.get(file.path);
    entries.delete(file.path);
    const decision = await store.findDecision(file.project, file.decisionId);
    if (decision) compare(file, entry, decision, folder, plan);
  }
  const fresh = [...entries.values()];
  const make = startRecordMaker(deps, call);
  const fates = await store
    .previewImport()
    .add(fresh.map((entry) => mapAdr(entry, folder, make, deps.clock.now())));
  plan.fresh.push(...fresh.filter((_, i) => fates[i] === "added"));
  plan.left.push(...fresh.filter((_, i) => fates[i] !== "added").map(({ source }) => leftOut(source.path)));
  return plan;
}

function compare(
  file: AdrFile,
  entry: AdrEntry | undefined,
  decision: Decision,
  folder: AdrFolder,
  plan: SyncPlan,
): void {
  const decisionChanged = file.memoryHash !== "" && standingHash(decision) !== file.memoryHash;
  if (!entry) {
    // A deleted file is only harmless if its decision is no longer active. Otherwise a person has to say what it means.
    if (decision.standing === "superseded" || decision.standing === "deprecated") plan.gone.push(file);
    else plan.conflicts.push(deletedFile(file, decision));
    return;
  }
  const fileEdited = entry.source.hash !== file.fileHash;
  if (!fileEdited && !decisionChanged) {
    plan.inStep++;
    if (file.memoryHash === "") plan.unlinked.push(entry);
  } else if (!fileEdited) plan.changedDecisions.push({ source: entry.source, decision });
  else if (!decisionChanged) plan.changedFiles.push({ entry, file, decision });
  else if (entry.content.standing === decision.standing && sameMeaning(entry, file, folder))
    plan.settled.push({ source: entry.source, decision });
  else plan.conflicts.push(bothChanged(file, entry, decision));
}

const leftOut = (path: string): string =>
  `${path} stays out: what it says was erased from the memory, or is known there as something else.`;

function deletedFile({ path }: AdrFile, { id }: Decision): SyncStep {
  const text = `The file is gone, and ${id} holds. Bring the file back, or say that it no longer holds.`;
  return syncStep("conflict", path, { text, remedies: [{ remedy: "retract-decision", id }] }, id);
}

function bothChanged(
  { path }: AdrFile,
  { content }: AdrEntry,
  { id, standing, supersededBy }: Decision,
): SyncStep {
  const by = supersededBy.length > 0 ? ` by ${supersededBy.join(", ")}` : "";
  return syncStep(
    "conflict",
    path,
    `Changed on both sides: the file says ${content.standing} (${content.status.split("\n")[0]}), the memory has ${id} as ${standing}${by}. Make the file say what holds, and sync again.`,
    id,
  );
}

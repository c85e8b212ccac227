import * as z from "zod";
import { type AdrFolder, standingHash } from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Call, defineOperation, projectOf } from "../shared/operation.ts";
import { applyFileEdit } from "./apply-file-edit.ts";
import type { MovingDeps } from "./deps.ts";
import { allDecisions, statusOf } from "./export-adr.ts";
import { adrSource, saveFileStates } from "./import-adr.ts";
import { planSync, type SyncPlan, type SyncStep, syncStep } from "./plan-adr-sync.ts";
import { runImport } from "./run-import.ts";
import { knownFiles, type NewAdrFile, stateOf, writeAdrFiles } from "./write-adr-files.ts";

export interface SyncReport {
  readonly folder: string;
  readonly dryRun: boolean;
  readonly steps: readonly SyncStep[];
  readonly inStep: number;
  readonly problems: readonly string[];
}

export const syncAdr = defineOperation({
  name: "sync-adr",
  summary: "Keep a folder of architecture decision records and the memory in step, both ways.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    folder: boundedText(1, LIMITS.name),
    create: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  async run({ folder: path, create, dryRun }, deps: MovingDeps, call): Promise<SyncReport> {
    const folder = await deps.externalFiles.openAdrFolder(path, {
      create: create && !dryRun,
      offersCreation: !create,
    });
    const known = await knownFiles(folder, { dryRun }, deps, call);
    const plan = await planSync(folder, known, deps, call);
    const steps: SyncStep[] = [...plan.conflicts];
    const problems = [...plan.left, ...(dryRun ? [] : await importFiles(path, folder, plan, deps, call))];
    steps.push(
      ...plan.fresh.map(({ source, content }) => syncStep("file_in", source.path, `new: ${content.title}`)),
    );
    for (const { entry, file, decision } of plan.changedFiles) {
      const edit = await applyFileEdit(entry, file, decision, folder, { dryRun }, deps, call);
      steps.push(syncStep("memory_updated", file.path, edit.detail, edit.decisionId));
    }
    for (const file of dryRun ? [] : plan.gone) await deps.store.dropAdrFile(file);
    for (const { source, decision } of dryRun ? [] : plan.settled) {
      await deps.store.saveAdrFiles([stateOf(decision, source, folder, deps)]);
    }
    const files = dryRun ? known : await deps.store.adrFiles(projectOf(call), folder.name);
    steps.push(...(await exportDecisions(folder, files, plan, dryRun, deps, call)));
    return { folder: path, dryRun, steps, inStep: plan.inStep, problems };
  },
});

async function importFiles(
  path: string,
  folder: AdrFolder,
  plan: SyncPlan,
  deps: MovingDeps,
  call: Call,
): Promise<readonly string[]> {
  // In the order of an interrupted import, which goes on where it stopped.
  const added = [...plan.unlinked, ...plan.fresh].sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
  const linking = [...added, ...plan.changedFiles.map(({ entry }) => entry)];
  if (linking.length === 0) return [];
  const source = await adrSource(path, folder, added, linking, deps, call);
  const report = await runImport(source, { dryRun: false }, deps, call);
  await saveFileStates(folder, deps, call);
  return report.problems;
}

/** Writes files for new active decisions, and updates the status in files of decisions that are no longer active. */
async function exportDecisions(
  folder: AdrFolder,
  files: readonly AdrFile[],
  plan: SyncPlan,
  dryRun: boolean,
  deps: MovingDeps,
  call: Call,
): Promise<SyncStep[]> {
  const decisions = await allDecisions(deps, call);
  const paths = new Map(files.map(({ decisionId, path }) => [decisionId, path]));
  const compose = folder.composer(await folder.files());
  const unfiled = [...decisions.values()].filter(
    ({ id, standing }) => standing === "active" && !paths.has(id),
  );
  const newFiles = unfiled.map((decision) => ({ decision, file: compose(decision) }));
  for (const { decision, file } of newFiles) paths.set(decision.id, file.path);
  const writes: NewAdrFile[] = [];
  const steps: SyncStep[] = [];
  for (const { decision, file } of newFiles) {
    steps.push(syncStep("decision_out", file.path, decision.statement, decision.id));
    const text = file.text(statusOf(decision, decisions, paths));
    writes.push({ decision, path: file.path, text, dress: file.dress });
  }
  const conflicting = new Set(plan.conflicts.map(({ path }) => path));
  const stale = [...plan.changedDecisions, ...(await newlyChanged(files, plan, folder, deps))];
  for (const { source, decision } of stale.filter(({ source: { path } }) => !conflicting.has(path))) {
    steps.push(syncStep("file_updated", source.path, `now ${decision.standing}`, decision.id));
    const updated = folder.withStatus(source, statusOf(decision, decisions, paths));
    writes.push({ decision, path: source.path, ...updated, replaces: source.hash });
  }
  if (dryRun) return steps;
  const skipped = await writeAdrFiles(folder, writes, deps);
  return steps.map((step) => (skipped.has(step.path) ? changedMeanwhile(step) : step));
}

const changedMeanwhile = ({ path, decisionId }: SyncStep): SyncStep =>
  syncStep("conflict", path, "The file was changed meanwhile and was left as it is. Sync again.", decisionId);

/** Files whose decision was superseded by a file imported in this run, so that their status is out of date. */
async function newlyChanged(
  files: readonly AdrFile[],
  plan: SyncPlan,
  folder: AdrFolder,
  { store }: MovingDeps,
): Promise<SyncPlan["changedDecisions"]> {
  const known = new Set(plan.changedDecisions.map(({ source }) => source.path));
  const sources = new Map((await folder.files()).map((source) => [source.path, source]));
  const found: SyncPlan["changedDecisions"] = [];
  for (const file of files) {
    const decision = await store.findDecision(file.project, file.decisionId);
    const source = sources.get(file.path);
    const stale = decision && file.memoryHash !== "" && standingHash(decision) !== file.memoryHash;
    if (source && stale && source.hash === file.fileHash && !known.has(file.path))
      found.push({ source, decision });
  }
  return found;
}

import * as z from "zod";
import type { Decision } from "../../decisions/index.ts";
import { findDecision, writeDecisionChange } from "../../decisions/index.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { AdrFolder } from "../rules/adr.ts";
import { adrFiles, dropAdrFile, saveAdrFiles } from "../sql/adr-files.ts";
import { SIDES } from "./adr-conflict.ts";
import { applyFileEdit } from "./apply-file-edit.ts";
import type { MovingDeps } from "./deps.ts";
import { adrSource, saveFileStates } from "./import-adr.ts";
import { leaveToPerson } from "./leave-to-person.ts";
import { planSync } from "./plan-adr-sync.ts";
import { runImport } from "./run-import.ts";
import { type SettledPlan, settleConflicts } from "./settle-conflicts.ts";
import { conflictStep, type SyncStep, syncStep } from "./sync-steps.ts";
import { updateFiles } from "./update-adr-files.ts";
import { knownFiles, stateOf } from "./write-adr-files.ts";

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
    /** The side that holds where both were changed. Without it, they stay as they are and are reported. */
    prefer: z.enum([...SIDES, "newer"]).optional(),
    /** The side that holds, by the path of the file. */
    choices: z.record(z.string(), z.enum(SIDES)).default({}),
  }),
  async run({ folder: path, create, dryRun, ...settling }, deps: MovingDeps, call): Promise<SyncReport> {
    const folder = await deps.externalFiles.openAdrFolder(path, {
      create: create && !dryRun,
      offersCreation: !create,
    });
    const known = await knownFiles(folder, { dryRun }, deps, call);
    const settled = settleConflicts(await planSync(folder, known, deps, call), settling);
    const plan = leaveToPerson(settled, folder, deps, call);
    const steps: SyncStep[] = plan.conflicts.map(conflictStep);
    const problems = [...plan.left, ...(dryRun ? [] : await importFiles(path, folder, plan, deps, call))];
    steps.push(
      ...plan.fresh.map(({ source, content }) => syncStep("file_in", source.path, `new: ${content.title}`)),
    );
    const told: SettledPlan["changedDecisions"] = [];
    for (const { entry, file, decision, changes, holds } of plan.changedFiles) {
      const edit = await applyFileEdit(entry, file, decision, folder, { dryRun, holds }, deps, call);
      const step = syncStep("memory_updated", entry.source.path, edit.detail, edit.decisionId);
      steps.push({ ...step, differences: plan.differences.get(entry.source.path) });
      // After the edit, the state of the file says that it does not tell of the outcome.
      if (dryRun && changes.outcome) told.push({ source: entry.source, decision, changes: OUTCOME_ALONE });
    }
    for (const { file, decision } of plan.withdrawn) {
      steps.push(
        syncStep("memory_updated", file.path, "now deprecated, because its file is gone", decision.id),
      );
    }
    if (!dryRun) await saveStates(folder, plan, deps, call);
    const files = dryRun ? known : await adrFiles(deps.memory, projectOf(call), folder.name);
    const changed = [...plan.changedDecisions, ...told];
    steps.push(
      ...(await updateFiles(folder, files, { ...plan, changedDecisions: changed }, dryRun, deps, call)),
    );
    return { folder: path, dryRun, steps, inStep: plan.inStep, problems };
  },
  shares: { records: ({ dryRun }) => (dryRun ? [] : "many") },
});

const OUTCOME_ALONE = { standing: false, words: false, outcome: true };

async function importFiles(
  path: string,
  folder: AdrFolder,
  plan: SettledPlan,
  deps: MovingDeps,
  call: Call,
): Promise<readonly string[]> {
  // In the order of an interrupted import, which goes on where it stopped.
  const added = [...plan.unlinked, ...plan.fresh].sort((a, b) => (a.source.path < b.source.path ? -1 : 1));
  const linking = [...added, ...plan.changedFiles.map(({ entry }) => entry)];
  if (linking.length === 0) return [];
  const source = await adrSource(path, folder, { added, linking, refused: [] }, deps, call);
  const report = await runImport(source, { dryRun: false }, deps, call);
  await saveFileStates(folder, deps, call);
  return report.problems;
}

async function saveStates(folder: AdrFolder, plan: SettledPlan, deps: MovingDeps, call: Call): Promise<void> {
  const { memory } = deps;
  const act = actOf(deps, call);
  for (const { file, decision } of plan.withdrawn) {
    await writeDecisionChange(memory, file.project, decision.id, { standing: "deprecated" }, act);
  }
  for (const file of [...plan.gone, ...plan.withdrawn.map(({ file }) => file)])
    await dropAdrFile(memory, file);
  for (const { source, decision } of plan.settled) {
    const now: Decision = (await findDecision(memory, decision.project, decision.id)) ?? decision;
    await saveAdrFiles(memory, [stateOf(now, source, folder, deps)]);
  }
}

import type { Decision } from "../../decisions/index.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { AdrFolder, AdrSource } from "../rules/adr.ts";
import { type AdrFile, isChanged, memoryChanges } from "../rules/adr-state.ts";
import { saveAdrFiles } from "../sql/adr-files.ts";
import { currentText, statusReader } from "./apply-file-edit.ts";
import type { MovingDeps } from "./deps.ts";
import { allDecisions } from "./export-adr.ts";
import type { ChangedDecision } from "./plan-adr-sync.ts";
import type { SettledPlan } from "./settle-conflicts.ts";
import { type SyncStep, syncStep, updateDetail } from "./sync-steps.ts";
import { type NewAdrFile, stateOf, writeAdrFiles } from "./write-adr-files.ts";

/** Writes files for new active decisions, and what changed in the memory into the files that are there. */
export async function updateFiles(
  folder: AdrFolder,
  files: readonly AdrFile[],
  plan: SettledPlan,
  dryRun: boolean,
  deps: MovingDeps,
  call: Call,
): Promise<SyncStep[]> {
  const decisions = await allDecisions(deps, call);
  const { records: onDisk, refused } = await folder.files();
  const paths = new Map(
    [...files, ...plan.restored.map(({ file }) => file)].map(({ decisionId, path }) => [decisionId, path]),
  );
  for (const { source, decision } of plan.settled) paths.set(decision.id, source.path);
  for (const { file, decision } of plan.conflicts) paths.set(decision.id, file.path);
  const compose = folder.composer(onDisk, refused);
  const withdrawn = new Set(plan.withdrawn.map(({ decision }) => decision.id));
  const unfiled = [...decisions.values()].filter(
    ({ id, standing }) => standing === "active" && !paths.has(id) && !withdrawn.has(id),
  );
  const newFiles = unfiled.map((decision) => ({ decision, file: compose(decision) }));
  for (const { decision, file } of newFiles) paths.set(decision.id, file.path);
  const statusOf = await statusReader(decisions, paths, deps, call);
  const writes: NewAdrFile[] = [];
  const unchanged: AdrFile[] = [];
  const steps: SyncStep[] = [];
  for (const { decision, file } of newFiles) {
    steps.push(syncStep("decision_out", file.path, decision.statement, decision.id));
    writes.push({ decision, path: file.path, text: file.text(statusOf(decision)), dress: file.dress });
  }
  for (const { file, decision } of plan.restored) {
    steps.push(syncStep("decision_out", file.path, "written again", decision.id));
    const changes = memoryChanges(decision, file.memoryHash);
    const { text, dress } = currentText(decision, file, changes, folder, statusOf(decision), deps);
    writes.push({ decision, path: file.path, text, dress });
  }
  for (const { source, decision, changes } of stale(onDisk, decisions, files, plan)) {
    const { text, dress } = currentText(decision, source, changes, folder, statusOf(decision), deps);
    if (text === source.text) {
      unchanged.push(stateOf(decision, source, folder, deps));
      continue;
    }
    const step = syncStep("file_updated", source.path, updateDetail(decision, changes), decision.id);
    steps.push({ ...step, differences: plan.differences.get(source.path) });
    writes.push({ decision, path: source.path, text, dress, replaces: source.hash });
  }
  if (dryRun) return steps;
  if (unchanged.length > 0) await saveAdrFiles(deps.memory, unchanged);
  const skipped = await writeAdrFiles(folder, writes, deps);
  return steps.map((step) => (skipped.has(step.path) ? changedMeanwhile(step) : step));
}

const changedMeanwhile = ({ path, decisionId }: SyncStep): SyncStep =>
  syncStep("conflict", path, "The file was changed meanwhile and was left as it is. Sync again.", decisionId);

/** Files that are out of date, also because of a file imported in this run. With the decisions as they are now. */
function stale(
  onDisk: readonly AdrSource[],
  decisions: ReadonlyMap<string, Decision>,
  files: readonly AdrFile[],
  plan: SettledPlan,
): ChangedDecision[] {
  const taken = new Set(
    [...plan.changedDecisions.map(({ source }) => source), ...plan.conflicts.map(({ file }) => file)].map(
      ({ path }) => path,
    ),
  );
  const sources = new Map(onDisk.map((source) => [source.path, source]));
  const further = files.flatMap((file): ChangedDecision[] => {
    const decision = decisions.get(file.decisionId);
    const source = sources.get(file.path);
    if (!decision || !source || source.hash !== file.fileHash || taken.has(file.path)) return [];
    const changes = memoryChanges(decision, file.memoryHash);
    return isChanged(changes) ? [{ source, decision, changes }] : [];
  });
  const planned = plan.changedDecisions.map((each) => ({
    ...each,
    decision: decisions.get(each.decision.id) ?? each.decision,
  }));
  return [...planned, ...further];
}

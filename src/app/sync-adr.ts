import * as z from "zod";
import { type AdrFolder, type AdrSource, standingHash } from "../domain/adr.ts";
import type { AdrFile } from "../domain/adr-file.ts";
import type { Decision } from "../domain/decision.ts";
import { boundedText, LIMITS } from "../domain/text.ts";
import { allDecisions, stateOf, statusOf } from "./export-adr.ts";
import { adrSource, readEntries, settleFiles } from "./import-adr.ts";
import { startMaking } from "./import-making.ts";
import { type AdrEntry, mapAdr, sameMeaning } from "./map-adr.ts";
import { type Call, type Deps, defineOperation, projectOf } from "./operation.ts";
import { runImport } from "./run-import.ts";
import { takeOver } from "./take-over-file.ts";

export const SYNC_STEPS = ["file_in", "decision_out", "file_updated", "memory_updated", "conflict"] as const;

export interface SyncStep {
  readonly step: (typeof SYNC_STEPS)[number];
  readonly path: string;
  readonly decisionId?: string | undefined;
  readonly detail: string;
}

export interface SyncReport {
  readonly folder: string;
  readonly dryRun: boolean;
  readonly steps: readonly SyncStep[];
  readonly inStep: number;
  readonly problems: readonly string[];
}

/** What the folder and the memory have become since they were last in step. */
interface Plan {
  readonly fresh: AdrEntry[];
  readonly changedFiles: { entry: AdrEntry; file: AdrFile; decision: Decision }[];
  readonly changedDecisions: { source: AdrSource; decision: Decision }[];
  readonly settled: { source: AdrSource; decision: Decision }[];
  readonly gone: AdrFile[];
  readonly conflicts: SyncStep[];
  readonly left: string[];
  inStep: number;
}

export const syncAdr = defineOperation({
  name: "sync-adr",
  summary: "Keep a folder of architecture decision records and the memory in step, both ways.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ folder: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ folder: path, dryRun }, deps, call): Promise<SyncReport> {
    const folder = await deps.outside.openAdrFolder(path, { create: !dryRun });
    if (!dryRun) await settleFiles(folder, deps, call);
    const plan = await makePlan(folder, deps, call);
    const steps: SyncStep[] = [...plan.conflicts];
    const problems = [...plan.left, ...(dryRun ? [] : await filesIn(path, folder, plan, deps, call))];
    steps.push(
      ...plan.fresh.map(({ source, content }) => step("file_in", source.path, `new: ${content.title}`)),
    );
    for (const { entry, file, decision } of plan.changedFiles) {
      const taken = await takeOver(entry, file, decision, folder, { dryRun }, deps, call);
      steps.push(step("memory_updated", file.path, taken.detail, taken.decisionId));
    }
    for (const file of dryRun ? [] : plan.gone) await deps.store.dropAdrFile(file);
    for (const { source, decision } of dryRun ? [] : plan.settled) {
      await deps.store.saveAdrFiles([stateOf(decision, source, folder, deps)]);
    }
    steps.push(...(await decisionsOut(folder, plan, dryRun, deps, call)));
    return { folder: path, dryRun, steps, inStep: plan.inStep, problems };
  },
});

const step = (kind: SyncStep["step"], path: string, detail: string, decisionId?: string): SyncStep => ({
  step: kind,
  path,
  detail,
  decisionId,
});

async function makePlan(folder: AdrFolder, deps: Deps, call: Call): Promise<Plan> {
  const { store } = deps;
  const entries = new Map((await readEntries(folder)).map((entry) => [entry.source.path, entry]));
  const plan: Plan = {
    fresh: [],
    changedFiles: [],
    changedDecisions: [],
    settled: [],
    gone: [],
    conflicts: [],
    left: [],
    inStep: 0,
  };
  for (const file of await store.adrFiles(projectOf(call), folder.name)) {
    const entry = entries.get(file.path);
    entries.delete(file.path);
    const decision = await store.findDecision(file.project, file.decisionId);
    if (decision) compare(file, entry, decision, folder, plan);
  }
  const fresh = [...entries.values()];
  const make = startMaking(deps, call);
  const fates = await store.previewImport(
    fresh.map((entry) => mapAdr(entry, folder, make, deps.clock.now())),
  );
  plan.fresh.push(...fresh.filter((_, i) => fates[i] === "added"));
  plan.left.push(...fresh.filter((_, i) => fates[i] !== "added").map(({ source }) => leftOut(source.path)));
  return plan;
}

function compare(
  file: AdrFile,
  entry: AdrEntry | undefined,
  decision: Decision,
  folder: AdrFolder,
  plan: Plan,
): void {
  const decided = file.memoryHash !== "" && standingHash(decision) !== file.memoryHash;
  if (!entry) {
    // A file that was deleted may mean many things; only where nothing holds any more does it mean nothing.
    if (decision.standing === "superseded" || decision.standing === "deprecated") plan.gone.push(file);
    else plan.conflicts.push(deletedFile(file, decision));
    return;
  }
  const edited = entry.source.hash !== file.fileHash;
  if (!edited && !decided) plan.inStep++;
  else if (!edited) plan.changedDecisions.push({ source: entry.source, decision });
  else if (!decided) plan.changedFiles.push({ entry, file, decision });
  else if (entry.content.standing === decision.standing && sameMeaning(entry, file, folder))
    plan.settled.push({ source: entry.source, decision });
  else plan.conflicts.push(bothChanged(file, entry, decision));
}

const leftOut = (path: string): string =>
  `${path} stays out: what it says was erased from the memory, or is known there as something else.`;

function deletedFile({ path }: AdrFile, { id }: Decision): SyncStep {
  const detail = `The file is gone, and ${id} holds. Bring the file back, or run: membria retract ${id}`;
  return step("conflict", path, detail, id);
}

function bothChanged(
  { path }: AdrFile,
  { content }: AdrEntry,
  { id, standing, supersededBy }: Decision,
): SyncStep {
  const by = supersededBy.length > 0 ? ` by ${supersededBy.join(", ")}` : "";
  return step(
    "conflict",
    path,
    `Changed on both sides: the file says ${content.standing} (${content.status.split("\n")[0]}), the memory has ${id} as ${standing}${by}. Make the file say what holds, and sync again.`,
    id,
  );
}

async function filesIn(
  path: string,
  folder: AdrFolder,
  plan: Plan,
  deps: Deps,
  call: Call,
): Promise<readonly string[]> {
  const linking = [...plan.fresh, ...plan.changedFiles.map(({ entry }) => entry)];
  if (linking.length === 0) return [];
  const source = await adrSource(path, folder, plan.fresh, linking, deps, call);
  const report = await runImport(source, { dryRun: false }, deps, call);
  await settleFiles(folder, deps, call);
  return report.problems;
}

/** New decisions that hold get files; what no longer holds is said in the files there are. */
async function decisionsOut(
  folder: AdrFolder,
  plan: Plan,
  dryRun: boolean,
  deps: Deps,
  call: Call,
): Promise<SyncStep[]> {
  const decisions = await allDecisions(deps, call);
  const files = await deps.store.adrFiles(projectOf(call), folder.name);
  const paths = new Map(files.map(({ decisionId, path }) => [decisionId, path]));
  const compose = folder.composer(await folder.files());
  const unfiled = [...decisions.values()].filter(
    ({ id, standing }) => standing === "active" && !paths.has(id),
  );
  const made = unfiled.map((decision) => ({ decision, file: compose(decision) }));
  for (const { decision, file } of made) paths.set(decision.id, file.path);
  const steps: SyncStep[] = [];
  for (const { decision, file } of made) {
    steps.push(step("decision_out", file.path, decision.statement, decision.id));
    if (dryRun) continue;
    const text = file.text(statusOf(decision, decisions, paths));
    const source = await folder.write({ path: file.path, text, dress: file.dress });
    await deps.store.saveAdrFiles([stateOf(decision, source, folder, deps)]);
  }
  const conflicting = new Set(plan.conflicts.map(({ path }) => path));
  for (const { source, decision } of [
    ...plan.changedDecisions,
    ...(await newlyChanged(files, plan, folder, deps)),
  ]) {
    if (conflicting.has(source.path)) continue;
    steps.push(step("file_updated", source.path, `now ${decision.standing}`, decision.id));
    if (dryRun) continue;
    const text = folder.restate(source, statusOf(decision, decisions, paths));
    const written = await folder.write({ ...source, text });
    await deps.store.saveAdrFiles([stateOf(decision, written, folder, deps)]);
  }
  return steps;
}

/** Files that a new file superseded just now, without having been told so. */
async function newlyChanged(
  files: readonly AdrFile[],
  plan: Plan,
  folder: AdrFolder,
  { store }: Deps,
): Promise<Plan["changedDecisions"]> {
  const known = new Set(plan.changedDecisions.map(({ source }) => source.path));
  const sources = new Map((await folder.files()).map((source) => [source.path, source]));
  const found: Plan["changedDecisions"] = [];
  for (const file of files) {
    const decision = await store.findDecision(file.project, file.decisionId);
    const source = sources.get(file.path);
    const stale = decision && file.memoryHash !== "" && standingHash(decision) !== file.memoryHash;
    if (source && stale && source.hash === file.fileHash && !known.has(file.path))
      found.push({ source, decision });
  }
  return found;
}

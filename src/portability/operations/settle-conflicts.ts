import type { Decision } from "../../decisions/index.ts";
import { type AdrFile, type MemoryChanges, memoryChanges } from "../rules/adr-state.ts";
import { type AdrConflict, type Disagreement, newerSide, type Side } from "./adr-conflict.ts";
import type { AdrEntry } from "./map-adr.ts";
import type { SyncPlan } from "./plan-adr-sync.ts";

interface Settling {
  readonly prefer?: Side | "newer" | undefined;
  /** By the path of the file. */
  readonly choices: Readonly<Record<string, Side>>;
}

export interface SettledPlan extends SyncPlan {
  readonly changedFiles: (SyncPlan["changedFiles"][number] & { readonly holds?: boolean | undefined })[];
  /** Files that are gone, and whose decisions go with them. */
  readonly withdrawn: readonly AdrConflict[];
  /** Files that are gone, and are written again. */
  readonly restored: readonly AdrConflict[];
  /** By the path of the file: what the two sides of a settled conflict said. */
  readonly differences: ReadonlyMap<string, readonly Disagreement[]>;
}

function changesFor({ content }: AdrEntry, file: AdrFile, decision: Decision): MemoryChanges {
  const changes = memoryChanges(decision, file.memoryHash);
  const standing = changes.standing || content.standing !== decision.standing;
  return { ...changes, standing, words: true };
}

/** Turns the conflicts that somebody settled into changes of one side. The others stay in the plan. */
export function settleConflicts(plan: SyncPlan, { prefer, choices }: Settling): SettledPlan {
  const sideOf = (conflict: AdrConflict): Side | undefined =>
    choices[conflict.file.path] ?? (prefer === "newer" ? newerSide(conflict) : prefer);
  const taking = (side: Side | undefined, isThere: boolean): AdrConflict[] =>
    plan.conflicts.filter((each) => sideOf(each) === side && (each.entry !== undefined) === isThere);
  const [fromFiles, fromMemory] = [taking("file", true), taking("memory", true)];
  return {
    ...plan,
    conflicts: plan.conflicts.filter((conflict) => sideOf(conflict) === undefined),
    changedFiles: [
      ...plan.changedFiles,
      ...fromFiles.flatMap(({ entry, file, decision }) =>
        entry
          ? [{ entry, file, decision, changes: memoryChanges(decision, file.memoryHash), holds: true }]
          : [],
      ),
    ],
    changedDecisions: [
      ...plan.changedDecisions,
      ...fromMemory.flatMap(({ entry, file, decision }) =>
        entry ? [{ source: entry.source, decision, changes: changesFor(entry, file, decision) }] : [],
      ),
    ],
    withdrawn: taking("file", false),
    restored: taking("memory", false),
    differences: new Map(
      [...fromFiles, ...fromMemory].map(({ file, differences }) => [file.path, differences]),
    ),
  };
}

import { type Decision, hasFailed } from "../../decisions/index.ts";
import type { Notice } from "../../shared/errors.ts";
import type { MemoryChanges } from "../rules/adr-state.ts";
import type { AdrConflict, Disagreement } from "./adr-conflict.ts";

const SYNC_STEPS = ["file_in", "decision_out", "file_updated", "memory_updated", "conflict"] as const;

export interface SyncStep {
  readonly step: (typeof SYNC_STEPS)[number];
  readonly path: string;
  readonly decisionId?: string | undefined;
  readonly detail: Notice;
  /** Of a conflict: what the two sides say. If it was settled for the memory, what the file said is only here. */
  readonly differences?: readonly Disagreement[] | undefined;
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

export function conflictStep({
  file: { path },
  entry,
  decision: { id },
  differences,
  takesPerson,
}: AdrConflict): SyncStep {
  if (takesPerson) return { ...syncStep("conflict", path, takesPersonText(id), id), differences };
  const [text, remedies] = entry
    ? [`The file and ${id} were both changed.`, []]
    : [
        `The file is gone, and ${id} holds. Bring the file back, or say that it no longer holds.`,
        [{ remedy: "retract-decision", id } as const],
      ];
  const detail = { text, remedies: [...remedies, { remedy: "prefer-side" } as const] };
  return { ...syncStep("conflict", path, detail, id), differences };
}

const takesPersonText = (id: string): string =>
  `A person decided ${id}, so only a person lets the file change it: they have to synchronise at a terminal of their own. Both sides stay as they are.`;

/** What a file is told of its decision. */
export function updateDetail(decision: Decision, changes: MemoryChanges): string {
  const parts = [
    ...(changes.words ? ["its words changed"] : []),
    ...(changes.standing ? [`now ${decision.standing}`] : []),
    ...(changes.outcome && decision.outcome ? [hasFailed(decision) ? "it failed" : "it worked"] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : "in the form of this version";
}

import { createHash } from "node:crypto";
import { type Author, hashedAuthor } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";
import { CHECKPOINT_PARTS, type CheckpointPart } from "./continuity.ts";

/** The state of a work session, for whoever continues it. */
export interface Checkpoint {
  readonly id: string;
  /** Ids it had in memories it was imported from. */
  readonly aliases: readonly string[];
  readonly project: string;
  /** The original text. What is parsed from it is not stored in its place. */
  readonly summary: Screened;
  readonly openFiles: readonly Screened[];
  readonly nextSteps: Screened;
  /** The commit that was checked out, if any. */
  readonly head?: string | undefined;
  readonly author: Author;
  readonly createdAt: Date;
  readonly sourceFacts?: CheckpointSourceFacts | undefined;
}

/** Further facts from the memory that a checkpoint was imported from. */
interface CheckpointSourceFacts {
  readonly recentConversation?: readonly Screened[] | undefined;
  readonly status?: Screened | undefined;
}

/**
 * SHA-256 over the saved fields in a fixed order. A checkpoint that no longer matches it is damaged. Version 0.1.0 used
 * version 1.
 */
export function checkpointHash(
  checkpoint: Pick<Checkpoint, "project" | "summary" | "openFiles" | "nextSteps" | "head" | "author">,
  version = 2,
): string {
  const { project, summary, openFiles, nextSteps, head, author } = checkpoint;
  const fields = [project, summary, openFiles, nextSteps, head ?? null];
  const parts = [version, ...fields, ...hashedAuthor(author, version)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** @throws Fault `invalid` when a part is missing. */
export function requireParts(missing: readonly CheckpointPart[]): void {
  if (missing.length === 0) return;
  throw new Fault("invalid", `The checkpoint lacks ${missing.join(", ")}, so it was not saved.`, {
    field: missing.length === 1 && missing[0] === CHECKPOINT_PARTS[3] ? "nextSteps" : "summary",
    received: { missing_parts: missing },
    reason: "missing_parts",
    hint: "Write the summary under the headings `# 🎯 Goal & Progress`, `# ✅ Evidence` (each item with status: Verified, Not run or Assumed) and `# ⏳ Unfinished & Risks`, and the briefing for the next agent into the next steps.",
  });
}

export function noCheckpoint(scope: string, elsewhere: boolean): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no checkpoint ${where} yet, so there is no session to resume.`, {
    reason: "no_checkpoint",
    hint: `Start afresh, and save one before you stop.${elsewhere ? " Other projects have some." : ""}`,
    remedies: [...(elsewhere ? [{ remedy: "name-project" } as const] : []), { remedy: "save-checkpoint" }],
  });
}

export function damagedCheckpoint(id: string): Fault {
  return new Fault(
    "unavailable",
    `Checkpoint ${id} is damaged: what is stored is not what was saved, so it was not loaded.`,
    {
      reason: "checkpoint_damaged",
      hint: "Without it, work goes on from the checkpoint before.",
      remedies: [{ remedy: "run-doctor" }, { remedy: "erase-memory", id }],
    },
  );
}

export function checkpointNotFound(ref: string, scope: string): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no checkpoint ${ref} ${where}.`, {
    field: "ref",
    received: ref,
    reason: "checkpoint_not_found",
    hint: "Check the id.",
    remedies: [{ remedy: "show-latest-checkpoint" }],
  });
}

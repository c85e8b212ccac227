import type { Author } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import type { Remedy } from "../shared/remedy.ts";
import type { Decision } from "./decision.ts";

const NOTHING_CHANGED = "Nothing was changed.";

const namesOf = (ids: readonly string[]): string => ids.join(", ");

/** What a decision is that does not hold, and how it could. */
function whyNotHolding({ id, standing, supersededBy }: Decision): {
  readonly is: string;
  readonly remedies: readonly Remedy[];
} {
  if (standing === "deprecated")
    return { is: "is retracted", remedies: [{ remedy: "restore-decision", id }] };
  if (standing === "draft") return { is: "is a draft", remedies: [{ remedy: "list-proposals" }] };
  const by = supersededBy.length > 0 ? ` by ${namesOf(supersededBy)}` : "";
  return { is: `is superseded${by}`, remedies: [] };
}

export function sameDecision(id: string, field: string): Fault {
  return new Fault("invalid", `Both times the same decision was named: ${id}.`, {
    field,
    received: id,
    reason: "same_decision",
    hint: `Name two different decisions. ${NOTHING_CHANGED}`,
  });
}

/** Refuses to let a decision stand in for others that does not hold itself. */
export function requireHoldingReplacement(decision: Decision, field: string): void {
  if (decision.standing === "active") return;
  const { is, remedies } = whyNotHolding(decision);
  const [newer] = decision.supersededBy;
  throw new Fault("conflict", `${decision.id} ${is}, so it cannot take the place of another decision.`, {
    field,
    received: decision.id,
    reason: "does_not_hold",
    hint: newer ? `Name ${newer} instead. ${NOTHING_CHANGED}` : NOTHING_CHANGED,
    remedies,
  });
}

export function wouldBeCycle(newer: string, older: string, field: string): Fault {
  return new Fault("conflict", `${older} replaced ${newer}, so ${newer} cannot replace ${older}.`, {
    field,
    received: older,
    reason: "supersedes_cycle",
    hint: `Name them the other way round. ${NOTHING_CHANGED}`,
  });
}

/** Refuses a duplicate that something else became of already. `mergedInto` is the decision it was merged into. */
export function requireMergeable(keep: Decision, duplicate: Decision, mergedInto: string | undefined): void {
  if (keep.id === duplicate.id) throw sameDecision(keep.id, "duplicate");
  if (mergedInto !== undefined) throw alreadyMerged(duplicate, mergedInto);
  if (keep.supersededBy.includes(duplicate.id)) throw wouldBeCycle(keep.id, duplicate.id, "duplicate");
  requireHoldingReplacement(keep, "keep");
  const isOthers = duplicate.standing === "superseded" && !duplicate.supersededBy.includes(keep.id);
  if (!isOthers && duplicate.standing !== "draft") return;
  const { is, remedies } = whyNotHolding(duplicate);
  throw new Fault("conflict", `${duplicate.id} ${is}, so it cannot be merged into ${keep.id}.`, {
    field: "duplicate",
    received: duplicate.id,
    reason: "not_mergeable",
    hint: isOthers
      ? `What was replaced stays with what replaced it. ${NOTHING_CHANGED}`
      : `Accept or reject it first. ${NOTHING_CHANGED}`,
    remedies,
  });
}

function alreadyMerged({ id }: Decision, into: string): Fault {
  return new Fault("conflict", `${id} was merged into ${into} already.`, {
    field: "duplicate",
    received: id,
    reason: "already_merged",
    hint: NOTHING_CHANGED,
    remedies: [{ remedy: "restore-decision", id }],
  });
}

/** Of a decision that was neither retracted nor merged. */
export function nothingToRestore({ id, standing, supersededBy }: Decision): Fault {
  const [newer] = supersededBy;
  const [is, hint, remedies]: readonly [string, string, readonly Remedy[]] =
    standing === "superseded"
      ? [
          newer ? `superseded by ${namesOf(supersededBy)}` : "superseded",
          newer ? "If it should hold again, say so in a new decision." : "Record it again if it should hold.",
          newer ? [{ remedy: "supersede-decision", id: newer }] : [],
        ]
      : standing === "draft"
        ? ["a draft", "Nobody retracted it.", [{ remedy: "list-proposals" }]]
        : [standing, "It holds; there is nothing to do.", []];
  return new Fault("conflict", `${id} was not retracted: it is ${is}.`, {
    field: "ref",
    received: id,
    reason: "not_retracted",
    hint: `${hint} ${NOTHING_CHANGED}`,
    remedies,
  });
}

/** Why a merge stays. `because` completes "…, so the merge cannot be taken back". */
export function mergeStays({ id }: Decision, because: string, remedies: readonly Remedy[] = []): Fault {
  return new Fault("conflict", `${because}, so the merge of ${id} cannot be taken back.`, {
    field: "ref",
    received: id,
    reason: "changed_since",
    hint: NOTHING_CHANGED,
    remedies,
  });
}

/** The kept decision of a merge has to hold, or its duplicate would hold instead of what replaced both. */
export function requireHoldingKept(keep: Decision, duplicate: Decision): void {
  if (keep.standing === "active") return;
  const { is, remedies } = whyNotHolding(keep);
  throw mergeStays(duplicate, `${keep.id} ${is} since then`, remedies);
}

export function nothingToReopen({ id }: Decision): Fault {
  return new Fault("conflict", `${id} has no outcome that could be withdrawn.`, {
    field: "ref",
    received: id,
    reason: "no_outcome",
    hint: NOTHING_CHANGED,
    remedies: [{ remedy: "record-outcome" }],
  });
}

export function reopenTheKept({ id }: Decision, keep: string): Fault {
  return new Fault("conflict", `${id} was merged into ${keep}, which has the outcome of both.`, {
    field: "ref",
    received: id,
    reason: "is_duplicate",
    hint: NOTHING_CHANGED,
    remedies: [{ remedy: "reopen-decision", id: keep }],
  });
}

/** Nobody but a person takes back what a person did. */
export function requirePersonToUndo(
  by: Author,
  { id }: Decision,
  done: { readonly what: string; readonly by: string | undefined },
  remedy: Remedy,
): void {
  if (by.kind === "human" || done.by !== "human") return;
  throw new Fault("forbidden", `A person ${done.what} ${id}, and only a person takes that back.`, {
    reason: "isolation_violation",
    received: id,
    hint: NOTHING_CHANGED,
    remedies: [remedy],
  });
}

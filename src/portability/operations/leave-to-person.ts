import type { Call } from "../../shared/operations/operation.ts";
import type { AdrFolder } from "../rules/adr.ts";
import { type AdrConflict, conflictOf } from "./adr-conflict.ts";
import type { MovingDeps } from "./deps.ts";
import { saysOtherwise } from "./plan-adr-sync.ts";
import type { SettledPlan } from "./settle-conflicts.ts";

/**
 * A known agent changes no decision of a person by way of its file, which it can edit: what would change one stays as it
 * is on both sides, until a person synchronises.
 */
export function leaveToPerson(
  plan: SettledPlan,
  folder: AdrFolder,
  deps: MovingDeps,
  { actor }: Call,
): SettledPlan {
  if (actor.author.kind !== "agent") return plan;
  const isPersons = ({ decision }: Pick<AdrConflict, "decision">): boolean =>
    decision.author.kind === "human";
  const files = plan.changedFiles.filter(
    (one) => isPersons(one) && (one.holds || saysOtherwise(one.entry, one.file, folder, deps)),
  );
  const gone = plan.withdrawn.filter(isPersons);
  const left = [...files.map((one) => conflictOf(one.file, one.entry, one.decision, folder, deps)), ...gone];
  return {
    ...plan,
    changedFiles: plan.changedFiles.filter((one) => !files.includes(one)),
    withdrawn: plan.withdrawn.filter((one) => !gone.includes(one)),
    conflicts: [...plan.conflicts, ...left.map((one) => ({ ...one, takesPerson: true }))],
  };
}

import { includesRole, type Role } from "../shared/actor.ts";

/**
 * The role in the team that each action needs. Every version has to judge an action the same way, so a line is never
 * changed once it was released.
 */
const NEEDS_ADMIN: ReadonlySet<string> = new Set([
  "decision.erased",
  "insight.erased",
  "checkpoint.erased",
  "person.erased",
  "guidance.erased",
  "decision.withdrawn",
  "import.undone",
  "project.moved",
  "proposal.accepted",
]);

/** What an author may take back of its own, whatever it needs otherwise. */
const OWN_ALLOWED: ReadonlySet<string> = new Set(["decision.erased", "insight.erased"]);

/** What only a newer version knows is something to add until that version says otherwise. */
export const roleNeededFor = (action: string): Role => (NEEDS_ADMIN.has(action) ? "admin" : "agent");

/** Whether the author of a record needs no more than the role agent for this. */
const isAllowedForOwn = (action: string): boolean => OWN_ALLOWED.has(action);

/** `isOwn` is only asked where it matters. */
export function mayDo(role: Role, action: string, isOwn: () => boolean): boolean {
  if (includesRole(role, roleNeededFor(action))) return true;
  return includesRole(role, "agent") && isAllowedForOwn(action) && isOwn();
}

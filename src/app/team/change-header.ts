import { type AuditAction, effectsOf } from "../../domain/log/audit-actions.ts";
import { headerOf } from "../../domain/team/check-change.ts";
import { isAboutMembers } from "../../domain/team/member-statements.ts";
import type { SharedChange } from "../../domain/team/shared-change.ts";

export const isMemberChange = (change: SharedChange): boolean =>
  isAboutMembers(headerOf(change)?.action ?? "");

/** The record that it erases; undefined if it erases none. */
export function erasedBy(change: SharedChange): string | undefined {
  const header = headerOf(change);
  if (!header) return undefined;
  const effects = effectsOf(header.action as AuditAction) as ReturnType<typeof effectsOf> | undefined;
  return effects?.removes ? header.subject : undefined;
}

import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import { DECISION_ID } from "../../../domain/shared/ids.ts";
import { isKnownAction } from "../../../domain/team/leaving.ts";
import { ChangeHeader, HEADER_FORMAT, type OrderedChange } from "../../../domain/team/shared-change.ts";
import type { ChangeTypes } from "../log/change.ts";
import type { Sql } from "../shared/connection.ts";
import { isErased } from "./received-rows.ts";

/** Empty if the header makes no sense. */
export function actionIn(header: string): string {
  try {
    return String((JSON.parse(header) as { readonly action?: unknown }).action);
  } catch {
    return "";
  }
}

export type KnownHeader = ChangeHeader & { readonly action: AuditAction };
type ReadHeader = { readonly state: "known"; readonly header: KnownHeader } | { readonly state: "unknown" };

/** A change of a kind, or with arguments, that only a newer Membria knows is kept and passed on. */
export function headerIn({ header: text }: Pick<OrderedChange, "header">, types: ChangeTypes): ReadHeader {
  try {
    const { data } = ChangeHeader.safeParse(JSON.parse(text));
    if (!data || data.format > HEADER_FORMAT || !isKnownAction(data.action)) return { state: "unknown" };
    if (data.version > (types[data.action]?.version ?? 0)) return { state: "unknown" };
    return { state: "known", header: data as KnownHeader };
  } catch {
    return { state: "unknown" };
  }
}

const BRINGS = new Set<AuditAction>([
  "decision.captured",
  "insight.saved",
  "import.continued",
  "record.existing",
  "person.erased",
  "decision.erased",
  "insight.erased",
  "import.undone",
]);

/** Whether everything that a change is about is here, or was erased. */
export function isComplete(sql: Sql, { action, subject, refs }: KnownHeader): boolean {
  if (BRINGS.has(action)) return true;
  const decisions = [subject, ...refs].filter((record) => DECISION_ID.test(record));
  const needed = action.startsWith("proposal.") ? decisions.filter((id) => id === subject) : decisions;
  return needed.every(
    (id) => sql.get("SELECT 1 FROM memories WHERE id = ?", id) !== undefined || wasHere(sql, id),
  );
}

/** Erased, or taken back with its import. */
const wasHere = (sql: Sql, id: string): boolean =>
  isErased(sql, id) || sql.get("SELECT 1 FROM change_refs WHERE record = ? LIMIT 1", id) !== undefined;

import type { Sql } from "../shared/connection.ts";
import { readLink } from "./link-rows.ts";

/** What the log has of a link that came with an import, as long as the link stays as it came: where it stands. */
export type PointerToLink = { readonly kind: "link"; readonly row: string };

export const pointerToLink = (id: string): PointerToLink => ({ kind: "link", row: id });

/** Call it before links change or go: the log gets a copy of each that it only points at. */
export function copyIntoLog(sql: Sql, ids: readonly string[]): void {
  for (const id of ids) {
    const link = readLink(sql, id);
    if (!link) continue;
    sql.run(
      `UPDATE change_parts SET args = ? WHERE (change, part) IN
         (SELECT change, part FROM change_refs WHERE record = ?) AND args = ?`,
      JSON.stringify({ kind: "link", link }),
      id,
      JSON.stringify(pointerToLink(id)),
    );
  }
}

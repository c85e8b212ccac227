import { Fault } from "../../../domain/shared/errors.ts";
import { abbreviations } from "../schema/abbreviations.ts";
import type { Sql } from "../shared/connection.ts";
import { mendMemoryWords } from "./memory-words.ts";

const SLICE = 500;

/** Indexes the words of every memory again, because a text now has more of them. In a new file there are none. */
export function indexAgain(sql: Sql): void {
  sql.script(abbreviations);
  for (let after = 0; ; ) {
    const rows = sql.all(
      "SELECT seq, id, type FROM memories WHERE seq > ? ORDER BY seq LIMIT ?",
      after,
      SLICE,
    );
    for (const row of rows) {
      try {
        mendMemoryWords(sql, row);
      } catch (error) {
        // A damaged memory keeps the words it has; reading it reports the damage.
        if (!(error instanceof Fault)) throw error;
      }
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last["seq"] as number;
  }
}

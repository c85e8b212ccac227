import type { WrittenAction } from "../../../domain/log/audit-actions.ts";
import { defineChange } from "../log/change.ts";
import type { Sql } from "../shared/connection.ts";
import { type MemoryRow, type PointerToMemory, readMemoryAtFirst } from "../shared/memory-row.ts";
import { addCheckpointRow } from "./checkpoint-rows.ts";
import { addInsightRow } from "./insight-rows.ts";
import { rewriteNotes } from "./notes-text.ts";

/** Checkpoints and insights never change, so the log points at their rows. */
const saved = <A extends WrittenAction>(action: A, add: (sql: Sql, row: MemoryRow) => void) =>
  defineChange<A, MemoryRow>({
    action,
    version: 1,
    apply(sql, [row]) {
      if (row) add(sql, row);
    },
    whole: (sql, stored) => readMemoryAtFirst(sql, stored as PointerToMemory),
  });
export const checkpointSaved = saved("checkpoint.saved", addCheckpointRow);
export const insightSaved = saved("insight.saved", addInsightRow);

const erased = <A extends WrittenAction>(action: A) =>
  defineChange<A, Record<string, never>>({
    action,
    version: 1,
    apply(sql, _, { subject }) {
      sql.run("DELETE FROM memories WHERE id = ?", subject);
      rewriteNotes(sql);
    },
  });
export const checkpointErased = erased("checkpoint.erased");
export const insightErased = erased("insight.erased");

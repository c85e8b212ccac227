import { decisionPassages, outcomePassages, type Passage } from "../../../domain/decisions/passages.ts";
import type { Sql } from "../shared/connection.ts";
import type { MemoryRow } from "../shared/memory-row.ts";
import { outcomesOf } from "./history-rows.ts";
import { decisionOfMemory } from "./rows.ts";

/** All passages that a decision should have: those of its row, and those of its outcomes. */
export const passagesOfDecision = (sql: Sql, row: MemoryRow): Passage[] => [
  ...decisionPassages(decisionOfMemory(row)),
  ...outcomesOf(sql, row.id).flatMap(outcomePassages),
];

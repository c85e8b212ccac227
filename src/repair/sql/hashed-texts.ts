import {
  columnsInWords,
  contextHash,
  DECISION_COLUMNS,
  type DecisionRow,
  decisionOf,
  type RevisionBody,
} from "../../decisions/index.ts";
import {
  type CheckpointRow,
  firstHashOfCheckpoint,
  type InsightRow,
  insightHash,
  insightOf,
} from "../../sessions/index.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import type { HashedTexts } from "../../store/log/verify-audit.ts";

/** What the first revision of a decision that was edited says. */
const FIRST_WORDS = "(SELECT r.body FROM revisions r WHERE r.decision_id = m.id ORDER BY r.at, r.id LIMIT 1)";

type FirstWordsRow = DecisionRow & { first_words: string | null };

function inFirstWords(row: FirstWordsRow): DecisionRow {
  if (typeof row.first_words !== "string") return row;
  const before = JSON.parse(row.body) as MemoryRow["body"];
  const { body, ...columns } = columnsInWords(before, JSON.parse(row.first_words) as RevisionBody);
  return { ...row, ...columns, body: JSON.stringify(body) } as unknown as DecisionRow;
}

/** How version 0.1.0 hashed the texts that its entries have digests of. */
export const HASHED_TEXTS: HashedTexts = {
  columns: `${DECISION_COLUMNS}, ${FIRST_WORDS} AS first_words`,
  hashOf: {
    "decision.captured": (row) => contextHash(decisionOf(inFirstWords(row as FirstWordsRow)), 1),
    "checkpoint.saved": (row) => firstHashOfCheckpoint(row as CheckpointRow),
    "insight.saved": (row) => insightHash(insightOf(row as InsightRow), 1),
  },
};

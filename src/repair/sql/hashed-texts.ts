import {
  columnsInWords,
  contextHash,
  DECISION_COLUMNS,
  decisionOf,
  type RevisionBody,
} from "../../decisions/index.ts";
import { firstHashOfCheckpoint, insightHash, insightOf } from "../../sessions/index.ts";
import type { Row } from "../../store/file/connection.ts";
import type { MemoryRow } from "../../store/file/memory-row.ts";
import type { HashedTexts } from "../../store/log/verify-audit.ts";

/** What the first revision of a decision that was edited says. */
const FIRST_WORDS = "(SELECT r.body FROM revisions r WHERE r.decision_id = m.id ORDER BY r.at, r.id LIMIT 1)";

function inFirstWords(row: Row): Row {
  if (typeof row["first_words"] !== "string") return row;
  const before = JSON.parse(row["body"] as string) as MemoryRow["body"];
  const { body, ...columns } = columnsInWords(before, JSON.parse(row["first_words"]) as RevisionBody);
  return { ...row, ...columns, body: JSON.stringify(body) };
}

/** How version 0.1.0 hashed the texts that its entries have digests of. */
export const HASHED_TEXTS: HashedTexts = {
  columns: `${DECISION_COLUMNS}, ${FIRST_WORDS} AS first_words`,
  hashOf: {
    "decision.captured": (row) => contextHash(decisionOf(inFirstWords(row)), 1),
    "checkpoint.saved": firstHashOfCheckpoint,
    "insight.saved": (row) => insightHash(insightOf(row), 1),
  },
};

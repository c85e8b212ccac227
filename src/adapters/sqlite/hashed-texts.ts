import { insightHash } from "../../domain/continuity/insight.ts";
import { contextHash } from "../../domain/decisions/context-hash.ts";
import { firstHashOfCheckpoint } from "./continuity/checkpoint-rows.ts";
import { insightOf } from "./continuity/insight-rows.ts";
import { columnsInWords, type RevisionBody } from "./decisions/revision-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "./decisions/rows.ts";
import type { HashedTexts } from "./log/verify-first-release.ts";
import type { Row } from "./shared/connection.ts";
import type { MemoryRow } from "./shared/memory-row.ts";

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

import { insightHash } from "../../domain/continuity/insight.ts";
import { contextHash, HASH_VERSION } from "../../domain/decisions/context-hash.ts";
import { hashOfCheckpoint } from "./continuity/checkpoint-rows.ts";
import { insightOf } from "./continuity/insight-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "./decisions/rows.ts";
import { isNameErased } from "./log/people.ts";
import { HASHED_BY_NEWER, type HashedTexts } from "./log/verify-audit.ts";
import type { Row } from "./shared/connection.ts";

/** Uses the hash version of the capture, so that a field added later does not look like tampering. */
function hashOfDecision(row: Row): string {
  const decision = decisionOf(row);
  return decision.hashVersion > HASH_VERSION ? HASHED_BY_NEWER : contextHash(decision, decision.hashVersion);
}

type HashOf = (row: Row) => string | undefined;

/** Without the name of its author the hash cannot be computed again. The entry of the upgrade still proves the row. */
const unlessNameErased =
  (hashOf: HashOf): HashOf =>
  (row) =>
    isNameErased(row) ? (row["context_hash"] as string) : hashOf(row);

/** The texts that the audit log has digests of. */
export const HASHED_TEXTS: HashedTexts = {
  columns: DECISION_COLUMNS,
  hashOf: {
    "decision.captured": unlessNameErased(hashOfDecision),
    "checkpoint.saved": unlessNameErased(hashOfCheckpoint),
    "insight.saved": unlessNameErased((row) => insightHash(insightOf(row))),
  },
};

import { insightHash } from "../../domain/continuity/insight.ts";
import { contextHash, HASH_VERSION } from "../../domain/decisions/context-hash.ts";
import { hashOfCheckpoint } from "./continuity/checkpoint-rows.ts";
import { insightOf } from "./continuity/insight-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "./decisions/rows.ts";
import { type HashedTexts, NEWER } from "./log/verify-audit.ts";
import type { Row } from "./shared/connection.ts";

/** With the version that it was captured with, so that a field that joined since accuses nobody. */
function hashOfDecision(row: Row): string {
  const decision = decisionOf(row);
  return decision.hashVersion > HASH_VERSION ? NEWER : contextHash(decision, decision.hashVersion);
}

/** The texts that the audit log vouches for. */
export const HASHED_TEXTS: HashedTexts = {
  columns: DECISION_COLUMNS,
  hashOf: {
    "decision.captured": hashOfDecision,
    "checkpoint.saved": hashOfCheckpoint,
    "insight.saved": (row) => insightHash(insightOf(row)),
  },
};

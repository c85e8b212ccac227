import { insightHash } from "../../domain/continuity/insight.ts";
import { contextHash } from "../../domain/decisions/decision.ts";
import { hashOfCheckpoint } from "./continuity/checkpoint-rows.ts";
import { insightOf } from "./continuity/insight-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "./decisions/rows.ts";
import type { HashedTexts } from "./log/verify-audit.ts";

/** The texts that the audit log vouches for. */
export const HASHED_TEXTS: HashedTexts = {
  columns: DECISION_COLUMNS,
  hashOf: {
    "decision.captured": (row) => contextHash(decisionOf(row)),
    "checkpoint.saved": hashOfCheckpoint,
    "insight.saved": (row) => insightHash(insightOf(row)),
  },
};

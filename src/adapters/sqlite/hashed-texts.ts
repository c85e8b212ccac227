import { insightHash } from "../../domain/continuity/insight.ts";
import { contextHash } from "../../domain/decisions/context-hash.ts";
import { firstHashOfCheckpoint } from "./continuity/checkpoint-rows.ts";
import { insightOf } from "./continuity/insight-rows.ts";
import { DECISION_COLUMNS, decisionOf } from "./decisions/rows.ts";
import type { HashedTexts } from "./log/verify-first-release.ts";

/** How version 0.1.0 hashed the texts that its entries have digests of. */
export const HASHED_TEXTS: HashedTexts = {
  columns: DECISION_COLUMNS,
  hashOf: {
    "decision.captured": (row) => contextHash(decisionOf(row), 1),
    "checkpoint.saved": firstHashOfCheckpoint,
    "insight.saved": (row) => insightHash(insightOf(row), 1),
  },
};

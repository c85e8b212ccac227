import type { Act } from "../shared/act.ts";
import type { Erased } from "../shared/erasure.ts";
import type { Scope } from "../shared/scope.ts";
import type { Insight } from "./insight.ts";

/** Insights are never edited; a later lesson is a new insight. */
export interface InsightStore {
  addInsight(insight: Insight, act: Act): Promise<void>;
  /** Removes the text and leaves a tombstone in the audit log. @throws Fault `not_found`. */
  eraseInsight(scope: Scope, id: string, act: Act): Promise<Erased>;
}

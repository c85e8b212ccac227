import type { GuidanceStore } from "../../domain/guidance/guidance-store.ts";
import type { ChangeFeed } from "../../domain/log/change-feed.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import type { SkillDeps } from "../skills/deps.ts";
import type { ThreatDeps } from "../threats/deps.ts";
import type { AnswerCache } from "./answer-cache.ts";

export interface GuidanceDeps extends SkillDeps, ThreatDeps {
  readonly store: SkillDeps["store"] & GuidanceStore & ChangeFeed;
  /** The repository of the project that a call is for; it has no history where that is another one. */
  readonly checkout: Checkout;
  /** What was read and weighed for a question, for as long as it would be read and weighed alike. */
  readonly answers: AnswerCache;
}

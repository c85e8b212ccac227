import type { Decision } from "../../domain/decisions/decision.ts";
import { GUIDANCE_WINDOW_MS, type Guidance, judge } from "../../domain/guidance/guidance.ts";
import type { FirewallStatus, Intention, Warning } from "../../domain/guidance/warning.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/shared/scope.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import type { Screened } from "../../domain/shared/text.ts";
import { isRecalledBy } from "../recall/similar-decisions.ts";
import { actOf, type Call, mayWrite } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";

/** More than an agent asks about in a day; the newest count. */
const MOST_OPEN = 50;

/** What somebody was told about a decision that is not made yet. */
export interface Told {
  readonly intention: Intention;
  readonly sessionId?: string | undefined;
  readonly warnings: readonly Warning[];
  readonly firewallStatus: FirewallStatus;
  /** Decisions that were shown besides those that the warnings go by. */
  readonly shown?: readonly string[] | undefined;
}

/**
 * Remembers it once the reply is on its way. Whoever may not write leaves no trace, and neither does a question to all
 * projects at once.
 */
export function rememberGuidance(told: Told, deps: GuidanceDeps, call: Call): void {
  if (!mayWrite(call) || call.scope === ALL_PROJECTS) return;
  const guidance = guidanceOf(told, deps, call);
  if (guidance.statement.trim() === "") return;
  const since = new Date(guidance.at.getTime() - GUIDANCE_WINDOW_MS);
  const act = { by: call.actor, at: guidance.at };
  deps.background.start("Remembering guidance", () => deps.store.addGuidance(guidance, since, act));
}

function guidanceOf(
  { intention, sessionId, warnings, firewallStatus, shown = [] }: Told,
  deps: GuidanceDeps,
  call: Call,
): Guidance {
  const screen = startScreening(deps.secrets);
  const ids = [...warnings.flatMap(({ evidenceIds }) => evidenceIds), ...shown];
  return {
    id: deps.ids.next(ID_PREFIX.guidance),
    project: call.scope,
    at: deps.clock.now(),
    sessionId: screen.optional("sessionId", sessionId) ?? call.actor.sessionId,
    statement: screen.text("statement", intention.statement),
    alternatives: screen.list("alternatives", intention.alternatives ?? []),
    domain: intention.domain,
    confidence: intention.confidence,
    firewallStatus,
    warnings: warnings.map(({ type, severity }) => ({ type, severity })),
    cited: [...new Set(ids)],
  };
}

/** Holds a decision that was just captured against what was said about it before. The caller does not wait. */
export function followGuidance(decision: Decision, deps: GuidanceDeps, call: Call): void {
  deps.background.start("Following up on guidance", async () => {
    const since = new Date(decision.createdAt.getTime() - GUIDANCE_WINDOW_MS);
    const wanted = { since, sessionId: decision.sessionId };
    for (const guidance of await deps.store.openGuidance(decision.project, wanted, MOST_OPEN)) {
      const judgement = judge(guidance, decision);
      if (!judgement || !(await isRecalledBy(guidance.statement, decision, deps))) continue;
      const result = { ...judgement, decisionId: decision.id, at: decision.createdAt };
      await deps.store.settleGuidance(decision.project, guidance.id, result, actOf(deps, call));
    }
  });
}

export interface Prevention {
  /** How often it, or what was said because of it, kept a decision from being made as it was thought of. */
  readonly preventedDecisions: number;
  /** What was thought of the last time. */
  readonly preventedIssue?: Screened | undefined;
}

export async function preventionOf(
  { store }: GuidanceDeps,
  scope: Scope,
  decisionId: string,
): Promise<Prevention> {
  const { count, latest } = await store.preventedWith(scope, decisionId);
  return { preventedDecisions: count, preventedIssue: latest?.statement };
}

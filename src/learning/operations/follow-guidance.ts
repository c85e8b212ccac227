import type { Decision } from "../../decisions/index.ts";
import { isRecalledBy } from "../../recall/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { type Call, mayWrite } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { startScreening } from "../../shared/screening.ts";
import type { Screened } from "../../shared/text.ts";
import { stepByStep } from "../../store/operations/step-by-step.ts";
import { GUIDANCE_WINDOW_MS, type Guidance, judge } from "../rules/guidance.ts";
import type { FirewallStatus, Intention, Warning } from "../rules/warning.ts";
import { openGuidance, preventedBy, settleGuidance } from "../sql/guidance.ts";
import type { GuidanceDeps } from "./deps.ts";

/** More than an agent asks about in a day. The newest are considered. */
const MOST_OPEN = 50;

/** The guidance that a caller was given about a proposed decision. */
export interface GuidanceGiven {
  readonly intention: Intention;
  readonly sessionId?: string | undefined;
  readonly warnings: readonly Warning[];
  readonly firewallStatus: FirewallStatus;
  /** Decisions that were shown in addition to those the warnings are based on. */
  readonly shown?: readonly string[] | undefined;
}

/** Nothing is remembered for a caller who may only read, or for a question about all projects. */
export function rememberGuidance(given: GuidanceGiven, deps: GuidanceDeps, call: Call): void {
  if (!mayWrite(call) || call.scope === ALL_PROJECTS) return;
  const guidance = guidanceOf(given, deps, call);
  if (guidance.statement.trim() === "") return;
  deps.observations.add({ kind: "guidance", guidance });
}

function guidanceOf(
  { intention, sessionId, warnings, firewallStatus, shown = [] }: GuidanceGiven,
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

/** Compares a captured decision with the guidance given about it before. Runs in the background. */
export function followGuidance(decision: Decision, given: GuidanceDeps): void {
  const deps = stepByStep(given);
  deps.background.start("Following up on guidance", async () => {
    await deps.background.step(() => deps.observations.flush());
    const since = new Date(decision.createdAt.getTime() - GUIDANCE_WINDOW_MS);
    const filter = { since, sessionId: decision.sessionId };
    for (const guidance of await openGuidance(deps.memory, decision.project, filter, MOST_OPEN)) {
      const judgement = judge(guidance, decision);
      if (!judgement || !(await isRecalledBy(guidance.statement, decision, deps))) continue;
      const result = { ...judgement, decisionId: decision.id, at: decision.createdAt };
      await settleGuidance(deps.memory, decision.project, guidance.id, result);
    }
  });
}

export interface Prevention {
  /** How many proposed decisions were changed because of this one. */
  readonly preventedDecisions: number;
  /** The statement of the latest proposal that was changed. */
  readonly preventedIssue?: Screened | undefined;
}

export async function preventionOf(
  { memory }: GuidanceDeps,
  scope: Scope,
  decisionId: string,
): Promise<Prevention> {
  const { count, latest } = await preventedBy(memory, scope, decisionId);
  return { preventedDecisions: count, preventedIssue: latest?.statement };
}

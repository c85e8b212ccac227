import * as z from "zod";
import {
  ASSUMPTION_STATES,
  assumptionsIn,
  type JudgedAssumption,
  requireAssumption,
} from "../../domain/decisions/assumption.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { describeChanges, type Screening, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";
import { requireDecision } from "./require-decision.ts";

/** What somebody says of an assumption, which they name by its number, its id or its words. */
export const Judgement = z.strictObject({
  assumption: boundedText(1, LIMITS.text),
  state: z.enum(ASSUMPTION_STATES),
  because: boundedText(1, LIMITS.text).optional(),
});

export function screenedJudgement(
  { assumption, state, because }: z.output<typeof Judgement>,
  decision: Decision,
  screen: Screening,
  /** The prefix of its fields in the input. */
  at: "" | "assumption." = "",
): JudgedAssumption {
  const why = screen.optional(`${at}because`, because);
  return {
    assumption: requireAssumption(decision, assumption).id,
    state,
    ...(why !== undefined && { because: why }),
  };
}

/**
 * An agent may do this to a person's decision, too: it changes neither its words nor its standing, the judgement is
 * recorded as the agent's, and the next one replaces it. That something is to be checked again is a question to a person.
 */
export const judgeAssumption = defineOperation({
  name: "judge-assumption",
  summary: "Say whether an assumption of a decision still holds, is doubtful or false.",
  effect: "append",
  role: "agent",
  input: Judgement.extend({ ref: DecisionRef }),
  async run({ ref, ...judgement }, deps: DecisionDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const screen = startScreening(deps.secrets);
    const assumption = screenedJudgement(judgement, decision, screen);
    const { after } = await deps.store.updateDecision(
      decision.project,
      decision.id,
      { assumption },
      actOf(deps, call),
    );
    return {
      decision: after,
      assumption: assumptionsIn(after).find(({ id }) => id === assumption.assumption),
      notices: describeChanges(screen.changes),
    };
  },
  shares: { records: ({ decision }) => [decision.id] },
});

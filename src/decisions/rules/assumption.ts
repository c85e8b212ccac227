/** The assumptions of a decision, and what somebody said of them since. */

import { createHash } from "node:crypto";
import * as z from "zod";
import type { Author } from "../../shared/actor.ts";
import { portableAuthor, portableDate, portableId, portableText } from "../../shared/canonical-json.ts";
import { Fault } from "../../shared/errors.ts";
import { foldLines, type Screened } from "../../shared/text.ts";
import type { Decision } from "./decision.ts";

/** The state of an assumption. Until somebody says otherwise it holds, because it was assumed. */
export const ASSUMPTION_STATES = ["holds", "doubtful", "false"] as const;
export type AssumptionState = (typeof ASSUMPTION_STATES)[number];

/** One judgement of an assumption by somebody. Judgements are appended, and the last one by time counts. */
export interface AssumptionJudgement {
  /** The id of the assumption. */
  readonly assumption: string;
  readonly state: AssumptionState;
  readonly because?: Screened | undefined;
  readonly at: Date;
  readonly by: Author;
}

/** In exports. */
export const PortableJudgements: z.ZodType<readonly AssumptionJudgement[]> = z.array(
  z.object({
    assumption: portableId,
    state: z.enum(ASSUMPTION_STATES),
    because: portableText.optional(),
    at: portableDate,
    by: portableAuthor,
  }),
);

/** A judgement on its way to a store, which knows who says it and when. */
export type JudgedAssumption = Pick<AssumptionJudgement, "assumption" | "state" | "because">;

/** One assumption of a decision, as it is known now. */
export interface Assumption<J = AssumptionJudgement> {
  readonly id: string;
  readonly text: Screened;
  readonly state: AssumptionState;
  /** The judgement that counts; undefined if nobody has judged it. */
  readonly judgement?: J | undefined;
}

/**
 * Follows from the decision and the text, so it is the same on every machine and nothing has to be stored for it. An
 * assumption in other words is another one, which nobody has judged.
 */
export const assumptionId = (decisionId: string, text: string): string =>
  `asm_${createHash("sha256").update(`${decisionId}\n${text}`).digest("hex").slice(0, 17)}`;

/** The assumptions that the decision has in its present words. Judgements of earlier words are left out. */
export function assumptionsOf<J extends Pick<AssumptionJudgement, "assumption" | "state">>(
  decisionId: string,
  texts: readonly Screened[],
  judgements: readonly J[] = [],
): Assumption<J>[] {
  return [...new Set(texts)].map((text) => {
    const id = assumptionId(decisionId, text);
    const judgement = judgements.findLast(({ assumption }) => assumption === id);
    return { id, text, state: judgement?.state ?? "holds", ...(judgement && { judgement }) };
  });
}

type WithAssumptions = Pick<Decision, "id" | "assumptions" | "assumptionStates">;

export const assumptionsIn = ({ id, assumptions, assumptionStates }: WithAssumptions): Assumption[] =>
  assumptionsOf(id, assumptions, assumptionStates);

/** By its number as it is listed, its id or its text. @throws Fault `not_found`. */
export function requireAssumption(decision: WithAssumptions, ref: string): Assumption {
  const all = assumptionsIn(decision);
  const wanted = ref.trim();
  const found =
    all.find(({ id }) => id === wanted) ??
    all.find(({ text }) => comparable(text) === comparable(wanted)) ??
    (/^\d{1,3}$/.test(wanted) ? all[Number(wanted) - 1] : undefined);
  if (found) return found;
  throw new Fault(
    "not_found",
    all.length === 0
      ? `${decision.id} has no assumptions.`
      : `${decision.id} has no assumption ${JSON.stringify(wanted)}.`,
    {
      field: "assumption",
      received: wanted,
      reason: "assumption_not_found",
      hint:
        all.length === 0
          ? "Nothing was changed. An edit can add the assumption that it was made under."
          : `Nothing was changed. Name it by its number (1 to ${all.length}), its id or its exact words.`,
    },
  );
}

const comparable = (text: string): string => foldLines(text).trim().normalize().toLowerCase();

import * as z from "zod";
import { requireHoldingReplacement } from "../../domain/decisions/correcting.ts";
import type { Decision, Note } from "../../domain/decisions/decision.ts";
import { MOST_REPLACED } from "../../domain/decisions/decision-store.ts";
import { isolationViolation } from "../../domain/decisions/isolation.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";
import { askToReplace, CONSENT_REPORTED, humanDecisions, replacementNote } from "./replace-human-decision.ts";
import { requireDecision } from "./require-decision.ts";
import { addedRecords, replaced, withoutLost } from "./without-lost.ts";

export const supersedeBy = defineOperation({
  name: "supersede-by",
  summary: "Say that a decision replaces others, if both were recorded already.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    supersedes: z.array(DecisionRef).min(1).max(MOST_REPLACED),
    supersededBy: DecisionRef,
    reasoning: boundedText(1, LIMITS.text).optional(),
  }),
  async run({ supersedes, supersededBy, reasoning }, deps: DecisionDeps, call) {
    const by = await requireDecision(deps, call.scope, supersededBy, "supersededBy");
    requireHoldingReplacement(by, "supersededBy");
    const found = await Promise.all(
      supersedes.map((ref) => requireDecision(deps, by.project, ref, "supersedes")),
    );
    const olds = [...new Map(found.map((old) => [old.id, old])).values()];
    const consent = consentToReplace(olds, by, deps, call);
    const screen = startScreening(deps.secrets);
    const done = await deps.store.supersedeBy(
      call.scope,
      {
        supersedes: olds.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
        by: by.id,
        because: screen.optional("reasoning", reasoning),
        note: consent?.text,
      },
      actOf(deps, call),
    );
    deps.afterDecision.embedSoon();
    return {
      ...done,
      notices: [...(consent ? [CONSENT_REPORTED] : []), ...describeChanges(screen.changes)],
    };
  },
  shares: { records: addedRecords, claims: replaced, withoutLost },
});

/** Replacing a person's decision takes their consent, which is noted on the one that replaces it. */
function consentToReplace(
  olds: readonly Decision[],
  by: Decision,
  deps: DecisionDeps,
  call: Call,
): Note | undefined {
  const theirs = humanDecisions(olds, call);
  if (theirs.length === 0) return undefined;
  if (askToReplace(theirs, by, call) === true) return replacementNote(theirs, deps, call);
  throw isolationViolation(theirs, {
    remedy: "supersede-by",
    supersedes: olds.map(({ id }) => id),
    by: by.id,
  });
}

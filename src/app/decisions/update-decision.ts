import * as z from "zod";
import { Confidence, PROGRESS } from "../../domain/decisions/decision.ts";
import { requireEditor } from "../../domain/decisions/isolation.ts";
import { LinkedCommit, LinkedPr } from "../../domain/decisions/linked-change.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import { requireModule } from "./choose-domain.ts";
import type { DecisionDeps } from "./deps.ts";
import { EditChanges, screenedEdit } from "./edit-decision.ts";
import { Judgement, screenedJudgement } from "./judge-assumption.ts";
import { requireDecision } from "./require-decision.ts";

export const updateDecision = defineOperation({
  name: "update-decision",
  summary:
    "Note how far a decision is, a new confidence, or the change that carries it out, or correct its words.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    progress: z.enum(PROGRESS).optional(),
    confidence: Confidence.optional(),
    note: boundedText(1, LIMITS.text).optional(),
    linkedPr: LinkedPr.optional(),
    linkedCommit: LinkedCommit.optional(),
    /** What is known of one of its assumptions now. */
    assumption: Judgement.optional(),
    /** Other words, from the author of the decision. They become another revision. */
    ...EditChanges.shape,
    /** The domain, from the configured list, for vocabularies that have modules. */
    module: z.string().optional(),
  }),
  async run(
    { ref, module, progress, confidence, note, linkedPr, linkedCommit, assumption: judgement, ...changes },
    deps: DecisionDeps,
    call,
  ) {
    const screen = startScreening(deps.secrets);
    const judged = judgement && (await requireDecision(deps, call.scope, ref));
    const change = {
      progress,
      confidence,
      note: screen.optional("note", note),
      linkedPr: screen.optional("linkedPr", linkedPr),
      linkedCommit: screen.optional("linkedCommit", linkedCommit),
      assumption: judged && screenedJudgement(judgement, judged, screen, "assumption."),
    };
    const domain = requireModule(module, deps.modules);
    const edit = screenedEdit(domain === undefined ? changes : { ...changes, domain }, screen);
    const isChanged = Object.values(change).some((value) => value !== undefined);
    if (Object.keys(edit).length > 0) {
      const decision = await requireDecision(deps, call.scope, ref);
      requireEditor(call.actor, decision);
      const revision = { id: deps.ids.next(ID_PREFIX.revision), edit, ...(isChanged && { change }) };
      const edited = await deps.store.editDecision(call.scope, decision.id, revision, actOf(deps, call));
      await deps.afterDecision.edited(edited.after, call);
      return { ...edited, notices: describeChanges(screen.changes) };
    }
    if (!isChanged) {
      throw new Fault("invalid", "Nothing to update: only the decision was named.", {
        reason: "nothing_to_update",
        remedies: [{ remedy: "send-one-of", fields: [...Object.keys(change), "statement"] }],
      });
    }
    const updated = await deps.store.updateDecision(call.scope, ref, change, actOf(deps, call));
    deps.afterDecision.embedSoon();
    return { ...updated, revision: undefined, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ after }) => [after.id] },
});

import * as z from "zod";
import { type Decision, RISK_LEVELS } from "../../domain/decisions/decision.ts";
import { DECISION_FIELDS } from "../../domain/decisions/decision-fields.ts";
import { requireEditor } from "../../domain/decisions/isolation.ts";
import {
  changedFields,
  type DecisionEdit,
  EDITABLE_FIELDS,
  type EditableField,
  type EditedDecision,
  editedDecision,
  requireChange,
  requireSameRevision,
} from "../../domain/decisions/revision.ts";
import { screenField } from "../../domain/decisions/screen-fields.ts";
import { DomainSlug } from "../../domain/shared/domain-slug.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, type Screening, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { DecisionDeps } from "./deps.ts";
import { requireDecision } from "./require-decision.ts";

const { statement, reasoning, source, ...given } = DECISION_FIELDS;
/** The domain, or nothing, so that it is detected. */
const domain = z
  .string()
  .refine(
    (name) => name === "" || DomainSlug.safeParse(name).success,
    "must be a short lowercase name such as database, and not all",
  );

/** What an edit says anew. A list replaces the earlier one; an empty value removes what is optional. */
export const EditChanges = z.strictObject({
  statement: statement.given.optional(),
  topic: boundedText(0, LIMITS.name).optional(),
  domain: domain.optional(),
  reasoning: reasoning.given,
  alternatives: given.alternatives.given.unwrap().optional(),
  assumptions: given.assumptions.given.unwrap().optional(),
  riskLevel: z.enum([...RISK_LEVELS, ""], { error: `must be ${RISK_LEVELS.join(", ")} or empty` }).optional(),
  risks: given.risks.given.unwrap().optional(),
  consequences: given.consequences.given.unwrap().optional(),
  evidence: given.evidence.given.unwrap().optional(),
  questions: given.questions.given.unwrap().optional(),
  source: source.given,
} satisfies Record<EditableField, z.ZodType>);
export type EditChanges = z.output<typeof EditChanges>;

export const editDecision = defineOperation({
  name: "edit-decision",
  summary: "Correct the words of a decision, and keep the earlier ones.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    changes: EditChanges,
    /** The number of the revision that the caller saw. A newer one is a conflict. */
    basedOn: z.number().int().min(1).optional(),
    dryRun: z.boolean().default(false),
  }),
  async run({ ref, changes, basedOn, dryRun }, deps: DecisionDeps, call) {
    const screen = startScreening(deps.secrets);
    const edit = screenedEdit(changes, screen);
    if (Object.keys(edit).length === 0) {
      throw new Fault("invalid", "Nothing to edit: only the decision was named.", {
        reason: "nothing_to_edit",
        remedies: [{ remedy: "send-one-of", fields: EDITABLE_FIELDS }],
      });
    }
    const decision = await requireDecision(deps, call.scope, ref);
    requireEditor(call.actor, decision);
    const edited = dryRun
      ? await previewEdit(decision, edit, basedOn, deps)
      : await deps.store.editDecision(
          call.scope,
          decision.id,
          { id: deps.ids.next(ID_PREFIX.revision), edit, basedOn },
          actOf(deps, call),
        );
    if (!dryRun) await deps.afterDecision.edited(edited.after, call);
    return { ...edited, dryRun, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ after, dryRun }) => (dryRun ? [] : [after.id]) },
});

/** The edit that the changes ask for, with its texts screened. */
export function screenedEdit(changes: EditChanges, screen: Screening): DecisionEdit {
  const named = EDITABLE_FIELDS.filter((name) => changes[name] !== undefined);
  return Object.fromEntries(
    named.map((name) => [name, changes[name] === "" ? undefined : screenField(name, changes[name], screen)]),
  );
}

/** What an edit would do, without a write. */
async function previewEdit(
  decision: Decision,
  edit: DecisionEdit,
  basedOn: number | undefined,
  { store }: DecisionDeps,
): Promise<EditedDecision> {
  const newest = Math.max(1, (await store.revisionsOf(decision.project, decision.id)).length);
  requireSameRevision(decision.id, newest, basedOn);
  const after = editedDecision(decision, edit);
  const changed = changedFields(decision, after);
  requireChange(decision.id, changed);
  return { before: decision, after, revision: newest + 1, changed };
}

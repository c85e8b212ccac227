/** Updates a decision: its progress, its words, and what is known of its assumptions. */

import * as z from "zod";
import type { DecisionDeps } from "../../decisions/index.ts";
import {
  ASSUMPTION_STATES,
  assumptionsIn,
  Confidence,
  changedFields,
  DECISION_FIELDS,
  type Decision,
  type DecisionEdit,
  EDITABLE_FIELDS,
  type EditableField,
  type EditedDecision,
  editedDecision,
  type JudgedAssumption,
  PROGRESS,
  RISK_LEVELS,
  requireAssumption,
  requireChange,
  requireDecision,
  requireEditor,
  requireModule,
  requireSameRevision,
  revisionsOf,
  screenField,
  writeDecisionChange,
} from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../shared/ids.ts";
import { DomainSlug } from "../../shared/names.ts";
import { actOf, defineOperation } from "../../shared/operations/operation.ts";
import { describeChanges, type Screening, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { storeEdit } from "../sql/edit-decision.ts";

const { statement, reasoning, source, ...given } = DECISION_FIELDS;
/** The domain, or nothing, so that it is detected. */
const domain = z
  .string()
  .refine(
    (name) => name === "" || DomainSlug.safeParse(name).success,
    "must be a short lowercase name such as database, and not all",
  );

/** The fields that an edit says anew. A list replaces the earlier one; an empty value removes what is optional. */
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

/** A judgement of an assumption, which is named by its number, its id or its words. */
export const Judgement = z.strictObject({
  assumption: boundedText(1, LIMITS.text),
  state: z.enum(ASSUMPTION_STATES),
  because: boundedText(1, LIMITS.text).optional(),
});

const ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/u;
const COMMIT = /^[0-9a-f]{7,64}$/i;

/** The address of the pull request that carries out a decision. Older and imported decisions may have other texts. */
export const LinkedPr = boundedText(1, LIMITS.name).refine(
  (text) => ADDRESS.test(text) && URL.canParse(text),
  "must be the address of a pull request that begins with http:// or https://",
);

/** A commit hash, whole or shortened as git shortens it. */
export const LinkedCommit = boundedText(1, LIMITS.name).refine(
  (text) => COMMIT.test(text),
  "must be a commit hash: 7 to 64 of the characters 0-9 and a-f",
);

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
    /** A judgement of one of its assumptions. */
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
      const edited = await storeEdit(deps.memory, call.scope, decision.id, revision, actOf(deps, call));
      await deps.afterDecision.edited(edited.after, call);
      return { ...edited, notices: describeChanges(screen.changes) };
    }
    if (!isChanged) {
      throw new Fault("invalid", "Nothing to update: only the decision was named.", {
        reason: "nothing_to_update",
        remedies: [{ remedy: "send-one-of", fields: [...Object.keys(change), "statement"] }],
      });
    }
    const updated = await writeDecisionChange(deps.memory, call.scope, ref, change, actOf(deps, call));
    deps.afterDecision.embedSoon();
    return { ...updated, revision: undefined, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ after }) => [after.id] },
});

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
      : await storeEdit(
          deps.memory,
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
function screenedEdit(changes: EditChanges, screen: Screening): DecisionEdit {
  const named = EDITABLE_FIELDS.filter((name) => changes[name] !== undefined);
  return Object.fromEntries(
    named.map((name) => [name, changes[name] === "" ? undefined : screenField(name, changes[name], screen)]),
  );
}

/** Says what an edit would do, without a write. */
async function previewEdit(
  decision: Decision,
  edit: DecisionEdit,
  basedOn: number | undefined,
  { memory }: DecisionDeps,
): Promise<EditedDecision> {
  const newest = Math.max(1, (await revisionsOf(memory, decision.project, decision.id)).length);
  requireSameRevision(decision.id, newest, basedOn);
  const after = editedDecision(decision, edit);
  const changed = changedFields(decision, after);
  requireChange(decision.id, changed);
  return { before: decision, after, revision: newest + 1, changed };
}

function screenedJudgement(
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
    const { after } = await writeDecisionChange(
      deps.memory,
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

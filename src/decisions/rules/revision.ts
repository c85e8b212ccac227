/** The wordings of a decision: what an edit may change, and what it makes of the decision. */

import { createHash } from "node:crypto";
import type { Author } from "../../shared/actor.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Screened } from "../../shared/text.ts";
import type { Decision, DecisionChange } from "./decision.ts";
import { type FieldsWith, type FieldValues, withContextHash } from "./decision-fields.ts";
import { deriveTopic, detectDomain } from "./topic-and-domain.ts";

/** An edit may change these: the words of a decision. Who made it, when, and how sure they were stays. */
export const EDITABLE_FIELDS = [
  "statement",
  "topic",
  "domain",
  "reasoning",
  "alternatives",
  "assumptions",
  "riskLevel",
  "risks",
  "consequences",
  "evidence",
  "questions",
  "source",
] as const satisfies readonly FieldsWith<"given">[];
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** Each revision has these of its own. */
export const REVISED_FIELDS = [...EDITABLE_FIELDS, "topicStated", "hashVersion"] as const;
type RevisedField = (typeof REVISED_FIELDS)[number];
export interface RevisionContent extends FieldValues<RevisedField> {}

/** One wording of a decision. The first is what was captured; the decision itself shows the newest. */
export interface Revision {
  readonly id: string;
  readonly decisionId: string;
  /** Counts from 1, by time. */
  readonly number: number;
  readonly at: Date;
  readonly author: Author;
  readonly contextHash: string;
  readonly content: RevisionContent;
}

/**
 * The new values of the fields that change. A list is replaced as a whole. A key whose value is undefined removes the
 * field; the topic is then derived and the domain detected.
 */
export type DecisionEdit = {
  readonly [F in EditableField]?: Decision[F] | undefined;
};

/** An edit on its way to a store. */
export interface NewRevision {
  readonly id: string;
  readonly edit: DecisionEdit;
  /** The number of the revision that the author of the edit saw. If another is newer, nothing is written. */
  readonly basedOn?: number | undefined;
  /** What else changes with it, in the same write. */
  readonly change?: DecisionChange | undefined;
}

export interface EditedDecision {
  readonly before: Decision;
  readonly after: Decision;
  /** The number of the new revision. */
  readonly revision: number;
  readonly changed: readonly EditableField[];
}

/** The same on every machine, so that the first wording is kept once, wherever the decision is edited first. */
export const firstRevisionId = (decisionId: string): string =>
  `${ID_PREFIX.revision}_${createHash("sha256").update(decisionId).digest("hex").slice(0, 17)}`;

/** With a key for every field, also for what is undefined, so that it replaces all of another wording. */
export function contentOf(words: RevisionContent): RevisionContent {
  return Object.fromEntries(REVISED_FIELDS.map((name) => [name, words[name]])) as never;
}

/** The decision as it was when this revision was the newest. */
export const inWordsOf = ({ content, contextHash }: Revision, decision: Decision): Decision => ({
  ...decision,
  ...contentOf(content),
  contextHash,
});

/** The decision in its new words. All that an edit does not touch is as before. */
export function editedDecision(decision: Decision, edit: DecisionEdit): Decision {
  const words = { ...decision, ...newValues(edit) };
  const topic = topicAfter(decision, edit, words.statement);
  const domain =
    "domain" in edit && !edit.domain
      ? detectDomain(words.statement, [topic.topic, words.reasoning ?? "", ...words.alternatives])
      : words.domain;
  return withContextHash({ ...words, ...topic, domain });
}

const REQUIRED: ReadonlySet<string> = new Set(["statement", "topic", "domain"]);
const REMOVABLE: ReadonlySet<string> = new Set(["reasoning", "riskLevel", "source"]);

/** A required field cannot be removed, and a list without items is an empty one. */
function newValues(edit: DecisionEdit): Partial<RevisionContent> {
  return Object.fromEntries(
    EDITABLE_FIELDS.filter((name) => name in edit && (edit[name] || !REQUIRED.has(name))).map((name) => [
      name,
      edit[name] || (REMOVABLE.has(name) ? undefined : []),
    ]),
  );
}

function topicAfter(
  decision: Decision,
  edit: DecisionEdit,
  statement: Screened,
): Pick<Decision, "topic" | "topicStated"> {
  if ("topic" in edit && edit.topic) return { topic: edit.topic, topicStated: true };
  const derives = "topic" in edit || (!decision.topicStated && statement !== decision.statement);
  if (!derives) return { topic: decision.topic, topicStated: decision.topicStated };
  return { topic: deriveTopic(statement) as Screened, topicStated: false };
}

/** The fields in which two wordings differ. */
export function changedFields(
  before: Omit<RevisionContent, "hashVersion">,
  after: Omit<RevisionContent, "hashVersion">,
): EditableField[] {
  return EDITABLE_FIELDS.filter((name) => {
    if (name === "topic" && before.topicStated !== after.topicStated) return true;
    // A derived topic follows the statement, and nobody changed it.
    if (name === "topic" && !after.topicStated) return false;
    return canonicalJson((before[name] ?? null) as Json) !== canonicalJson((after[name] ?? null) as Json);
  });
}

/** @throws Fault `conflict` if the decision was edited since the author of this edit read it. */
export function requireSameRevision(id: string, newest: number, basedOn: number | undefined): void {
  if (basedOn === undefined || basedOn === newest) return;
  throw new Fault(
    "conflict",
    `Somebody edited ${id} meanwhile: it is at revision ${newest}, and this edit began with revision ${basedOn}.`,
    {
      field: "basedOn",
      received: basedOn,
      reason: "edited_meanwhile",
      hint: "Nothing was changed. Read it again and repeat the edit.",
    },
  );
}

/** @throws Fault `invalid` if the edit says what the decision says already. */
export function requireChange(id: string, changed: readonly EditableField[]): void {
  if (changed.length > 0) return;
  throw new Fault("invalid", `${id} says exactly that already, so there is nothing to edit.`, {
    received: id,
    reason: "nothing_to_edit",
    hint: "Nothing was changed.",
  });
}

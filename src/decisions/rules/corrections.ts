import type { Author, AuthorKind } from "../../shared/actor.ts";
import { Fault, type Remedy } from "../../shared/errors.ts";
import type { Screened } from "../../shared/text.ts";
import type { Decision, Note, Standing } from "./decision.ts";
import { EXPORTED_FIELDS, type FieldName, fieldNamed, snakeCaseName } from "./decision-fields.ts";
import type { Outcome } from "./outcome.ts";

/** The result that merging two decisions would have. */
export interface MergePlan {
  readonly keep: Decision;
  readonly duplicate: Decision;
  /** The links of the duplicate that the kept decision lacks, as they will stand. */
  readonly links: readonly TakenOverLink[];
  /** What only the duplicate says; it is shown with the kept decision. */
  readonly onlyThere: readonly OnlyInDuplicate[];
  /** Of the duplicate; they are shown with the kept decision. */
  readonly notes: number;
  readonly signals: number;
  /** The outcome that counts for both: that of the kept decision, if it has one. */
  readonly outcome: "none" | "own" | "of-duplicate";
  /** Whether an outcome of the duplicate no longer counts, because the kept decision has its own. */
  readonly stopsCounting: boolean;
}

interface TakenOverLink {
  readonly from: string;
  readonly to: string;
  readonly relation: string;
  readonly state: string;
}

/** The result that restoring a decision would have. */
export interface RestorePlan {
  readonly decision: Decision;
  /** The correction that is taken back. */
  readonly undoes: "retraction" | "merge";
  /** The kind of author who retracted or merged it; undefined if the log does not say. */
  readonly doneBy?: AuthorKind | undefined;
  /** The standing that it had before. */
  readonly standing: Standing;
  /** The decision that it was merged into. */
  readonly keep?: Decision | undefined;
  /** Other active decisions with the same topic, if it holds again. */
  readonly sameTopic: readonly Decision[];
}

/** The result that reopening a decision would have. */
export interface ReopenPlan {
  readonly decision: Decision;
  /** Its outcomes, and those of its duplicates, that were not withdrawn before. */
  readonly outcomes: readonly Outcome[];
}

const NOTHING_CHANGED = "Nothing was changed.";

const namesOf = (ids: readonly string[]): string => ids.join(", ");

/** Says of a decision that does not hold why, and how it could. */
function whyNotHolding({ id, standing, supersededBy }: Decision): {
  readonly is: string;
  readonly remedies: readonly Remedy[];
} {
  if (standing === "deprecated")
    return { is: "is retracted", remedies: [{ remedy: "restore-decision", id }] };
  if (standing === "draft") return { is: "is a draft", remedies: [{ remedy: "list-proposals" }] };
  const by = supersededBy.length > 0 ? ` by ${namesOf(supersededBy)}` : "";
  return { is: `is superseded${by}`, remedies: [] };
}

export function sameDecision(id: string, field: string): Fault {
  return new Fault("invalid", `Both times the same decision was named: ${id}.`, {
    field,
    received: id,
    reason: "same_decision",
    hint: `Name two different decisions. ${NOTHING_CHANGED}`,
  });
}

/** Refuses to let a decision stand in for others that does not hold itself. */
export function requireHoldingReplacement(decision: Decision, field: string): void {
  if (decision.standing === "active") return;
  const { is, remedies } = whyNotHolding(decision);
  const [newer] = decision.supersededBy;
  throw new Fault("conflict", `${decision.id} ${is}, so it cannot take the place of another decision.`, {
    field,
    received: decision.id,
    reason: "does_not_hold",
    hint: newer ? `Name ${newer} instead. ${NOTHING_CHANGED}` : NOTHING_CHANGED,
    remedies,
  });
}

export function wouldBeCycle(newer: string, older: string, field: string): Fault {
  return new Fault("conflict", `${older} replaced ${newer}, so ${newer} cannot replace ${older}.`, {
    field,
    received: older,
    reason: "supersedes_cycle",
    hint: `Name them the other way round. ${NOTHING_CHANGED}`,
  });
}

/** Refuses a duplicate that something else became of already. `mergedInto` is the decision it was merged into. */
export function requireMergeable(keep: Decision, duplicate: Decision, mergedInto: string | undefined): void {
  if (keep.id === duplicate.id) throw sameDecision(keep.id, "duplicate");
  if (mergedInto !== undefined) throw alreadyMerged(duplicate, mergedInto);
  if (keep.supersededBy.includes(duplicate.id)) throw wouldBeCycle(keep.id, duplicate.id, "duplicate");
  requireHoldingReplacement(keep, "keep");
  const isOthers = duplicate.standing === "superseded" && !duplicate.supersededBy.includes(keep.id);
  if (!isOthers && duplicate.standing !== "draft") return;
  const { is, remedies } = whyNotHolding(duplicate);
  throw new Fault("conflict", `${duplicate.id} ${is}, so it cannot be merged into ${keep.id}.`, {
    field: "duplicate",
    received: duplicate.id,
    reason: "not_mergeable",
    hint: isOthers
      ? `What was replaced stays with what replaced it. ${NOTHING_CHANGED}`
      : `Accept or reject it first. ${NOTHING_CHANGED}`,
    remedies,
  });
}

function alreadyMerged({ id }: Decision, into: string): Fault {
  return new Fault("conflict", `${id} was merged into ${into} already.`, {
    field: "duplicate",
    received: id,
    reason: "already_merged",
    hint: NOTHING_CHANGED,
    remedies: [{ remedy: "restore-decision", id }],
  });
}

/** Of a decision that was neither retracted nor merged. */
export function nothingToRestore({ id, standing, supersededBy }: Decision): Fault {
  const [newer] = supersededBy;
  const [is, hint, remedies]: readonly [string, string, readonly Remedy[]] =
    standing === "superseded"
      ? [
          newer ? `superseded by ${namesOf(supersededBy)}` : "superseded",
          newer ? "If it should hold again, say so in a new decision." : "Record it again if it should hold.",
          newer ? [{ remedy: "supersede-decision", id: newer }] : [],
        ]
      : standing === "draft"
        ? ["a draft", "Nobody retracted it.", [{ remedy: "list-proposals" }]]
        : [standing, "It holds; there is nothing to do.", []];
  return new Fault("conflict", `${id} was not retracted: it is ${is}.`, {
    field: "ref",
    received: id,
    reason: "not_retracted",
    hint: `${hint} ${NOTHING_CHANGED}`,
    remedies,
  });
}

/** Why a merge stays. `because` completes "…, so the merge cannot be taken back". */
export function mergeStays({ id }: Decision, because: string, remedies: readonly Remedy[] = []): Fault {
  return new Fault("conflict", `${because}, so the merge of ${id} cannot be taken back.`, {
    field: "ref",
    received: id,
    reason: "changed_since",
    hint: NOTHING_CHANGED,
    remedies,
  });
}

/** The kept decision of a merge has to hold, or its duplicate would hold instead of what replaced both. */
export function requireHoldingKept(keep: Decision, duplicate: Decision): void {
  if (keep.standing === "active") return;
  const { is, remedies } = whyNotHolding(keep);
  throw mergeStays(duplicate, `${keep.id} ${is} since then`, remedies);
}

export function nothingToReopen({ id }: Decision): Fault {
  return new Fault("conflict", `${id} has no outcome that could be withdrawn.`, {
    field: "ref",
    received: id,
    reason: "no_outcome",
    hint: NOTHING_CHANGED,
    remedies: [{ remedy: "record-outcome" }],
  });
}

export function reopenTheKept({ id }: Decision, keep: string): Fault {
  return new Fault("conflict", `${id} was merged into ${keep}, which has the outcome of both.`, {
    field: "ref",
    received: id,
    reason: "is_duplicate",
    hint: NOTHING_CHANGED,
    remedies: [{ remedy: "reopen-decision", id: keep }],
  });
}

/** Nobody but a person takes back what a person did. */
export function requirePersonToUndo(
  by: Author,
  { id }: Decision,
  done: { readonly what: string; readonly by: string | undefined },
  remedy: Remedy,
): void {
  if (by.kind === "human" || done.by !== "human") return;
  throw new Fault("forbidden", `A person ${done.what} ${id}, and only a person takes that back.`, {
    reason: "isolation_violation",
    received: id,
    hint: NOTHING_CHANGED,
    remedies: [remedy],
  });
}

/** The texts that a duplicate has in one field and none of the others has. */
interface OnlyInDuplicate {
  readonly id: string;
  readonly field: FieldName;
  readonly texts: readonly string[];
}

/** Notes are shown with the kept decision as they are. */
const SAID_FIELDS = EXPORTED_FIELDS.filter((name) => !fieldNamed(name).ofRecord && name !== "notes");

/** Hashes, and who said it when: in a part of a decision they are beside what was said. */
const BESIDE = new Set(["at", "by", "sketch"]);

/** In the order of the duplicates and of their fields. What two duplicates say is of the first. */
export function onlyInDuplicates(
  kept: readonly Decision[],
  duplicates: readonly Decision[],
): readonly OnlyInDuplicate[] {
  return duplicates.flatMap((duplicate, i) => {
    const others = [...kept, ...duplicates.slice(0, i)];
    return SAID_FIELDS.flatMap((field): OnlyInDuplicate[] => {
      const known = new Set(others.flatMap((other) => textsIn(other, field)));
      const texts = textsIn(duplicate, field).filter((text) => !known.has(text));
      return texts.length > 0 ? [{ id: duplicate.id, field, texts }] : [];
    });
  });
}

function textsIn(decision: Decision, field: (typeof SAID_FIELDS)[number]): string[] {
  const { saidIf } = fieldNamed(field);
  if (saidIf !== undefined && !decision[saidIf]) return [];
  const value: unknown = decision[field];
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== "");
}

/** All words and numbers of a value. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value).trim();
  return Object.entries(value)
    .flatMap(([name, part]) => (BESIDE.has(name) ? [] : [textOf(part)]))
    .filter((text) => text !== "")
    .join(" ");
}

/**
 * The notes of a decision and of its duplicates, oldest first, and what only a duplicate says as a note by its author. A
 * merge moves no text, so erasing a duplicate erases what it says here, and restoring it takes this away.
 */
export function notesWithDuplicates(kept: Decision, duplicates: readonly Decision[]): readonly Note[] {
  const byId = new Map(duplicates.map((duplicate) => [duplicate.id, duplicate]));
  const taken = onlyInDuplicates([kept], duplicates).flatMap((only): Note[] => {
    const duplicate = byId.get(only.id);
    return duplicate ? [{ text: noteOf(only), at: duplicate.createdAt, by: duplicate.author }] : [];
  });
  return [...taken, ...[kept, ...duplicates].flatMap(({ notes }) => notes)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
}

/** Some fields are only for searches and for who asks for them. */
export const isQuoted = ({ field }: OnlyInDuplicate): boolean => fieldNamed(field).unquoted === undefined;

/** Only our own words are added to what was screened. */
function noteOf(only: OnlyInDuplicate): Screened {
  const said = isQuoted(only) ? only.texts.join("\n") : "kept there";
  return `${snakeCaseName(only.field)} of ${only.id}, which was merged into this: ${said}` as Screened;
}

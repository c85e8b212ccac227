import * as z from "zod";
import type { Author } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import { DECISION_ID } from "../shared/ids.ts";
import { rounded } from "../shared/rounding.ts";
import type { Screened } from "../shared/text.ts";
import type { Anchor, SaidAnchor } from "./anchor.ts";
import type { AssumptionState, JudgedAssumption } from "./assumption.ts";
import { type CapturedIn, joinCapturedIn } from "./captured-in.ts";
import type { FieldName, FieldsWith, FieldValues } from "./decision-fields.ts";

/** Whether a decision still holds. */
export const STANDINGS = ["active", "draft", "superseded", "deprecated"] as const;
export type Standing = (typeof STANDINGS)[number];

/** How far the implementation is. */
export const PROGRESS = ["pending", "executed", "completed", "failed", "reworked"] as const;
export type Progress = (typeof PROGRESS)[number];

export const RISK_LEVELS = ["low", "medium", "high"] as const;

/** Rounded to nine decimal places, which every store returns exactly. */
export const Confidence = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => rounded(value));

/** Days until the outcome of a decision should be known. */
const MOST_DUE_DAYS = 3650;
export const DueDays = z.number().int().min(0).max(MOST_DUE_DAYS);
/** The same without zod, for what has to start fast. */
export const isDueDays = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_DUE_DAYS;
export const DEFAULT_DUE_DAYS = 30;

export const EVIDENCE_KINDS = ["file", "pr", "commit", "note", "proposal", "record"] as const;
export interface Evidence {
  readonly kind: (typeof EVIDENCE_KINDS)[number];
  readonly ref: Screened;
}

/** Guesses what kind of evidence a text refers to. */
export function evidenceOf(ref: string): { kind: Evidence["kind"]; ref: string } {
  const text = ref.trim();
  if (/^[0-9a-f]{7,40}$/.test(text)) return { kind: "commit", ref };
  if (/^(?:#|PR\s*#?|!)\d+$|\/pull\/\d+$/i.test(text)) return { kind: "pr", ref };
  return { kind: /^[^\s:]+[/.][^\s:]+$/.test(text) && !text.endsWith(".") ? "file" : "note", ref };
}

export interface ConfidenceUpdate {
  readonly confidence: number;
  readonly at: Date;
  readonly by: Author;
}

export interface Note {
  readonly text: Screened;
  readonly at: Date;
  readonly by: Author;
}

/** The meaning of a decision. It is never overwritten: a correction is another revision, a change of mind another decision. */
export interface DecisionMeaning extends FieldValues<FieldsWith<"hashed">> {}

/** The fields are described in `decision-fields.ts`. */
export interface Decision extends FieldValues<FieldName> {}

/**
 * What may change after a decision is stored. Notes, confidence updates, anchors and judgements of assumptions are
 * appended, and `capturedIn` is completed.
 */
export interface DecisionChange {
  readonly standing?: Standing | undefined;
  readonly progress?: Progress | undefined;
  readonly confidence?: number | undefined;
  readonly note?: Screened | undefined;
  readonly linkedPr?: Screened | undefined;
  readonly linkedCommit?: Screened | undefined;
  readonly capturedIn?: CapturedIn | undefined;
  readonly anchor?: Anchor | undefined;
  readonly assumption?: JudgedAssumption | undefined;
}

/** The latest confidence update, or else the original confidence. */
export function currentConfidence(decision: Decision): number | undefined {
  return decision.confidenceUpdates.at(-1)?.confidence ?? decision.confidence;
}

/** The part of a decision that changes. A store may name authors in its own way. */
export interface ChangeableState<By> {
  readonly updatedAt: Date;
  readonly standing: Standing;
  readonly progress: Progress;
  readonly linkedPr?: Screened | undefined;
  readonly linkedCommit?: Screened | undefined;
  readonly capturedIn?: CapturedIn | undefined;
  readonly confidenceUpdates: readonly { readonly confidence: number; readonly at: Date; readonly by: By }[];
  readonly notes: readonly { readonly text: Screened; readonly at: Date; readonly by: By }[];
  readonly anchors?: readonly SaidAnchor<By>[] | undefined;
  readonly assumptionStates?:
    | readonly {
        readonly assumption: string;
        readonly state: AssumptionState;
        readonly because?: Screened | undefined;
        readonly at: Date;
        readonly by: By;
      }[]
    | undefined;
}

/** The decision after the change. Its meaning stays the same. Remarks stand in the order of their times. */
export function changeDecision<D extends ChangeableState<unknown>>(
  decision: D,
  change: DecisionChange,
  by: D["notes"][number]["by"],
  at: Date,
): D {
  return {
    ...decision,
    updatedAt: at > decision.updatedAt && !isOnlyJoined(change) ? at : decision.updatedAt,
    standing: change.standing ?? decision.standing,
    progress: change.progress ?? decision.progress,
    linkedPr: change.linkedPr ?? decision.linkedPr,
    linkedCommit: change.linkedCommit ?? decision.linkedCommit,
    capturedIn: change.capturedIn
      ? joinCapturedIn(decision.capturedIn, change.capturedIn)
      : decision.capturedIn,
    confidenceUpdates:
      change.confidence === undefined
        ? decision.confidenceUpdates
        : inOrder([...decision.confidenceUpdates, { confidence: change.confidence, at, by }]),
    notes:
      change.note === undefined
        ? decision.notes
        : inOrder([...decision.notes, { text: change.note, at, by }]),
    ...(change.anchor && { anchors: inOrder([...(decision.anchors ?? []), { ...change.anchor, at, by }]) }),
    ...(change.assumption && {
      assumptionStates: inOrder([...(decision.assumptionStates ?? []), { ...change.assumption, at, by }]),
    }),
  };
}

/** Where it came from was so from the beginning. The team does not hear of it, and all machines have the same time. */
function isOnlyJoined(change: DecisionChange): boolean {
  const { capturedIn, standing, progress, confidence, note, linkedPr, linkedCommit, anchor } = change;
  const said = [standing, progress, confidence, note, linkedPr, linkedCommit, anchor, change.assumption];
  return capturedIn !== undefined && said.every((value) => value === undefined);
}

const inOrder = <T extends { readonly at: Date }>(remarks: readonly T[]): readonly T[] =>
  [...remarks].sort((a, b) => a.at.getTime() - b.at.getTime());

/** `field` is the field of the operation that named the decision. */
export function decisionNotFound(ref: string, scope: string, field = "ref"): Fault {
  const where = scope === "all" ? "in any project" : `in the project ${scope}`;
  return new Fault("not_found", `There is no decision ${ref} ${where}.`, {
    field,
    received: ref,
    reason: "decision_not_found",
    ...(DECISION_ID.test(ref)
      ? { hint: "Check the id; it may belong to another project.", remedies: [{ remedy: "name-project" }] }
      : { hint: "An id looks like dec_mi2k9x1c3f8a0b2c.", remedies: [{ remedy: "list-decisions" }] }),
  });
}

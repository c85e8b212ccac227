/**
 * A decision: what it says, how it changes after it is stored, where it stands in the code, and what its store
 * offers.
 */

import * as z from "zod";
import type { Author } from "../../shared/actor.ts";
import { portableAuthor, portableDate, portableText } from "../../shared/canonical-json.ts";
import { Fault } from "../../shared/errors.ts";
import { DECISION_ID } from "../../shared/ids.ts";
import { rounded } from "../../shared/rounding.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import type { AssumptionState, JudgedAssumption } from "./assumption.ts";
import { type CapturedIn, joinCapturedIn } from "./captured-in.ts";
import type { FieldName, FieldsWith, FieldValues } from "./decision-fields.ts";
import type { OutcomeStatus } from "./outcome.ts";

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
 * The changes that a decision may have after it is stored. Notes, confidence updates, anchors and judgements of assumptions are
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

/** A place in the code that somebody named as that of a decision, or took back. Paths are relative to the repository. */
export type Anchor = {
  readonly path: Screened;
  /** The function, class or method that stands there; without one the anchor is the file. */
  readonly symbol?: Screened | undefined;
  /** The line that was named. It only says what was meant then. */
  readonly line?: number | undefined;
  /** Short hashes of the lines that stood there, without separators. */
  readonly sketch: string;
  readonly removed?: true | undefined;
};

export type SaidAnchor<By = Author> = Anchor & { readonly at: Date; readonly by: By };

/** Hexadecimal digits for one line. */
export const LINE_HASH_LENGTH = 8;
export const MOST_SKETCHED_LINES = 300;
export const SKETCH = new RegExp(`^(?:[0-9a-f]{${LINE_HASH_LENGTH}}){0,${MOST_SKETCHED_LINES}}$`);

/** Whether a path is within the repository and as git writes it. */
export const isRepositoryPath = (path: string): boolean =>
  path !== "" &&
  !/^(?:~|[A-Za-z]:|\/)|[\\\p{Cc}]/u.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** In exports. */
export const PortableAnchors: z.ZodType<readonly SaidAnchor[]> = z.array(
  z.object({
    path: portableText.refine(isRepositoryPath, "must be a path within the repository"),
    symbol: portableText.optional(),
    line: z.number().int().positive().optional(),
    sketch: z.string().regex(SKETCH),
    removed: z.literal(true).optional(),
    at: portableDate,
    by: portableAuthor,
  }),
);

/** Those that count: the last one said for each place, unless it takes the place back. */
export function standingAnchors<A extends Anchor>(anchors: readonly A[] = []): readonly A[] {
  const last = new Map(anchors.map((anchor) => [`${anchor.path}\n${anchor.symbol ?? ""}`, anchor]));
  return [...last.values()].filter(({ removed }) => !removed);
}

export interface DecisionFilter {
  readonly scope: Scope;
  readonly domain?: string | undefined;
  readonly topic?: string | undefined;
  /** Only decisions with a stated topic, or only those without. */
  readonly topicStated?: boolean | undefined;
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
  readonly progress?: Progress | undefined;
  readonly standing?: Standing | undefined;
  readonly outcome?: OutcomeStatus | typeof NO_OUTCOME | undefined;
  /** The kind of author, or the name of the program or of the person behind it in any case. */
  readonly author?: string | undefined;
  /** What the statement or the reasoning contains, in any case. */
  readonly text?: string | undefined;
}

/** Filters for decisions whose outcome is not known yet. */
export const NO_OUTCOME = "none";

/** How many decisions one decision may replace at most. */
export const MOST_REPLACED = 50;

export interface NewDecision {
  readonly decision: Decision;
  /**
   * If the same project has a decision with the same context hash since then, that one is returned and nothing is
   * stored.
   */
  readonly repeatedSince?: Date | undefined;
  /** The decisions it replaces, by id or alias. If one cannot be replaced, nothing is written. */
  readonly supersedes?: readonly { readonly ref: string; readonly linkId: string }[] | undefined;
  readonly supersedesBecause?: Screened | undefined;
  /**
   * The ids of all active decisions of its topic, as the caller knows them. If others are active by now, nothing is
   * written, and the Fault `conflict` has the reason `topic_changed`.
   */
  readonly holding?: readonly string[] | undefined;
  /** Whether to return other decisions of the same topic. */
  readonly reportSameTopic?: boolean | undefined;
}

export interface AddedDecision {
  readonly decision: Decision;
  /** True if it was stored already and nothing was written. */
  readonly repeated: boolean;
  /** The decisions it replaced, in their new state. */
  readonly superseded: readonly Decision[];
  /** Other active decisions of the project with the same topic, if requested. */
  readonly sameTopic: readonly Decision[];
}

/** The part of a decision that is needed to name it beside another one on its topic. */
export interface OnTopic extends Pick<Decision, "id" | "statement" | "createdAt"> {
  readonly hasFailed: boolean;
}

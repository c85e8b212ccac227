import { createHash } from "node:crypto";
import * as z from "zod";
import type { Author } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import { DECISION_ID } from "../shared/ids.ts";
import type { Screened } from "../shared/text.ts";
import type { OutcomeSummary } from "./outcome.ts";

/** Whether a decision still holds. */
export const STANDINGS = ["active", "draft", "superseded", "deprecated"] as const;
export type Standing = (typeof STANDINGS)[number];

/** How far its implementation is. */
export const PROGRESS = ["pending", "executed", "completed", "failed", "reworked"] as const;
export type Progress = (typeof PROGRESS)[number];

export const RISK_LEVELS = ["low", "medium", "high"] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Nine places are finer than anybody can mean, and every store gives them back exactly. */
export const Confidence = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => Number(value.toFixed(9)));

export const DAY_MS = 24 * 60 * 60_000;
/** Days until the outcome of a decision should be known. */
export const DueDays = z.number().int().min(0).max(3650);
export const DEFAULT_DUE_DAYS = 30;

export const EVIDENCE_KINDS = ["file", "pr", "commit", "note", "proposal", "record"] as const;
export interface Evidence {
  readonly kind: (typeof EVIDENCE_KINDS)[number];
  readonly ref: Screened;
}

/** What a text that somebody gave as evidence names. */
export function evidenceOf(ref: string): { kind: Evidence["kind"]; ref: string } {
  const text = ref.trim();
  if (/^[0-9a-f]{7,40}$/.test(text)) return { kind: "commit", ref };
  if (/^(?:#|PR\s*#?|!)\d+$|\/pull\/\d+$/i.test(text)) return { kind: "pr", ref };
  return { kind: /^[^\s:]+[/.][^\s:]+$/.test(text) && !text.endsWith(".") ? "file" : "note", ref };
}

/** What a decision meant. Never edited: a change of mind is another decision. */
export interface DecisionMeaning {
  readonly project: string;
  readonly statement: Screened;
  readonly topic: Screened;
  /** Derived topics are for display: only one that somebody stated says that decisions are about the same thing. */
  readonly topicStated: boolean;
  readonly reasoning?: Screened | undefined;
  readonly domain: string;
  readonly confidence?: number | undefined;
  /** Defaults are stored too, but only what somebody stated counts in the calibration. */
  readonly confidenceStated: boolean;
  readonly alternatives: readonly Screened[];
  readonly assumptions: readonly Screened[];
  readonly riskLevel?: RiskLevel | undefined;
  readonly risks: readonly Screened[];
  readonly evidence: readonly Evidence[];
  readonly consequences: readonly Screened[];
  /** A word of the caller's own vocabulary that is kept and returned, and decides nothing. */
  readonly label?: Screened | undefined;
  readonly author: Author;
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

export interface Decision extends DecisionMeaning {
  readonly id: string;
  /** Ids it had in memories it was imported from. */
  readonly aliases: readonly string[];
  readonly contextHash: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly standing: Standing;
  readonly progress: Progress;
  /** When its outcome should be known. */
  readonly dueAt?: Date | undefined;
  readonly sessionId?: Screened | undefined;
  readonly linkedPr?: Screened | undefined;
  readonly linkedCommit?: Screened | undefined;
  readonly confidenceUpdates: readonly ConfidenceUpdate[];
  readonly notes: readonly Note[];
  readonly outcome?: OutcomeSummary | undefined;
  /** The ids of what it replaced, and of what replaced it. */
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
}

/** What may change after a decision was made. Notes and confidence updates are appended. */
export interface DecisionChange {
  readonly standing?: Standing | undefined;
  readonly progress?: Progress | undefined;
  readonly confidence?: number | undefined;
  readonly note?: Screened | undefined;
  readonly linkedPr?: Screened | undefined;
  readonly linkedCommit?: Screened | undefined;
}

/** The confidence that holds now: the last one stated, else the first. */
export function currentConfidence(decision: Decision): number | undefined {
  return decision.confidenceUpdates.at(-1)?.confidence ?? decision.confidence;
}

/** SHA-256 over what a decision meant, with its fields in a fixed order. Time, id and session are not part of it. */
export function contextHash(meaning: DecisionMeaning): string {
  const { author } = meaning;
  const parts = [
    1,
    meaning.project,
    meaning.statement,
    meaning.topic,
    meaning.topicStated,
    meaning.reasoning ?? null,
    meaning.domain,
    meaning.confidence ?? null,
    meaning.confidenceStated,
    meaning.alternatives,
    meaning.assumptions,
    meaning.riskLevel ?? null,
    meaning.risks,
    meaning.evidence.map(({ kind, ref }) => [kind, ref]),
    meaning.consequences,
    meaning.label ?? null,
    author.kind,
    author.name,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The decision as `change` leaves it. What it meant stays as it was. */
export function changeDecision(decision: Decision, change: DecisionChange, by: Author, at: Date): Decision {
  return {
    ...decision,
    updatedAt: at,
    standing: change.standing ?? decision.standing,
    progress: change.progress ?? decision.progress,
    linkedPr: change.linkedPr ?? decision.linkedPr,
    linkedCommit: change.linkedCommit ?? decision.linkedCommit,
    confidenceUpdates:
      change.confidence === undefined
        ? decision.confidenceUpdates
        : [...decision.confidenceUpdates, { confidence: change.confidence, at, by }],
    notes: change.note === undefined ? decision.notes : [...decision.notes, { text: change.note, at, by }],
  };
}

/** `field` is the one that named it. */
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

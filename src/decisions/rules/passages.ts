/** The texts of a decision that are searched apart from its statement, cut into passages. */

import { createHash } from "node:crypto";
import type { Decision, Note } from "./decision.ts";
import type { Outcome } from "./outcome.ts";

/**
 * The kinds of texts that are indexed beside the decision they belong to, each for itself: a long one would hide the
 * statement, and a lesson is learned long after it. `text` is the whole of a checkpoint or an insight.
 */
export const PASSAGE_KINDS = ["lesson", "metrics", "note", "evidence", "source", "question", "text"] as const;
export type PassageKind = (typeof PASSAGE_KINDS)[number];

export interface Passage {
  readonly kind: PassageKind;
  readonly text: string;
}

/** A passage as a search names it. Its text is found again by `passageKey`. */
export interface PassageRef {
  readonly kind: PassageKind;
  readonly key: string;
}

/** Numbers, paths and names of pull requests have no meaning that a model could read. */
const BY_WORDS_ONLY: ReadonlySet<PassageKind> = new Set(["metrics", "evidence"]);
/** The model reads about 256 word pieces. */
const MOST_CHARACTERS = 900;
const KEY_LENGTH = 16;

export const isEmbedded = ({ kind }: Passage): boolean => !BY_WORDS_ONLY.has(kind);

/** Tells the passages of a decision apart. */
export const passageKey = ({ text }: Pick<Passage, "text">): string =>
  createHash("sha256").update(text).digest("hex").slice(0, KEY_LENGTH);

/** The passages of a decision: all that it says besides what its own row in the index has. */
export function decisionPassages({
  notes,
  evidence,
  linkedPr,
  linkedCommit,
  source = "",
  questions = [],
  capturedIn,
}: Pick<Decision, "evidence" | "linkedPr" | "linkedCommit" | "capturedIn"> & {
  readonly source?: string | undefined;
  readonly questions?: readonly string[] | undefined;
  readonly notes: readonly Pick<Note, "text">[];
}): Passage[] {
  const refs = [...evidence.map(({ ref }) => ref), linkedPr ?? "", linkedCommit ?? ""];
  return [
    ...ofKind(
      "note",
      notes.flatMap(({ text }) => piecesOf(text)),
    ),
    ...ofKind("evidence", refs),
    ...ofKind("source", [...piecesOf(source), ...piecesOf(capturedIn?.exchange ?? "")]),
    ...ofKind("question", questions),
  ];
}

export function outcomePassages({
  lessons,
  metrics,
  reported,
}: Pick<Outcome, "lessons" | "metrics" | "reported">): Passage[] {
  const measured = [...namesAndValues(metrics), ...namesAndValues(reported.performanceMetrics ?? {})];
  return [
    ...ofKind(
      "lesson",
      lessons.flatMap((lesson) => piecesOf(lesson)),
    ),
    ...ofKind("metrics", [measured.join(", ")]),
  ];
}

/** The text of a checkpoint or an insight. */
export const textPassages = (text: string): Passage[] => ofKind("text", piecesOf(text));

const ofKind = (kind: PassageKind, texts: readonly string[]): Passage[] =>
  texts.map((text) => ({ kind, text: text.trim() })).filter(({ text }) => text !== "");

function namesAndValues(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined || value === null) return [];
    return typeof value === "object" ? [name, ...namesAndValues(value)] : [`${name} ${String(value)}`];
  });
}

/** Cuts a long text where paragraphs, lines or sentences end, or else between words. */
export function piecesOf(text: string, most = MOST_CHARACTERS): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const end = endOfPiece(rest, most);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest];
}

function endOfPiece(text: string, most: number): number {
  const start = text.slice(0, most);
  for (const end of [/\n\s*\n(?=[^\n]*$)/, /\n(?=[^\n]*$)/, /[.!?。]\s(?!.*[.!?。]\s)/s, /\s(?=\S*$)/]) {
    const at = start.search(end);
    if (at >= most / 2) return at + 1;
  }
  // Never between the two halves of a character.
  return /[\ud800-\udbff]$/.test(start) ? most - 1 : most;
}

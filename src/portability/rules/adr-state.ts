import * as z from "zod";
import {
  type Decision,
  EVIDENCE_KINDS,
  OUTCOME_STATUSES,
  RISK_LEVELS,
  Score,
} from "../../decisions/index.ts";
import { DECISION_ID } from "../../shared/ids.ts";
import { DomainSlug } from "../../shared/names.ts";
import { LIMITS, type Screened } from "../../shared/text.ts";
import { sha256 } from "./import-store.ts";

/** What changed in the memory since a file was last in sync with its decision. */
export interface MemoryChanges {
  readonly standing: boolean;
  readonly words: boolean;
  readonly outcome: boolean;
}

type Stated = Pick<
  Decision,
  | "standing"
  | "supersededBy"
  | "statement"
  | "reasoning"
  | "alternatives"
  | "consequences"
  | "risks"
  | "assumptions"
  | "outcome"
>;

/** Files of versions up to 0.2.0 have a hash of the standing alone. */
const CURRENT = "2";

/**
 * A hash of what a file says of its decision. The parts are apart, so that it can be said which one changed. With
 * `before`, the hash until now, the file still tells of the outcome of that time.
 */
export function memoryHash(decision: Stated, before?: string): string {
  const [version, , , told = ""] = before?.split(":") ?? [];
  const outcome =
    before === undefined || before === "" ? outcomeHash(decision) : version === CURRENT ? told : "";
  return [CURRENT, standingHash(decision), wordsHash(decision), outcome].join(":");
}

/** An empty hash is that of a file whose links are not imported yet. */
export function memoryChanges(decision: Stated, hash: string): MemoryChanges {
  if (hash === "") return { standing: false, words: false, outcome: false };
  const [version, standing, words, outcome] = hash.split(":");
  // An older file knows nothing of outcomes, and the words could not change.
  if (version !== CURRENT)
    return {
      standing: hash !== standingHash(decision),
      words: false,
      outcome: decision.outcome !== undefined,
    };
  return {
    standing: standing !== standingHash(decision),
    words: words !== wordsHash(decision),
    outcome: outcome !== outcomeHash(decision),
  };
}

export const isChanged = ({ standing, words, outcome }: MemoryChanges): boolean =>
  standing || words || outcome;

const standingHash = ({ standing, supersededBy }: Stated): string =>
  sha256(JSON.stringify([standing, [...supersededBy].sort((a, b) => (a < b ? -1 : 1))]));

const wordsHash = (decision: Stated): string =>
  sha256(
    JSON.stringify([
      decision.statement,
      decision.reasoning ?? "",
      decision.alternatives,
      decision.consequences,
      decision.risks,
      decision.assumptions,
    ]),
  );

const outcomeHash = ({ outcome }: Stated): string =>
  outcome ? sha256(JSON.stringify([outcome.status, outcome.score, outcome.at])) : "";

/** Byte order mark and line endings, kept apart from the text so that the file can be written byte for byte as it was. */
export interface FileEncoding {
  readonly byteOrderMark: boolean;
  readonly lineEnding: "lf" | "crlf";
  /** The numbers of the lines with the other line ending. */
  readonly otherwise: readonly number[];
}

/** A file in a folder of ADRs, and the decision it represents. */
export interface AdrFile {
  readonly project: string;
  /** The name of the folder, the same in every checkout of the repository. */
  readonly folder: string;
  /** Relative to the folder, with `/` as separator. */
  readonly path: string;
  readonly decisionId: string;
  /** As it was read or written, with line endings normalised to LF. */
  readonly text: Screened;
  readonly dress: FileEncoding;
  /** The hash of the file when it was last in sync with the memory. */
  readonly fileHash: string;
  /** The hash of the standing of the decision when the two were last in sync. Empty until the links are imported. */
  readonly memoryHash: string;
}

/** A file that is about to be written. If the process is killed, this tells the next one which decision it belongs to. */
export interface AdrWrite extends AdrFile {
  /** The path of the folder on this machine. */
  readonly location: string;
  /** The file's contents until it gets its name, relative to the folder. */
  readonly draft: string;
}

/** Later forms of our own files get the next number. */
export const ADR_FORM = 1;

const name = z.string().min(1).max(LIMITS.name);

/**
 * What we leave in a comment at the end of a file that we write: which decision it is, and what a record has no usual
 * place for. People write the rest, so what cannot be read is left out.
 */
export const AdrMark = z.object({
  decision: z.string().regex(DECISION_ID),
  /** Set if the whole file is written by us, so that its sections read back exactly. */
  form: z.literal(ADR_FORM).optional(),
  domain: DomainSlug.optional(),
  /** Only stated ones; others are derived. */
  topic: name.optional(),
  confidence: z.number().min(0).max(1).optional(),
  risk_level: z.enum(RISK_LEVELS).optional(),
  label: name.optional(),
  evidence: z
    .array(z.object({ kind: z.enum(EVIDENCE_KINDS), ref: name }))
    .max(LIMITS.listItems)
    .optional(),
  questions: z.array(name).max(LIMITS.listItems).optional(),
  /** Set if the file has a section about the outcome. */
  outcome: z
    .object({ status: z.enum(OUTCOME_STATUSES), score: Score, at: z.iso.datetime().transform(toDate) })
    .optional(),
});
export type AdrMark = z.output<typeof AdrMark>;

/** One line, in which no text can end the comment. */
export const markLine = (mark: AdrMark): string =>
  `<!-- membria ${JSON.stringify(mark).replaceAll("--", "-\\u002d")} -->`;

function toDate(text: string): Date {
  return new Date(text);
}

import * as z from "zod";
import { DomainSlug } from "../shared/domain-slug.ts";
import {
  portableAuthor,
  portableDate,
  portableId,
  portableProject,
  portableText,
  portableTexts,
} from "../shared/portable-values.ts";
import { boundedText, LIMITS, textList } from "../shared/text.ts";
import {
  Confidence,
  type ConfidenceUpdate,
  EVIDENCE_KINDS,
  type Evidence,
  type Note,
  PROGRESS,
  RISK_LEVELS,
  STANDINGS,
} from "./decision.ts";
import type { OutcomeSummary } from "./outcome.ts";

interface DecisionField {
  /** The value as it is kept and exported. A key is optional where the value may be undefined. */
  readonly value: z.ZodType;
  /** What a caller may send for it, with its limit. Without it the field is made here. */
  readonly given?: z.ZodType;
  /** How a given text is screened; `required` refuses one of which nothing is left. */
  readonly screened?: "required" | "optional" | "list" | "evidence";
  /** Part of what the decision meant: never edited, and hashed since this version of the hash. */
  readonly hashed?: number;
  /** May change after the decision was made. */
  readonly mutable?: true;
  /** Follows from the rest or from other records, so that it is not exported. */
  readonly derived?: true;
  /** In a typed place that can be queried (see `rows.ts`), or in the JSON body of the row. */
  readonly kept: "typed" | "body";
  /** In which part of the word index its words are found. */
  readonly searched?: "title" | "body";
  /** Its place in the text that a model reads for its meaning. */
  readonly embedded?: number;
  /** A list's section in ADR files: its place among them, its title in each style, and which headings are read as it. */
  readonly adr?: {
    readonly place: number;
    readonly madr?: string;
    readonly nygard?: string;
    readonly heading?: RegExp;
  };
}

const optionalText = (min: number, max: number) =>
  ({
    value: portableText.optional(),
    given: boundedText(min, max).optional(),
    screened: "optional",
    kept: "body",
  }) as const;
const listOfTexts = {
  value: portableTexts,
  given: textList().default([]),
  screened: "list",
  kept: "body",
  searched: "body",
} as const;

const evidence: z.ZodType<readonly Evidence[]> = z.array(
  z.object({ kind: z.enum(EVIDENCE_KINDS), ref: portableText }),
);
const givenEvidence = z
  .array(z.strictObject({ kind: z.enum(EVIDENCE_KINDS), ref: boundedText(1, LIMITS.name) }))
  .max(LIMITS.listItems)
  .default([]);
const confidenceUpdates: z.ZodType<readonly ConfidenceUpdate[]> = z.array(
  z.object({ confidence: Confidence, at: portableDate, by: portableAuthor }),
);
const notes: z.ZodType<readonly Note[]> = z.array(
  z.object({ text: portableText, at: portableDate, by: portableAuthor }),
);

const OPTIONS =
  /^(?:considered\s+)?(?:options|alternatives)\b(?:\s+considered)?|^rejected (?:options|alternatives)/i;
const CONSEQUENCES = /^(?:(?:positive|negative|neutral)\s+)?consequences\b|^drawbacks\b/i;

/**
 * The one description of a decision: its type, its row, its hash, its screening, what is searched and embedded, exports
 * and ADR files all follow from these lines. The vocabularies are checked against them.
 *
 * A field that joins later is optional, because decisions from before have none, and one that is part of the meaning joins
 * with the next version of the hash.
 */
export const DECISION_FIELDS = {
  project: { value: portableProject, hashed: 1, kept: "typed" },
  statement: {
    value: portableText,
    given: boundedText(1, LIMITS.statement),
    screened: "required",
    hashed: 1,
    kept: "typed",
    searched: "title",
    embedded: 1,
  },
  topic: {
    value: portableText,
    given: boundedText(1, LIMITS.name).optional(),
    screened: "required",
    hashed: 1,
    kept: "typed",
    searched: "title",
  },
  /** Derived topics are for display: only one that somebody stated says that decisions are about the same thing. */
  topicStated: { value: z.boolean(), hashed: 1, kept: "typed" },
  reasoning: { ...optionalText(0, LIMITS.text), hashed: 1, searched: "body", embedded: 2 },
  domain: { value: z.string(), given: DomainSlug.optional(), hashed: 1, kept: "typed" },
  confidence: { value: Confidence.optional(), given: Confidence.optional(), hashed: 1, kept: "typed" },
  /** Defaults are stored too, but only what somebody stated counts in the calibration. */
  confidenceStated: { value: z.boolean(), given: z.boolean(), hashed: 1, kept: "typed" },
  alternatives: {
    ...listOfTexts,
    hashed: 1,
    embedded: 5,
    adr: { place: 1, madr: "Considered Options", nygard: "Alternatives", heading: OPTIONS },
  },
  assumptions: { ...listOfTexts, hashed: 1, embedded: 4 },
  riskLevel: {
    value: z.enum(RISK_LEVELS).optional(),
    given: z.enum(RISK_LEVELS).optional(),
    hashed: 1,
    kept: "body",
  },
  risks: { ...listOfTexts, hashed: 1, embedded: 6, adr: { place: 3, madr: "Risks", nygard: "Risks" } },
  evidence: { value: evidence, given: givenEvidence, screened: "evidence", hashed: 1, kept: "body" },
  consequences: {
    ...listOfTexts,
    hashed: 1,
    embedded: 3,
    adr: { place: 2, madr: "Consequences", nygard: "Consequences", heading: CONSEQUENCES },
  },
  /** A word of the caller's own vocabulary that is kept and returned, and decides nothing. */
  label: { ...optionalText(1, LIMITS.name), hashed: 1 },
  author: { value: portableAuthor, hashed: 1, kept: "typed" },

  id: { value: portableId, kept: "typed" },
  /** Ids it had in memories it was imported from. */
  aliases: { value: z.array(z.string().min(1)) as z.ZodType<readonly string[]>, kept: "typed" },
  createdAt: { value: portableDate, kept: "typed" },
  /** When its outcome should be known. */
  dueAt: { value: portableDate.optional(), kept: "typed" },
  sessionId: { ...optionalText(1, LIMITS.name), kept: "typed" },

  updatedAt: { value: portableDate, mutable: true, kept: "typed" },
  standing: { value: z.enum(STANDINGS), mutable: true, kept: "typed" },
  progress: { value: z.enum(PROGRESS), mutable: true, kept: "typed" },
  linkedPr: { value: portableText.optional(), mutable: true, kept: "body" },
  linkedCommit: { value: portableText.optional(), mutable: true, kept: "body" },
  confidenceUpdates: { value: confidenceUpdates, mutable: true, kept: "body" },
  notes: { value: notes, mutable: true, kept: "body" },

  contextHash: { value: z.string(), derived: true, kept: "typed" },
  /** The version of the hash that it was captured with. */
  hashVersion: { value: z.number().int(), derived: true, kept: "body" },
  /** The outcome that counts. */
  outcome: { value: z.custom<OutcomeSummary>().optional(), derived: true, kept: "typed" },
  /** The ids of what it replaced, and of what replaced it. */
  supersedes: { value: z.custom<readonly string[]>(), derived: true, kept: "typed" },
  supersededBy: { value: z.custom<readonly string[]>(), derived: true, kept: "typed" },
} as const satisfies Readonly<Record<string, DecisionField>>;

type Fields = typeof DECISION_FIELDS;
export type FieldName = keyof Fields;

/** The names of the fields whose line says this, such as `given`, or `kept` with the value `body`. */
export type FieldsWith<P extends keyof DecisionField, V = unknown> = {
  [F in FieldName]: Fields[F] extends Readonly<Record<P, V>> ? F : never;
}[FieldName];

/** These fields as a decision has them. */
export type FieldValues<F extends FieldName> = {
  readonly [N in keyof Fields as N extends F
    ? undefined extends z.output<Fields[N]["value"]>
      ? never
      : N
    : never]: z.output<Fields[N]["value"]>;
} & {
  readonly [N in keyof Fields as N extends F
    ? undefined extends z.output<Fields[N]["value"]>
      ? N
      : never
    : never]?: z.output<Fields[N]["value"]>;
};

/** In the order of the table. */
export const FIELD_NAMES = Object.keys(DECISION_FIELDS) as readonly FieldName[];

/** What the table says of a field, whether its line has such a word or not. */
export const fieldNamed = (name: FieldName): DecisionField => DECISION_FIELDS[name];

export function fieldsWith<P extends keyof DecisionField>(property: P): readonly FieldsWith<P>[] {
  return FIELD_NAMES.filter((name): name is FieldsWith<P> => fieldNamed(name)[property] !== undefined);
}

/** Everything that does not follow from the rest. */
export const EXPORTED_FIELDS = FIELD_NAMES.filter(
  (name): name is Exclude<FieldName, FieldsWith<"derived">> => fieldNamed(name).derived === undefined,
);

/** One of the schemas of some fields, for an object that has them. */
export function shapeOf<P extends "value" | "given", F extends FieldsWith<P>>(
  property: P,
  names: readonly F[],
): { readonly [N in F]: Fields[N] extends Readonly<Record<P, infer S>> ? S : never } {
  return Object.fromEntries(names.map((name) => [name, fieldNamed(name)[property]])) as never;
}

/** A field's name in stored JSON and in what is said to callers: `risk_level`. */
export const plainName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type PlainName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${PlainName<Rest>}`
  : "";

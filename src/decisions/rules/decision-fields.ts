/** The table of the fields of a decision, and what follows from it: its types, hash and searched texts. */

import { createHash } from "node:crypto";
import * as z from "zod";
import { hashedAuthor } from "../../shared/actor.ts";
import {
  portableAuthor,
  portableDate,
  portableId,
  portableProject,
  portableText,
  portableTexts,
} from "../../shared/canonical-json.ts";
import { DomainSlug } from "../../shared/names.ts";
import { boundedText, LIMITS, textList } from "../../shared/text.ts";
import { PortableJudgements } from "./assumption.ts";
import { LONGEST_EXCHANGE, PortableCapturedIn } from "./captured-in.ts";
import {
  Confidence,
  type ConfidenceUpdate,
  type Decision,
  type DecisionMeaning,
  EVIDENCE_KINDS,
  type Evidence,
  type Note,
  PortableAnchors,
  PROGRESS,
  RISK_LEVELS,
  STANDINGS,
} from "./decision.ts";
import type { OutcomeSummary } from "./outcome.ts";

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

const MOST_QUESTIONS = 3;
const LONGEST_QUESTION = 200;

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
 * The one description of a decision. Its type, row, hash and screening, the word index, the embedding, exports and ADR
 * files are all derived from this table, and the vocabularies are checked against it.
 *
 * A field added later is optional, because older decisions do not have it. If it is part of the meaning, it gets the
 * next version of the hash.
 */
export const DECISION_FIELDS = {
  project: { value: portableProject, hashed: 1, ofRecord: true, kept: "typed" },
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
    saidIf: "topicStated",
    kept: "typed",
    searched: "title",
  },
  /** Derived topics are for display only. Decisions are about the same thing only if somebody stated the same topic. */
  topicStated: { value: z.boolean(), hashed: 1, ofRecord: true, kept: "typed" },
  reasoning: { ...optionalText(0, LIMITS.text), hashed: 1, searched: "body", embedded: 2 },
  domain: { value: z.string(), given: DomainSlug.optional(), hashed: 1, kept: "typed" },
  confidence: {
    value: Confidence.optional(),
    given: Confidence.optional(),
    hashed: 1,
    saidIf: "confidenceStated",
    kept: "typed",
  },
  /** Default confidences are stored too, but only stated ones count in the calibration. */
  confidenceStated: { value: z.boolean(), given: z.boolean(), hashed: 1, ofRecord: true, kept: "typed" },
  alternatives: {
    ...listOfTexts,
    hashed: 1,
    embedded: 5,
    adr: { place: 1, madr: "Considered Options", nygard: "Alternatives", heading: OPTIONS },
  },
  assumptions: {
    ...listOfTexts,
    hashed: 1,
    embedded: 4,
    adr: { place: 4, madr: "Assumptions", nygard: "Assumptions" },
  },
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
  /** A word of the caller's vocabulary, which is stored and returned but has no effect. */
  label: { ...optionalText(1, LIMITS.name), hashed: 1 },
  author: { value: portableAuthor, hashed: 1, ofRecord: true, kept: "typed" },

  id: { value: portableId, ofRecord: true, kept: "typed" },
  /** The ids it had in the memories it was imported from. */
  aliases: {
    value: z.array(z.string().min(1)) as z.ZodType<readonly string[]>,
    ofRecord: true,
    kept: "typed",
  },
  createdAt: { value: portableDate, ofRecord: true, kept: "typed" },
  /** When its outcome should be known. */
  dueAt: { value: portableDate.optional(), ofRecord: true, kept: "typed" },
  sessionId: { ...optionalText(1, LIMITS.name), kept: "typed" },
  /** The exchange or text in which it was decided. */
  source: { ...optionalText(0, LONGEST_EXCHANGE), unquoted: true },
  /** Questions that it answers, in the words of those who will ask them. */
  questions: {
    value: portableTexts.default([]),
    given: textList(MOST_QUESTIONS, LONGEST_QUESTION).default([]),
    screened: "list",
    unquoted: true,
    kept: "body",
  },

  updatedAt: { value: portableDate, mutable: true, ofRecord: true, kept: "typed" },
  standing: { value: z.enum(STANDINGS), mutable: true, ofRecord: true, kept: "typed" },
  progress: { value: z.enum(PROGRESS), mutable: true, ofRecord: true, kept: "typed" },
  linkedPr: { value: portableText.optional(), mutable: true, kept: "body" },
  linkedCommit: { value: portableText.optional(), mutable: true, kept: "body" },
  confidenceUpdates: { value: confidenceUpdates, mutable: true, kept: "body" },
  notes: { value: notes, mutable: true, kept: "body" },
  /** Where it came from, as far as the client told it. */
  capturedIn: { value: PortableCapturedIn.optional(), mutable: true, unquoted: true, kept: "body" },
  /** Places in the code that were named as its own. */
  anchors: { value: PortableAnchors.optional(), mutable: true, kept: "body" },
  /** What was said of its assumptions, which are part of the meaning, after it was made. */
  assumptionStates: { value: PortableJudgements.optional(), mutable: true, kept: "body" },

  contextHash: { value: z.string(), derived: true, kept: "typed" },
  /** The version of the hash it was captured with. */
  hashVersion: { value: z.number().int(), derived: true, kept: "body" },
  /** The current outcome. */
  outcome: { value: z.custom<OutcomeSummary>().optional(), derived: true, kept: "typed" },
  /** The ids of the decisions it replaced, and of those that replaced it. */
  supersedes: { value: z.custom<readonly string[]>(), derived: true, kept: "typed" },
  supersededBy: { value: z.custom<readonly string[]>(), derived: true, kept: "typed" },
} as const satisfies Readonly<Record<string, DecisionField>>;

type Fields = typeof DECISION_FIELDS;
export type FieldName = keyof Fields;

/** The names of the fields that have a property, such as `given`, or `kept` with the value `body`. */
export type FieldsWith<P extends keyof DecisionField, V = unknown> = {
  [F in FieldName]: Fields[F] extends Readonly<Record<P, V>> ? F : never;
}[FieldName];

/** An object type with these fields of a decision. */
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

/** The entry of a field, typed so that every property can be read. */
export const fieldNamed = (name: FieldName): DecisionField => DECISION_FIELDS[name];

export function fieldsWith<P extends keyof DecisionField>(property: P): readonly FieldsWith<P>[] {
  return FIELD_NAMES.filter((name): name is FieldsWith<P> => fieldNamed(name)[property] !== undefined);
}

/** All fields but the derived ones. */
export const EXPORTED_FIELDS = FIELD_NAMES.filter(
  (name): name is Exclude<FieldName, FieldsWith<"derived">> => fieldNamed(name).derived === undefined,
);

/** The shape of a zod object with the `value` or `given` schemas of these fields. */
export function shapeOf<P extends "value" | "given", F extends FieldsWith<P>>(
  property: P,
  names: readonly F[],
): { readonly [N in F]: Fields[N] extends Readonly<Record<P, infer S>> ? S : never } {
  return Object.fromEntries(names.map((name) => [name, fieldNamed(name)[property]])) as never;
}

/** A field's name in stored JSON and in messages: `risk_level`. */
export const snakeCaseName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** An entry of the table: all that is known of one field. */
interface DecisionField {
  /** The schema of the stored and exported value. The key is optional if the value may be undefined. */
  readonly value: z.ZodType;
  /** The schema of what a caller may send. Without it, Membria sets the field itself. */
  readonly given?: z.ZodType;
  /** How a given text is screened; `required` refuses a text if screening leaves nothing of it. */
  readonly screened?: "required" | "optional" | "list" | "evidence";
  /** The version of the hash that first covers the field. Hashed fields are the meaning: an edit of one makes a revision. */
  readonly hashed?: number;
  /** May change after the decision is stored. */
  readonly mutable?: true;
  /** Computed from other fields or records, and so not exported. */
  readonly derived?: true;
  /** About the record and not about what was decided, so that a duplicate that is merged keeps it for itself. */
  readonly ofRecord?: true;
  /** Only for searches and for who asks for it: nothing else quotes it. */
  readonly unquoted?: true;
  /** Somebody said it only if this field is true; otherwise it was derived, or is a default. */
  readonly saidIf?: "topicStated" | "confidenceStated";
  /** Stored in a typed column that can be queried (see `rows.ts`), or in the JSON body of the row. */
  readonly kept: "typed" | "body";
  /** The column of the word index that has its words. */
  readonly searched?: "title" | "body";
  /** Its position in the text that is embedded. */
  readonly embedded?: number;
  /**
   * For lists: the position of its section in ADR files, its title in each style, and the headings that are read as it.
   */
  readonly adr?: {
    readonly place: number;
    readonly madr?: string;
    readonly nygard?: string;
    readonly heading?: RegExp;
  };
}

type HashedField = FieldsWith<"hashed">;

/** The fields that a version of the hash covers, in its order: fields added later come last. */
export function fieldsOfHash(
  version: number,
  fields: Readonly<Record<string, { readonly kept: string; readonly hashed?: number }>> = DECISION_FIELDS,
): readonly string[] {
  return Object.entries(fields)
    .flatMap(([name, { hashed }]) => (hashed === undefined || hashed > version ? [] : [{ name, hashed }]))
    .sort((a, b) => a.hashed - b.hashed)
    .map(({ name }) => name);
}

/** The first version without the names of people, so that a name can be erased and the hash still matches. */
const WITHOUT_PEOPLE = 2;

/** The version that new decisions are hashed with. */
export const HASH_VERSION = Math.max(
  WITHOUT_PEOPLE,
  ...Object.values(DECISION_FIELDS).map((field) => ("hashed" in field ? field.hashed : 0)),
);

const FIELDS_BY_VERSION = Array.from(
  { length: HASH_VERSION + 1 },
  (_, version) => fieldsOfHash(version) as HashedField[],
);

/**
 * SHA-256 over the meaning of a decision, with its fields in a fixed order. Time, id, session and the names of people
 * are not part of it. A stored decision is checked with the version it was captured with, which does not cover fields
 * that were added later, and covers the name of a human in version 1.
 */
export function contextHash(meaning: DecisionMeaning, version = HASH_VERSION): string {
  const parts = [
    version,
    ...(FIELDS_BY_VERSION[version] ?? []).flatMap((field) => partsOf(field, meaning, version)),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Objects become lists, so that the order of their keys does not matter. */
function partsOf(field: HashedField, meaning: DecisionMeaning, version: number): unknown[] {
  switch (field) {
    case "author":
      return [...hashedAuthor(meaning.author, version)];
    case "evidence":
      return [meaning.evidence.map(({ kind, ref }) => [kind, ref])];
    default:
      return [meaning[field] ?? null];
  }
}

export function withContextHash<M extends DecisionMeaning>(
  meaning: M,
): M & { readonly contextHash: string; readonly hashVersion: number } {
  return { ...meaning, contextHash: contextHash(meaning), hashVersion: HASH_VERSION };
}

const SEARCHED = fieldsWith("searched");
const IN_TITLE = SEARCHED.filter((name) => fieldNamed(name).searched === "title");
const IN_BODY = SEARCHED.filter((name) => fieldNamed(name).searched === "body");
const EMBEDDED = [...fieldsWith("embedded")].sort(
  (a, b) => (fieldNamed(a).embedded ?? 0) - (fieldNamed(b).embedded ?? 0),
);

/** The texts for the word index. Words in the title count more. */
export function searchTexts(decision: Decision): { readonly title: string; readonly body: string } {
  // A derived topic would only repeat words of the statement.
  const title = decision.topicStated ? IN_TITLE : IN_TITLE.filter((name) => name !== "topic");
  return { title: textsIn(decision, title).join("\n"), body: textsIn(decision, IN_BODY).join("\n") };
}

/** The text to embed. The model reads about 256 word pieces, so the most important fields come first. */
export function embeddingText(decision: Decision): string {
  return textsIn(decision, EMBEDDED)
    .filter((text) => text !== "")
    .join(". ");
}

type TextField = FieldsWith<"searched"> | FieldsWith<"embedded">;

function textsIn(decision: Decision, names: readonly TextField[]): readonly string[] {
  return names.flatMap((name): readonly string[] | string => decision[name] ?? []);
}

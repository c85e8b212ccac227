import * as z from "zod";
import { AUTHOR_KINDS, type Author } from "./actor.ts";
import { LIMITS, oneLine, type Screened } from "./text.ts";

/** A value that JSON can hold. A key whose value is undefined is left out. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** By code units, which is the same on every machine. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The same text for equal values, whatever the order of their keys, so that a digest of it can be compared. Every write does this;
 * loops take half the time of `map` and `join`.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += `${text && ","}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const object = value as { readonly [key: string]: Json | undefined };
  for (const key of Object.keys(object).sort(inOrder)) {
    const field = object[key];
    if (field !== undefined) text += `${text && ","}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Schemas for the values in files that this program exports and imports. */

/** The text was screened before the export, or is screened again before it gets here. */
export const portableText = z.string().transform((value) => value as Screened);
export const portableTexts: z.ZodType<readonly Screened[]> = z.array(portableText);
export const portableDate = z.iso.datetime().transform((value) => new Date(value));
/** On one line and of limited length, like the name of a person that this program finds itself. */
const portablePerson = z
  .string()
  .transform((name) => oneLine(name as Screened, LIMITS.name))
  .optional();
export const portableAuthor: z.ZodType<Author> = z
  .object({ kind: z.enum(AUTHOR_KINDS), name: portableText, person: portablePerson })
  .transform(({ kind, name, person }) =>
    // A human is the person, whatever else a file says.
    kind === "human" || !person ? { kind, name } : { kind, name, person },
  );
export const portableId = z.string().min(1).max(200);
export const portableProject = z.string().min(1).max(1_000);

/** Every key of T is required, so that an optional one cannot be forgotten; its value may be undefined. */
export type EveryKey<T> = { [K in keyof Required<T>]: T[K] };

/** The type in the compiler's message when an input has a key that nothing reads. */
interface ReachesNoField<Name> {
  readonly reachesNoField: Name;
}

/**
 * Intersect a parameter type with this (`T & NoOtherKeys<T, Known>`), and an argument with other keys does not compile.
 */
export type NoOtherKeys<T, Known extends PropertyKey> = [Exclude<keyof T, Known>] extends [never]
  ? unknown
  : ReachesNoField<Exclude<keyof T, Known>>;

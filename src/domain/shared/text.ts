import * as z from "zod";

declare const screened: unique symbol;

/** Text that went through `screening.ts`. Stores accept only this type, so no tool can forget to screen. */
export type Screened = string & { readonly [screened]: true };

export const LIMITS = {
  /** The limit for all vocabularies; `membria.capture_decision` has a narrower range of its own. */
  statement: 10_000,
  text: 50_000,
  listItems: 100,
  /** Names: topics, sessions, clients, references to pull requests and files. */
  name: 1_000,
} as const;

/**
 * What one message may contain, counted before anything validates it: validators and replies take time and room for
 * every single value. A message is far below this unless it is an accident or an attack.
 */
export const MESSAGE_LIMITS = {
  /** Far below what would overflow the stack of recursive code. */
  depth: 1_000,
  /** In one object. */
  keys: 1_000,
  /** In one list. A list of texts takes fewer, and its own message says so. */
  items: 1_000,
  /** All values of all lists and objects together. */
  values: 10_000,
  /** All texts and keys together: 19 texts of the greatest length. Screening more would take seconds. */
  characters: 1_000_000,
  /** The id of a request, which the reply repeats. */
  id: 1_000,
} as const;

/**
 * The longest reply, as JSON. The largest result that a caller can ask for (`max_tokens`) has 400,000 characters, once
 * as an object and once as text, which quotation marks and line breaks make longer.
 */
export const MAX_REPLY_CHARACTERS = 2_000_000;

/** The number of Unicode code points, which is what JSON Schema counts. */
export function lengthOf(text: string): number {
  let surrogatePairs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next <= 0xdfff) surrogatePairs++;
    }
  }
  return text.length - surrogatePairs;
}

/** A string of `min` to `max` characters. Leading and trailing white space does not count towards `min`. */
export function boundedText(min: number, max: number): z.ZodString {
  return (
    z
      .string()
      .refine((text) => lengthOf(text) <= max, {
        error: ({ input }) =>
          `must have at most ${max.toLocaleString("en")} characters, and has ${lengthOf(String(input)).toLocaleString("en")}`,
      })
      .refine((text) => min === 0 || lengthOf(text.trim()) >= min, {
        error: ({ input }) =>
          min === 1
            ? "must not be empty"
            : `must have at least ${min} characters, and has ${lengthOf(String(input).trim())}`,
      })
      // The general limits are left out of the schema: they are rarely reached, and every client would pay tokens for
      // them.
      .meta({ ...(min > 0 && { minLength: min }), ...(max < LIMITS.name && { maxLength: max }) })
  );
}

/** For names, which appear unquoted in our own sentences: no line breaks, no control and no invisible characters. */
export function oneLine<T extends string>(text: T, limit: number): T {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return (lengthOf(line) <= limit ? line : [...line].slice(0, limit).join("")) as T;
}

/** The beginning of a text and its length, if it is too long. */
export function cutTo(longest: number, text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}… (${text.length} characters)`;
}

/** A list of texts. Its maximum length is checked but left out of the schema too. */
export function textList(
  most: number = LIMITS.listItems,
  longest: number = LIMITS.text,
): z.ZodArray<z.ZodString> {
  return z.array(boundedText(1, longest)).refine((items) => items.length <= most, {
    error: ({ input }) => `takes at most ${most} items, and has ${(input as unknown[]).length}`,
  });
}

/** Any JSON object. Its texts are screened and otherwise kept unchanged. */
export function jsonObject(): z.ZodObject<Record<never, never>, z.core.$loose> {
  return z.looseObject({});
}

import * as z from "zod";

declare const screened: unique symbol;

/** Text that went through `screening.ts`. Stores take nothing else, so no tool can forget to screen. */
export type Screened = string & { readonly [screened]: true };

export const LIMITS = {
  /** The longest statement of any vocabulary; `membria.capture_decision` has its own, narrower range. */
  statement: 10_000,
  text: 50_000,
  listItems: 100,
  /** Names: topics, sessions, clients, references to pull requests and files. */
  name: 1_000,
} as const;

/** Unicode characters, as JSON Schema counts them. */
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

/** A string of `min` to `max` characters. Surrounding white space does not help to reach `min`. */
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
      // The general limits are not listed: every client would pay for them in every schema, and they are hardly ever met.
      .meta({ ...(min > 0 && { minLength: min }), ...(max < LIMITS.name && { maxLength: max }) })
  );
}

/** A list of texts; how long it may be is checked, and not listed either. */
export function textList(): z.ZodArray<z.ZodString> {
  return z.array(boundedText(1, LIMITS.text)).refine((items) => items.length <= LIMITS.listItems, {
    error: ({ input }) => `takes at most ${LIMITS.listItems} items, and has ${(input as unknown[]).length}`,
  });
}

/** Any JSON object. What is inside is screened, and kept as it is. */
export function jsonObject(): z.ZodObject<Record<never, never>, z.core.$loose> {
  return z.looseObject({});
}

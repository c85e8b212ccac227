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

/** The beginning of a text. Only what was screened is cut, because half a secret does not look like one. */
export function beginningOf(text: Screened, most: number): Screened {
  return (text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "")) as Screened;
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

/**
 * What moves the cursor, changes colours, title or clipboard of a terminal, or changes the order in which text is shown.
 * Tab and newline are not among them, and neither are the direction marks that words of some scripts need.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Control characters as `\uXXXX`, which is the same value inside a string of JSON. */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Characters without a shape of their own. They hide text from a person but not from a model, and split a token so that
 * it is not recognised as a secret. Each is kept where a script or an emoji needs it, always beside characters that no
 * token has.
 */
const KEPT = [
  // Flags such as Scotland's consist of tag characters.
  "\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}",
  // Emoji that are joined, and the choice between an emoji and a plain sign.
  "(?<=[\\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}\ufe0f])\u200d(?=\\p{Extended_Pictographic})",
  "(?<=\\p{Extended_Pictographic})[\ufe0e\ufe0f]",
  "(?<=[0-9#*])\ufe0f(?=\u20e3)",
  // Joiners between letters of scripts in which letters join.
  "(?<=[[\\p{L}\\p{M}]--[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{ASCII}]])[\u200c\u200d]",
  // The end of a word, in scripts that write no spaces.
  "(?<=[\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}])\u200b",
  // Direction marks beside a script that is written from right to left.
  "(?<=[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}])[\u200e\u200f\u061c]",
  "[\u200e\u200f\u061c](?=[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}])",
  // Variants of ideographs, and of letters of Mongolian.
  "(?<=[\\p{Ideographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]",
  "(?<=\\p{Script=Mongolian})[\u180b-\u180f]",
];

/** The captured group is kept, the rest is hidden: bidirectional controls, tags, and all other ignorable characters. */
export const HIDDEN_CHARACTERS = new RegExp(
  `(${KEPT.join("|")})|[\u202a-\u202e\u2066-\u2069]|\\p{Default_Ignorable_Code_Point}+?`,
  "gv",
);

/** Everything that a terminal, an editor or a program takes for the end of a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: some programs end a line at the separators U+001C to U+001E.
const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/;

export const splitLines = (text: string): string[] => text.split(LINE_END);

/**
 * A text on one line, so that no part of it can pass for a line of ours. The sign, and not only a space, stands where
 * lines ended: a list in a text stays readable as one, and a reader sees that what looks like a row is part of a text.
 */
export function foldLines(text: string): string {
  const [first = "", ...rest] = splitLines(text);
  if (rest.length === 0) return text;
  // The first line keeps its indentation, which is ours where a label stands before the text.
  return [first.trimEnd(), ...rest.map((line) => line.trim())].filter((line) => line !== "").join(" ⏎ ");
}

/** Stands before each line of a stored text, and before what goes on from the line above. */
export const LINE_MARK = "│ ";
export const CONTINUED_MARK = "┊ ";

/** A longer line goes on below, so that a narrow window does not break it where the rest would pass for a line of ours. */
const LONGEST_LINE = 72;
const PIECES = new RegExp(`.{1,${LONGEST_LINE - 1}}(?: |$)|.{1,${LONGEST_LINE}}`, "gsu");

/**
 * What cannot be seen, changes the order of what is seen, ends a line or looks like a mark; and the beginning of what
 * could be taken for one of them. An emoji keeps what makes it one, and ideographs their space.
 */
const NOT_SHOWN = new RegExp(
  [
    "[[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]--[\\ufe0f]]",
    "(?<!\\p{Extended_Pictographic})\\ufe0f",
    "[\\p{Zs}--[ \\u3000]]",
    `[${LINE_MARK.trim()}${CONTINUED_MARK.trim()}]`,
    "\\\\(?=u\\{)",
  ].join("|"),
  "gv",
);

/**
 * A stored text for a person to read among sentences of ours, whole. Every line has a mark, which no text contains, so
 * nothing in it can end the quotation or pass for our words; and exactly one text is shown this way.
 */
export function markText(text: string): string {
  return text.split("\n").map(markLine).join("\n");
}

/** An id in a sentence of ours. An import may bring ids that are no words. */
export const shownId = (id: string): string => (/^[\w.-]+$/.test(id) ? id : JSON.stringify(visible(id)));

function markLine(line: string): string {
  const [first = "", ...rest] = visible(line).match(PIECES) ?? [];
  return [`${LINE_MARK}${first}`, ...rest.map((piece) => `${CONTINUED_MARK}${piece}`)].join("\n");
}

const visible = (line: string): string =>
  line.replace(NOT_SHOWN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

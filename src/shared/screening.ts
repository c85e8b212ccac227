import { Fault, type Notice } from "./errors.ts";
import type { SecretScanner } from "./ports.ts";
import { HIDDEN_CHARACTERS, type Screened } from "./text.ts";

/** What screening changed in one field. The caller is told of every change. */
export interface ScreeningChange {
  readonly field: string;
  readonly change:
    | "normalised"
    | "line_endings"
    | "unpaired_surrogates"
    | "control_characters"
    | "hidden_characters"
    | "secret";
  /** The number of characters, line endings or secrets; always 1 for `normalised`. */
  readonly count: number;
  /** For secrets: the kinds they look like. */
  readonly rules?: readonly string[];
}

/** Screens the texts of one call and remembers what it changed. */
export interface Screening {
  text(field: string, text: string): Screened;
  /** Throws if screening leaves nothing but white space. */
  required(field: string, text: string): Screened;
  /** Undefined stays undefined. */
  optional(field: string, text: string | undefined): Screened | undefined;
  list(field: string, texts: readonly string[]): Screened[];
  /** A text whose lines have to keep their numbers: what is replaced keeps its line breaks. */
  lines(field: string, text: string): Screened;
  /** Screens every text inside a JSON value, including keys. */
  json<T>(field: string, value: T): T;
  readonly changes: readonly ScreeningChange[];
}

/** A line and a paragraph separator are newlines, too: some programs end a line of JSON there. */
const LINE_ENDINGS = /\r\n?|[\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point; tab and newline stay.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const UNPAIRED = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const NOT_PLAIN_ASCII = /[^\t\n\u0020-\u007e]/;

export function startScreening(secrets: SecretScanner): Screening {
  const changes: ScreeningChange[] = [];

  const text = (field: string, raw: string, keepsLines = false): Screened => {
    let clean = raw;
    const replace = (change: ScreeningChange["change"], pattern: RegExp, by: string): void => {
      let count = 0;
      clean = clean.replace(pattern, (match: string, kept: unknown) => {
        if (typeof kept === "string") return kept;
        count += change === "hidden_characters" ? [...match].length : 1;
        return by;
      });
      if (count > 0) changes.push({ field, change, count });
    };
    // Most texts are printable ASCII and only need the scan for secrets.
    if (NOT_PLAIN_ASCII.test(clean)) {
      replace("unpaired_surrogates", UNPAIRED, "\ufffd");
      replace("line_endings", LINE_ENDINGS, "\n");
      replace("control_characters", CONTROLS, "");
      replace("hidden_characters", HIDDEN_CHARACTERS, "");
      const normalised = clean.normalize("NFC");
      if (normalised !== clean) changes.push({ field, change: "normalised", count: 1 });
      clean = normalised;
    }
    return redact(field, clean, keepsLines);
  };

  const redact = (field: string, clean: string, keepsLines: boolean): Screened => {
    const found = secrets.scan(clean);
    if (found.length === 0) return clean as Screened;
    let out = "";
    let from = 0;
    for (const { rule, start, end } of found) {
      const breaks = keepsLines ? clean.slice(start, end).replace(/[^\n]+/g, "") : "";
      out += `${clean.slice(from, start)}[redacted:${rule}]${breaks}`;
      from = end;
    }
    changes.push({
      field,
      change: "secret",
      count: found.length,
      rules: [...new Set(found.map(({ rule }) => rule))],
    });
    return (out + clean.slice(from)) as Screened;
  };

  const required = (field: string, raw: string): Screened => {
    const clean = text(field, raw);
    if (clean.trim() !== "") return clean;
    throw new Fault(
      "invalid",
      "There is no visible text: nothing is left without control and hidden characters.",
      { field, reason: "empty_text", remedies: [{ remedy: "send-plain-text", field }] },
    );
  };

  const json = <T>(field: string, value: T): T => {
    if (typeof value === "string") return text(field, value) as T;
    if (Array.isArray(value)) return value.map((item, i) => json(`${field}[${i}]`, item)) as T;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [text(`${field} key`, key), json(`${field}.${key}`, item)]),
    ) as T;
  };

  return {
    text: (field, raw) => text(field, raw),
    lines: (field, raw) => text(field, raw, true),
    required,
    optional: (field, raw) => (raw === undefined ? undefined : text(field, raw)),
    list: (field, raws) => raws.map((raw, i) => text(`${field}[${i}]`, raw)),
    json,
    changes,
  };
}

const CHANGE_TEXTS = {
  normalised: () => "was normalised to Unicode NFC",
  line_endings: (n) =>
    `had ${n} other line end${n === 1 ? "" : "s"} turned into newline${n === 1 ? "" : "s"}`,
  unpaired_surrogates: (n) => `had ${n} unpaired surrogate${n === 1 ? "" : "s"} replaced by U+FFFD`,
  control_characters: (n) => `had ${n} control character${n === 1 ? "" : "s"} removed`,
  hidden_characters: (n) => `had ${n} hidden or direction-changing character${n === 1 ? "" : "s"} removed`,
  secret: (n) => `had ${n === 1 ? "a secret" : `${n} secrets`} replaced before it was stored`,
} satisfies Record<ScreeningChange["change"], (count: number) => string>;

/** The changes as sentences for a reply. */
export function describeChanges(changes: readonly ScreeningChange[]): Notice[] {
  return changes.map(({ field, change, count, rules }) => ({
    field,
    text: `${CHANGE_TEXTS[change](count)}${rules ? ` (looks like: ${rules.join(", ")})` : ""}.`,
  }));
}

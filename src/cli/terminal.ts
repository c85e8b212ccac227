/** The terminal of the person: its width and colours, tables, and lines that fit. */

import { randomInt } from "node:crypto";
import { styleText } from "node:util";
import { escapeControls, foldLines } from "../shared/text.ts";

/** The terminal of the person. */
export interface Terminal {
  /** In columns. Without a limit if a program or a file gets the output. */
  readonly width: number;
  /** False if a program or a file gets the output, which needs lines whole. */
  readonly cutsLines: boolean;
  style(style: Style, text: string): string;
  /** Breaks what is too long for a line of the terminal between words. */
  fit(text: string): string;
  /** Shows a line that the next one replaces. Does nothing if the output is not a terminal. */
  progress(text: string): void;
  /** Asks a question that is answered with yes or no. Undefined if there is no terminal to ask at. */
  confirm(question: string): Promise<boolean | undefined>;
  /** Asks for one of several words. Undefined if there is no terminal to ask at, or another answer. */
  choose<Word extends string>(question: string, words: readonly Word[]): Promise<Word | undefined>;
  /** Whether somebody reads what is shown and can answer. */
  readonly converses: boolean;
  /** Shows something during a conversation, before the result. */
  say(text: string): void;
  /** Waits for one of these keys. Undefined if there is no terminal to ask at, or the person leaves. */
  pressKey<K extends string>(question: string, keys: readonly K[]): Promise<K | undefined>;
  /** Asks for a line, which begins with a text that can be changed. Undefined as for `pressKey`. */
  askLine(question: string, begun?: string): Promise<string | undefined>;
}

export function terminal(output: NodeJS.WriteStream, errors: NodeJS.WriteStream, colour: boolean): Terminal {
  const isTerminal = output.isTTY === true;
  // A terminal that does not know its width has the usual one.
  const width = isTerminal ? output.columns || 80 : Number.POSITIVE_INFINITY;
  const fitted = (question: string): string =>
    // In this order: a style takes no room until it is printed.
    printable(fitText(question, errors.columns || Number.POSITIVE_INFINITY));
  return {
    width,
    cutsLines: isTerminal,
    fit: (text) => (isTerminal ? fitText(text, width) : text),
    style: (style, text) => (colour ? styled(style, text) : text),
    progress: (text) => {
      if (errors.isTTY) errors.write(`\r\x1b[K${escapeControls(foldLines(text))}`);
    },
    confirm: async (question) => {
      const { confirm } = await import("./prompts.ts");
      return confirm(fitted(question), process.stdin, errors);
    },
    choose: async (question, words) => {
      const { choose } = await import("./prompts.ts");
      return choose(fitted(question), words, process.stdin, errors);
    },
    converses: isTerminal && errors.isTTY === true && process.stdin.isTTY === true,
    say: (text) => void errors.write(`${fitted(text)}\n`),
    pressKey: async (question, keys) => {
      const { pressKey } = await import("./prompts.ts");
      return pressKey(fitted(question), keys, process.stdin, errors);
    },
    askLine: async (question, begun = "") => {
      const { askLine } = await import("./prompts.ts");
      return askLine(fitted(question), printable(foldLines(begun)), process.stdin, errors);
    },
  };
}

/** One line of at most `width` columns. */
export function shorten(text: string, width: number): string {
  const line = foldLines(text).replace(/\s+/g, " ").trim();
  return textWidth(line) <= width ? line : `${cutToWidth(line, Math.max(1, width - 1))}…`;
}

/** With less room for it, the last column of a table gets lines of its own. */
export const NARROWEST_COLUMN = 20;

/** Aligned columns, one row per line. The last column is cut to the width of the terminal, or wrapped with `wrap`. */
export function table(given: readonly (readonly string[])[], width: number, wrap = false): string {
  const rows = given.map((row) => row.map(foldLines));
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => textWidth(row[i] ?? ""))),
  );
  const taken = widths.slice(0, -1).reduce((sum, w) => sum + w + 2, 0);
  const room = width - taken;
  const isStacked = room < NARROWEST_COLUMN && !wrap && columns > 1;
  const last = (cell: string): string =>
    wrap
      ? wrapWords(cell, Math.max(NARROWEST_COLUMN, room)).join(`\n${" ".repeat(taken)}`)
      : shorten(cell, isStacked ? Math.max(NARROWEST_COLUMN, width - 2) : room);
  const lineOf = (row: readonly string[]): string => {
    const before = row.slice(0, columns - 1).map((cell, i) => padToWidth(cell, widths[i] ?? 0));
    const text = last(row[columns - 1] ?? "");
    return isStacked ? `${before.join("  ").trimEnd()}\n  ${text}` : [...before, text].join("  ").trimEnd();
  };
  return rows.map(lineOf).join("\n");
}

type Style = Parameters<typeof styleText>[0];

/**
 * Stands for the escape character in styles of ours until they are printed, so that every other escape character can be
 * made visible. Two private characters chosen anew in every process: no text that was written before contains them.
 */
const MARK = String.fromCodePoint(randomInt(0xf0000, 0xffffe), randomInt(0x100000, 0x10fffe));
const STYLE = new RegExp(`${MARK}(\\[\\d+m)`, "gu");

export const styled = (style: Style, text: string): string =>
  styleText(style, escapeControls(text), { validateStream: false }).replaceAll("\x1b", MARK);

/** The text as it may be written to a terminal: our styles, and control characters from anywhere else as `\uXXXX`. */
export const printable = (text: string): string => escapeControls(text).replace(STYLE, "\x1b$1");

const withoutStyles = (text: string): string => text.replace(STYLE, "");

/** Characters that take two columns: those of East Asia, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
/** Characters that are drawn over the one before. */
const NO_WIDTH = /^(?:\p{Mn}|\p{Me}|[\u200b-\u200d])$/u;
const PLAIN = /^[\u0020-\u007e]*$/;

const widthOf = (character: string): number => (NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

/** How many columns of a terminal a line takes. */
export function textWidth(line: string): number {
  const text = withoutStyles(line);
  return PLAIN.test(text) ? text.length : [...text].reduce((sum, character) => sum + widthOf(character), 0);
}

/** The beginning of a text without styles that takes at most so many columns. */
function cutToWidth(text: string, width: number): string {
  let taken = 0;
  let cut = "";
  for (const character of text) {
    taken += widthOf(character);
    if (taken > width) break;
    cut += character;
  }
  return cut;
}

const padToWidth = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - textWidth(text)));

/** Lines of at most so many columns, broken between words; a word that is longer stays whole. */
function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(line) + 1 + textWidth(word) <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A sentence that ends with a command. It is put on a line of its own rather than broken, so that it can be copied. */
const WITH_COMMAND = /^(.*?[:.]) (membria .*[^.])$/s;
/** Matches all that stands before the text of an entry: its indentation and bullet, or columns with two spaces behind each. */
const BEFORE_TEXT = /^(?:\s*(?:[•●○✓✗–-] )?(?:\S+(?: \S+)* {2,})*)/u;
const DEEPEST_SHARE = 0.5;

/** Breaks lines that are too long for the terminal between words, and indents what follows like the text it belongs to. */
export const fitText = (text: string, width: number): string =>
  text
    .split("\n")
    .flatMap((line) => fitLine(line, width))
    .join("\n");

function fitLine(line: string, width: number): string[] {
  if (textWidth(line) <= width || isDrawing(line)) return [line];
  const [, sentence, command] = WITH_COMMAND.exec(line) ?? [];
  const indentation = /^ */.exec(line)?.[0] ?? "";
  if (sentence !== undefined && command !== undefined)
    return [...fitLine(sentence, width), `${indentation}  ${command}`];
  const before = BEFORE_TEXT.exec(line)?.[0] ?? "";
  const hanging = textWidth(before) <= width * DEEPEST_SHARE ? before : indentation;
  const [first = "", ...rest] = wrapWords(line.slice(hanging.length), width - textWidth(hanging));
  const indented = " ".repeat(textWidth(hanging));
  return [`${hanging}${first}`, ...rest.map((part) => `${indented}${part}`)];
}

/** Bars and axes lose their meaning when they are broken. */
const isDrawing = (line: string): boolean => /[█·│└─┃]{3}/.test(line);

import { escapeControls } from "../domain/shared/control-characters.ts";
import { foldLines } from "../domain/shared/lines.ts";
import { fitText } from "./fit-text.ts";
import { printable, type Style, styled } from "./styles.ts";
import { cutToWidth, padToWidth, textWidth, wrapWords } from "./text-width.ts";

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
      const { confirm } = await import("./confirm.ts");
      return confirm(fitted(question), process.stdin, errors);
    },
    choose: async (question, words) => {
      const { choose } = await import("./choose.ts");
      return choose(fitted(question), words, process.stdin, errors);
    },
    converses: isTerminal && errors.isTTY === true && process.stdin.isTTY === true,
    say: (text) => void errors.write(`${fitted(text)}\n`),
    pressKey: async (question, keys) => {
      const { pressKey } = await import("./press-key.ts");
      return pressKey(fitted(question), keys, process.stdin, errors);
    },
    askLine: async (question, begun = "") => {
      const { askLine } = await import("./ask-line.ts");
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

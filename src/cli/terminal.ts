import { escapeControls } from "../domain/shared/control-characters.ts";
import { foldLines } from "../domain/shared/lines.ts";
import { printable, type Style, styled } from "./styles.ts";

/** The terminal of the person. */
export interface Terminal {
  readonly width: number;
  /** False if a program or a file gets the output, which needs lines whole. */
  readonly cutsLines: boolean;
  style(style: Style, text: string): string;
  /** Shows a line that the next one replaces. Does nothing if the output is not a terminal. */
  progress(text: string): void;
  /** Asks a question that is answered with yes or no. Undefined if there is no terminal to ask at. */
  confirm(question: string): Promise<boolean | undefined>;
  /** Asks for one of several words. Undefined if there is no terminal to ask at, or another answer. */
  choose<Word extends string>(question: string, words: readonly Word[]): Promise<Word | undefined>;
}

export function terminal(output: NodeJS.WriteStream, errors: NodeJS.WriteStream, colour: boolean): Terminal {
  return {
    width: output.columns ?? 100,
    cutsLines: output.isTTY === true,
    style: (style, text) => (colour ? styled(style, text) : text),
    progress: (text) => {
      if (errors.isTTY) errors.write(`\r\x1b[K${escapeControls(foldLines(text))}`);
    },
    confirm: async (question) => {
      const { confirm } = await import("./confirm.ts");
      return confirm(printable(question), process.stdin, errors);
    },
    choose: async (question, words) => {
      const { choose } = await import("./choose.ts");
      return choose(printable(question), words, process.stdin, errors);
    },
  };
}

/** One line of at most `width` characters. */
export function shorten(text: string, width: number): string {
  const line = foldLines(text).replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, Math.max(1, width - 1)).join("")}…`;
}

/** Aligned columns, one row per line. The last column is cut to the width of the terminal, or wrapped with `wrap`. */
export function table(given: readonly (readonly string[])[], width: number, wrap = false): string {
  const rows = given.map((row) => row.map(foldLines));
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0)),
  );
  const taken = widths.slice(0, -1).reduce((sum, w) => sum + w + 2, 0);
  const room = Math.max(20, width - taken);
  const last = (cell: string): string =>
    wrap ? wrapped(cell, room).join(`\n${" ".repeat(taken)}`) : shorten(cell, room);
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === columns - 1 ? last(cell) : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && `${line} ${word}`.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

import { textWidth, wrapWords } from "./text-width.ts";

/** A sentence that ends with a command. It is put on a line of its own rather than broken, so that it can be copied. */
const WITH_COMMAND = /^(.*?[:.]) (membria .*[^.])$/s;
/** What stands before the text of an entry: its indentation and bullet, or columns with two spaces behind each. */
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

import { randomInt } from "node:crypto";
import { styleText } from "node:util";
import { escapeControls } from "../domain/shared/control-characters.ts";

export type Style = Parameters<typeof styleText>[0];

/**
 * Stands for the escape character in styles of ours until they are printed, so that every other escape character can be
 * made visible. Two private characters chosen anew in every process: no text that was written before contains them.
 */
const MARK = String.fromCodePoint(randomInt(0xf0000, 0xffffe), randomInt(0x100000, 0x10fffe));
const STYLE = new RegExp(`${MARK}(\\[\\d+m)`, "gu");

export const styled = (style: Style, text: string): string =>
  styleText(style, escapeControls(text), { validateStream: false }).replaceAll("\x1b", MARK);

/** What may be written to a terminal: our styles, and control characters from anywhere else as `\uXXXX`. */
export const printable = (text: string): string => escapeControls(text).replace(STYLE, "\x1b$1");

export const withoutStyles = (text: string): string => text.replace(STYLE, "");

import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import type { TomlSettings } from "../client.ts";
import { isOurServer } from "../our-entries.ts";
import { Unusable } from "./file-state.ts";
import { foreign } from "./json-settings.ts";

// A parser of TOML gives no places and drops comments, so the text is edited by lines. Every result is parsed again and
// has to differ in our server alone.

type Table = Record<string, unknown>;
type Server = TomlSettings["server"];

/** @throws Unusable with the place of the first mistake. */
export function parseToml(text: string): Table {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new Unusable(
      "not_valid",
      `It is not valid TOML: ${what} at line ${error.line}, column ${error.column}.`,
      "Correct it there, and run the command again. Nothing was changed.",
    );
  }
}

export const serverInToml = (text: string, { at: [group, name] }: Server): unknown =>
  ((parseToml(text)[group] ?? {}) as Table)[name];

export function tomlWith(text: string, server: Server): string {
  const existing = serverInToml(text, server);
  if (existing === undefined) return checked(text, appended(text, server), server);
  if (!isOurServer(existing)) throw foreign(server.at);
  const changed = Object.entries(server.value).filter(
    ([key, value]) => !isDeepStrictEqual((existing as Table)[key], value),
  );
  if (changed.length === 0) return text;
  const lines = linesOf(text);
  const header = lines.findIndex((line) => headerOf(server).test(line) && !/\]\s*\./.test(line));
  for (const [key, value] of changed) {
    const wanted = `${key} = ${JSON.stringify(value)}`;
    const from = lines.findIndex((line, i) => i > header && new RegExp(`^\\s*"?${key}"?\\s*=`).test(line));
    if (header < 0 || from < 0) throw notEditable(server);
    lines.splice(from, valueLines(lines, from), wanted + lineEndOf(lines[from] ?? ""));
  }
  return checked(text, lines.join(""), server);
}

export function tomlWithout(text: string, server: Server): string {
  if (!isOurServer(serverInToml(text, server))) return text;
  const lines = linesOf(text);
  for (;;) {
    const from = lines.findIndex((line) => headerOf(server).test(line));
    if (from < 0) break;
    const next = lines.findIndex((line, i) => i > from && /^\s*\[/.test(line));
    let to = next < 0 ? lines.length : next;
    // A comment before the next table is about that one, and the blank lines between them belong to neither.
    while (to > from + 1 && /^\s*(?:#.*)?$/.test((lines[to - 1] ?? "").trimEnd())) to -= 1;
    const blank = from > 0 && (lines[from - 1] ?? "").trim() === "" ? 1 : 0;
    lines.splice(from - blank, to - from + blank);
    // The last line had no end before ours came after it.
    const last = lines.at(-1);
    if (to - from > 0 && from - blank === lines.length && !text.endsWith("\n") && last !== undefined)
      lines[lines.length - 1] = last.replace(/\r?\n$/, "");
  }
  return checked(text, lines.join(""), server);
}

function appended(text: string, { at, value }: Server): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const block = [
    `[${at.join(".")}]`,
    ...Object.entries(value).map(([key, given]) => `${key} = ${JSON.stringify(given)}`),
  ].join(end);
  if (text.trim() === "") return `${text}${block}${end}`;
  return text.endsWith("\n") ? `${text}${end}${block}${end}` : `${text}${end}${end}${block}`;
}

function checked(before: string, after: string, server: Server): string {
  try {
    if (isDeepStrictEqual(othersIn(before, server), othersIn(after, server))) return after;
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
  }
  throw notEditable(server);
}

/** Everything but our server. A group that holds nothing else says nothing. */
function othersIn(text: string, { at: [group, name] }: Server): Table {
  const whole = parseToml(text);
  const { [name]: _, ...others } = (whole[group] ?? {}) as Table;
  const { [group]: __, ...rest } = whole;
  return Object.keys(others).length > 0 ? { ...rest, [group]: others } : rest;
}

/** How many lines the value has that begins in this one: the fewest that can be read alone. */
function valueLines(lines: readonly string[], from: number): number {
  for (let count = 1; from + count <= lines.length; count += 1) {
    try {
      parse(lines.slice(from, from + count).join(""));
      return count;
    } catch {
      // It goes on in the next line.
    }
  }
  return 1;
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
const lineEndOf = (line: string): string => /\r?\n$/.exec(line)?.[0] ?? "";

/** The header of the table, or of one inside it. */
const headerOf = ({ at: [group, name] }: Server): RegExp =>
  new RegExp(`^\\s*\\[\\s*["']?${group}["']?\\s*\\.\\s*["']?${name}["']?\\s*(?:\\.[^\\]]*)?\\]`);

const notEditable = ({ at, value }: Server): Unusable =>
  new Unusable(
    "not_editable",
    `It is written in a way in which [${at.join(".")}] cannot be changed without touching the rest.`,
    `Write it there yourself: ${Object.entries(value)
      .map(([key, given]) => `${key} = ${JSON.stringify(given)}`)
      .join(", ")}`,
  );

import type { OwnFile, SettingsFile } from "../client.ts";
import { Unusable } from "./file-state.ts";
import { contentOfNode, nodeAt, orEmptyObject, parseObject } from "./json-edits.ts";
import { isAsGoodAsEmpty, jsonWith, jsonWithout } from "./json-settings.ts";
import { parseToml, tomlWith, tomlWithout } from "./toml-settings.ts";

const MARK = "\uFEFF";

/** The mark at the beginning of some files is no part of what a parser reads. */
function behindMark(text: string, edit: (bare: string) => string): string {
  return text.startsWith(MARK) ? MARK + edit(text.slice(MARK.length)) : edit(text);
}

/** The text that the file has to contain. Undefined: there is no file yet. */
export function textWith(given: string | undefined, file: SettingsFile): string {
  if (file.format === "own") return ownText(given, file);
  const edit = (bare: string): string =>
    file.format === "json" ? jsonWith(bare, file) : tomlWith(bare, file.server);
  return given === undefined ? edit(file.format === "json" ? "\n" : "") : behindMark(given, edit);
}

function ownText(given: string | undefined, { text, mark }: OwnFile): string {
  if (given === undefined || given.trim() === "" || given.includes(mark)) return text;
  throw new Unusable(
    "foreign_entry",
    "It is a file of somebody else.",
    "Give it another name, and run the command again.",
  );
}

/**
 * The file without anything of ours. Undefined: nothing is left of it. `original` is what it was before ours came in:
 * null if there was no file, undefined if nobody knows.
 */
export function textWithout(
  given: string,
  file: SettingsFile,
  original: string | null | undefined,
): string | undefined {
  if (file.format === "own") return given.includes(file.mark) ? undefined : given;
  if (file.format === "toml") {
    const left = behindMark(given, (bare) => tomlWithout(bare, file.server));
    return left !== given && original === null && left.trim() === "" ? undefined : left;
  }
  const left = behindMark(given, (bare) => jsonWithout(bare, file, wasThereIn(original)));
  return left !== given && original === null && isAsGoodAsEmpty(left, file) ? undefined : left;
}

function wasThereIn(original: string | null | undefined): (at: readonly string[]) => boolean {
  if (original === null || original === undefined) return () => false;
  const text = orEmptyObject(original.replace(MARK, ""));
  try {
    const root = parseObject(text);
    return (at) => nodeAt(root, at, text) !== undefined;
  } catch {
    return () => false;
  }
}

/** @throws Unusable if a client could not read it either. */
export function contentOf(text: string, format: "json" | "toml"): unknown {
  const bare = text.replace(MARK, "");
  return format === "toml" ? parseToml(bare) : contentOfNode(parseObject(orEmptyObject(bare)));
}

/** Edits the text of a JSON file, so that all else in it stays as it was. */

import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import type { Json } from "../client.ts";
import { Unusable } from "./file-state.ts";

// The editing functions of the parser move or drop comments, and what they insert cannot be taken out again byte by byte.

const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const SPACE = 15;

/** Sets a member of an object, with the objects around it if they are missing. */
export function withMember(text: string, at: readonly string[], value: Json): string {
  const root = parseObject(text);
  const found = nodeAt(root, at, text);
  if (found) return replaced(text, found, value, styleOf(text, root));
  return added(text, root, at, value, "object");
}

/** Appends to a list, with the list and the objects around it if they are missing. */
export function withItem(text: string, at: readonly string[], value: Json): string {
  const root = parseObject(text);
  const list = nodeAt(root, at, text);
  if (!list) return added(text, root, at, [value], "object");
  if (list.type !== "array") throw wrongShape(at, "a list");
  return appended(text, list, JSON.stringify, value, styleOf(text, root));
}

/** Removes a member or an item with its line. The object or the list around it stays. */
export function without(text: string, at: readonly Step[]): string {
  const root = parseObject(text);
  const found = nodeAt(root, at, text);
  if (!found) return text;
  const child = typeof at.at(-1) === "number" ? found : (found.parent ?? found);
  const container = child.parent;
  return container ? removed(text, container, child) : text;
}

function added(text: string, root: Node, at: readonly string[], value: Json, kind: "object"): string {
  let depth = 0;
  let parent = root;
  for (; depth < at.length - 1; depth += 1) {
    const next = nodeAt(parent, [at[depth] ?? ""], text);
    if (!next) break;
    if (next.type !== kind) throw wrongShape(at.slice(0, depth + 1), "an object");
    parent = next;
  }
  const key = JSON.stringify(at[depth]);
  const whole = at.slice(depth + 1).reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
  const render = (given: Json, _: null, unit: string): string =>
    `${key}: ${JSON.stringify(given, null, unit)}`;
  return appended(text, parent, render, whole, styleOf(text, root));
}

type Render = (value: Json, replacer: null, unit: string) => string;

function appended(text: string, container: Node, render: Render, value: Json, style: JsonStyle): string {
  const last = container.children?.at(-1);
  if (!last) return intoEmpty(text, container, render, value, style);
  const end = endOf(last);
  const before = container.children?.at(-2);
  const isOnOwnLine = /[\r\n]/.test(text.slice(before ? endOf(before) : container.offset, last.offset));
  const { comma, to } = restOfLine(text, end);
  if (!isOnOwnLine) {
    const item = render(value, null, "");
    return comma === undefined ? spliced(text, end, `, ${item}`) : spliced(text, comma + 1, ` ${item},`);
  }
  const indent = indentAt(text, last.offset);
  const item = style.lineEnd + indent + indented(render(value, null, style.unit), indent, style);
  const whole = spliced(text, to, comma === undefined ? item : `${item},`);
  return comma === undefined ? spliced(whole, end, ",") : whole;
}

function intoEmpty(text: string, container: Node, render: Render, value: Json, style: JsonStyle): string {
  const [open, close] = [container.offset + 1, endOf(container) - 1];
  const isBlank = text.slice(open, close).trim() === "";
  if (style.compact && isBlank)
    return text.slice(0, open) + render(value, null, "") + text.slice(isBlank ? close : open);
  const outer = indentAt(text, container.offset);
  const inner = outer + style.unit;
  const item = indented(render(value, null, style.unit), inner, style);
  const head = isBlank ? text.slice(0, open) : text.slice(0, close).trimEnd();
  return `${head}${style.lineEnd}${inner}${item}${style.lineEnd}${outer}${text.slice(close)}`;
}

function replaced(text: string, node: Node, value: Json, style: JsonStyle): string {
  const indent = indentAt(text, node.offset);
  const rendered = style.compact
    ? JSON.stringify(value)
    : indented(JSON.stringify(value, null, style.unit), indent, style);
  return text.slice(0, node.offset) + rendered + text.slice(endOf(node));
}

function removed(text: string, container: Node, child: Node): string {
  const siblings = container.children ?? [];
  const before = siblings[siblings.indexOf(child) - 1];
  const next = nextComma(text, endOf(child));
  const previous = before && nextComma(text, endOf(before));
  const end = next !== undefined && text.slice(endOf(child), next).trim() === "" ? next + 1 : endOf(child);
  const cuts: [number, number][] = [linesOf(text, child.offset, end)];
  if (next !== undefined) cuts.push([next, next + 1]);
  else if (previous !== undefined) cuts.push([previous, previous + 1]);
  const left = cut(text, cuts);
  const [open, close] = [container.offset + 1, endOf(container) - 1 - (text.length - left.length)];
  return siblings.length === 1 && left.slice(open, close).trim() === ""
    ? left.slice(0, open) + left.slice(close)
    : left;
}

/** The range that goes with a piece of text: its lines if nothing else is on them, and otherwise the space before it. */
function linesOf(text: string, start: number, end: number): [number, number] {
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const startsLine = line > 0 && text.slice(line, start).trim() === "";
  const [blank] = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  if (startsLine && blank !== undefined) return [line, end + blank.length];
  const isCommented = /^[ \t]*\/[/*]/.test(text.slice(end));
  if (startsLine && isCommented) return [start, end];
  return [text.slice(0, start).trimEnd().length, end];
}

function cut(text: string, cuts: readonly [number, number][]): string {
  const isCut = (i: number): boolean => cuts.some(([from, to]) => i >= from && i < to);
  const [first, last] = [Math.min(...cuts.map(([from]) => from)), Math.max(...cuts.map(([, to]) => to))];
  const kept = text
    .slice(first, last)
    .split("")
    .filter((_, i) => !isCut(first + i));
  return text.slice(0, first) + kept.join("") + text.slice(last);
}

/** A comma and the comments that follow on the same line. */
function restOfLine(text: string, from: number): { readonly comma: number | undefined; readonly to: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | undefined;
  let to = from;
  for (;;) {
    const token: number = scanner.scan();
    const isComma = token === COMMA && comma === undefined;
    const isComment = token === LINE_COMMENT || token === BLOCK_COMMENT;
    if (isComment && /[\r\n]/.test(scanner.getTokenValue())) return { comma, to };
    if (isComma) comma = scanner.getTokenOffset();
    if (isComma || isComment) to = scanner.getTokenOffset() + scanner.getTokenLength();
    else if (token !== SPACE) return { comma, to };
  }
}

function nextComma(text: string, from: number): number | undefined {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (;;) {
    const token: number = scanner.scan();
    if (token === COMMA) return scanner.getTokenOffset();
    if (![LINE_COMMENT, BLOCK_COMMENT, LINE_BREAK, SPACE].includes(token)) return undefined;
  }
}

const endOf = ({ offset, length }: Node): number => offset + length;
const spliced = (text: string, at: number, piece: string): string =>
  text.slice(0, at) + piece + text.slice(at);
const indented = (rendered: string, indent: string, { lineEnd }: JsonStyle): string =>
  rendered.split("\n").join(lineEnd + indent);
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset))?.[0] ?? "";

const wrongShape = (at: readonly string[], wanted: string): Unusable =>
  new Unusable(
    "wrong_shape",
    `${at.join(".")} is not ${wanted}.`,
    `The client expects ${wanted} there. Correct it, and run the command again.`,
  );

export type Step = string | number;

/** How a file is written, so that what is added looks like the rest. */
interface JsonStyle {
  readonly unit: string;
  readonly lineEnd: string;
  /** Set if everything is on one line. */
  readonly compact: boolean;
}

const BLANK = /^\s*$/;

/** A file without content is one to which nothing was added yet. */
export const orEmptyObject = (text: string): string => (BLANK.test(text) ? `{}${text}` : text);

/** @throws Unusable with the place of the first mistake. Comments and a comma after the last member are none. */
export function parseObject(text: string): Node {
  requireFlat(text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [error] = errors;
  if (error) {
    throw new Unusable(
      "not_valid",
      `It is not valid JSON: ${wordsOf(printParseErrorCode(error.error))} at ${placeOf(text, error.offset)}.`,
      "Correct it there, and run the command again. Nothing was changed.",
    );
  }
  if (root?.type !== "object") {
    throw new Unusable(
      "wrong_shape",
      "It has no JSON object at the top.",
      "It should begin with { and end with }. Correct it, and run the command again.",
    );
  }
  return root;
}

const OPENING: readonly number[] = [1, 3];
const CLOSING: readonly number[] = [2, 4];
const END_OF_TEXT = 17;

/** The parser calls itself for each level. */
function requireFlat(text: string): void {
  const scanner = createScanner(text, true);
  let [depth, deepest] = [0, 0];
  for (let token: number = scanner.scan(); token !== END_OF_TEXT; token = scanner.scan()) {
    if (OPENING.includes(token)) depth++;
    if (CLOSING.includes(token)) depth--;
    deepest = Math.max(deepest, depth);
  }
  const { jsonDepth: most } = READ_LIMITS;
  if (deepest <= most) return;
  throw new Unusable(
    "not_valid",
    `Its lists and objects are nested ${deepest.toLocaleString("en")} levels deep, and at most ${most.toLocaleString("en")} are read.`,
    "Correct it, and run the command again. Nothing was changed.",
  );
}

export const contentOfNode = (node: Node | undefined): unknown =>
  node === undefined ? undefined : (getNodeValue(node) as unknown);

/** The node at this place. @throws Unusable if it is there twice: clients differ in which one they use. */
export function nodeAt(root: Node, at: readonly Step[], text: string): Node | undefined {
  let node: Node | undefined = root;
  for (const step of at) {
    if (node === undefined) return undefined;
    node = typeof step === "number" ? node.children?.[step] : memberOf(node, step, text);
  }
  return node;
}

function memberOf(object: Node, key: string, text: string): Node | undefined {
  if (object.type !== "object") return undefined;
  const [first, second] = (object.children ?? []).filter(({ children }) => children?.[0]?.value === key);
  if (second) {
    throw new Unusable(
      "wrong_shape",
      `It has ${JSON.stringify(key)} twice, the second time at ${placeOf(text, second.offset)}.`,
      "Remove one of the two, and run the command again.",
    );
  }
  return first?.children?.[1];
}

function styleOf(text: string, root: Node): JsonStyle {
  const [, unit = "  "] = /^([ \t]+)\S/m.exec(text) ?? [];
  return {
    unit,
    lineEnd: text.includes("\r\n") ? "\r\n" : "\n",
    compact: (root.children?.length ?? 0) > 0 && !/[\r\n]/.test(text.trim()),
  };
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/** `PropertyNameExpected` as words. */
const wordsOf = (code: string): string => code.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

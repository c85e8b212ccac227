import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { Unusable } from "./unusable.ts";

export type Step = string | number;

/** How a file is written, so that what is added looks like the rest. */
export interface JsonStyle {
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

export const contentOfNode = (node: Node | undefined): unknown =>
  node === undefined ? undefined : (getNodeValue(node) as unknown);

/** What is at this place. @throws Unusable if it is there twice: clients differ in which one they use. */
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

export function styleOf(text: string, root: Node): JsonStyle {
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

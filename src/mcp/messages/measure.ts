import { Fault } from "../../shared/errors.ts";
import { MESSAGE_LIMITS } from "../../shared/text.ts";

/** What a message has too much of: in `params.arguments`, which a tool answers for, and anywhere else. */
export interface Measured {
  readonly inArguments?: Excess | undefined;
  readonly elsewhere?: Excess | undefined;
  /** The position after the message and, in a list of messages, its comma. */
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SMALL_U = 0x75;
const SPACE = 0x20;

/** The depth of `params.arguments`: the message is 1. */
const ARGUMENTS_DEPTH = 3;
const LONGEST_PATH = 200;

interface Part {
  values: number;
  characters: number;
  /** A single list or object that is too long. */
  container?: Excess;
  /** Where a sum passed its limit. */
  sum?: Excess;
  /** The path starts below this depth. */
  readonly root: number;
}

/**
 * Counts what a message contains. It reads the bytes, which must be valid JSON, because listing the keys of a parsed
 * object with half a million of them takes as long as parsing it did.
 */
export function measureMessage(bytes: Uint8Array, from = 0): Measured {
  const { depth: deepest, values: mostValues, characters: mostCharacters } = MESSAGE_LIMITS;
  const counts = new Int32Array(deepest + 1);
  const isList = new Uint8Array(deepest + 1);
  const keyStarts = new Int32Array(deepest + 1);
  const keyEnds = new Int32Array(deepest + 1);
  const elsewhere: Part = { values: 0, characters: 0, root: 1 };
  const inArguments: Part = { values: 0, characters: 0, root: ARGUMENTS_DEPTH };
  let part = elsewhere;
  let depth = 0;
  let mostDepth = 0;
  /** Whether the next token starts a member of a list or an object. */
  let isFresh = false;
  let at = from;

  const keyAt = (level: number): string => {
    if (level > deepest) return "…";
    if (isList[level] === 1) return String((counts[level] ?? 1) - 1);
    return Buffer.from(bytes.subarray(keyStarts[level], keyEnds[level])).toString();
  };

  /** The path to the container at this depth, or to its current member. */
  const pathTo = (level: number): string => {
    const keys: string[] = [];
    let length = 0;
    for (let i = level; i >= part.root && length <= LONGEST_PATH; i--) {
      const key = keyAt(i).slice(0, LONGEST_PATH);
      keys.unshift(key);
      length += key.length + 1;
    }
    const path = keys.join(".");
    return path.length <= LONGEST_PATH ? path : `…${path.slice(-LONGEST_PATH)}`;
  };

  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte <= SPACE || byte === COLON) continue;
    if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST)) break;
    if (byte === COMMA) {
      isFresh = true;
      continue;
    }
    if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      isFresh = false;
      const limit = byte === CLOSE_LIST ? "items" : "keys";
      const count = counts[depth] ?? 0;
      if (count > MESSAGE_LIMITS[limit])
        part.container ??= { limit, path: pathTo(depth - 1), received: count };
      if (part === inArguments && depth === ARGUMENTS_DEPTH) part = elsewhere;
      depth -= 1;
      continue;
    }
    const isKey = isFresh && isList[depth] === 0;
    if (isFresh) {
      isFresh = false;
      counts[depth] = (counts[depth] ?? 0) + 1;
      part.values += 1;
      if (part.values === mostValues + 1)
        part.sum ??= { limit: "values", path: pathTo(depth - 1), received: 0 };
    }
    if (byte === QUOTE) {
      const start = at + 1;
      const before = part.characters;
      let length = 0;
      at = start;
      for (let unit = bytes[at]; unit !== QUOTE && unit !== undefined; unit = bytes[at]) {
        if (unit === BACKSLASH) at += bytes[at + 1] === SMALL_U ? 5 : 1;
        // The bytes of a character after its first one begin with the bits 10.
        if ((unit & 0xc0) !== 0x80) length += 1;
        at += 1;
      }
      part.characters += length;
      if (isKey) {
        keyStarts[depth] = start;
        keyEnds[depth] = at;
      }
      if (before <= mostCharacters && part.characters > mostCharacters)
        part.sum ??= { limit: "characters", path: pathTo(depth), received: 0 };
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (depth === ARGUMENTS_DEPTH - 1 && keyAt(2) === "arguments" && keyAt(1) === "params")
        part = inArguments;
      depth += 1;
      mostDepth = Math.max(mostDepth, depth);
      // Levels below the deepest have no place in the arrays, where such writes are ignored.
      counts[depth] = 0;
      isList[depth] = byte === OPEN_LIST ? 1 : 0;
      isFresh = true;
    }
  }
  const tooDeep: Excess | undefined =
    mostDepth > deepest ? { limit: "depth", path: "", received: mostDepth } : undefined;
  return { inArguments: total(inArguments), elsewhere: tooDeep ?? total(elsewhere), end: at + 1 };
}

/** A single list or object says more than a sum. What a sum came to is known at the end only. */
function total({ container, sum, values, characters }: Part): Excess | undefined {
  return container ?? (sum && { ...sum, received: sum.limit === "values" ? values : characters });
}

/** What a message has too much of. */
interface Excess {
  readonly limit: "depth" | "keys" | "items" | "values" | "characters";
  /** Where the limit was passed; empty for the whole. */
  readonly path: string;
  readonly received: number;
}

/** The refusal of an excess. `whole` names what was checked: "The arguments". */
export function excessFault({ limit, path, received }: Excess, whole: string): Fault {
  const allowed = MESSAGE_LIMITS[limit].toLocaleString("en");
  const count = received.toLocaleString("en");
  const place = path || whole;
  const has = path ? "has" : "have";
  const passed = path && ` The limit was passed in ${path}.`;
  const problem = {
    depth: `${whole} are nested deeper than ${allowed} levels.`,
    keys: `${place} ${has} ${count} names; at most ${allowed} are allowed.`,
    items: `${place} ${has} ${count} items; at most ${allowed} are allowed.`,
    values: `${whole} have ${count} values in all lists and objects together; at most ${allowed} are allowed.${passed}`,
    characters: `${whole} have ${count} characters of text together; at most ${allowed} are allowed.${passed}`,
  }[limit];
  return new Fault("invalid", problem, {
    ...(path && { field: path }),
    received,
    reason: "too_large",
    hint: "Nothing was done. Send less at once, or split the work into several calls.",
  });
}

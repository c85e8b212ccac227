/** Keeps what a caller gets within the length that clients show: results, their text, and faults. */

import { Fault } from "../shared/errors.ts";
import { cutTo } from "../shared/text.ts";

/** Most clients cut longer results. */
const DEFAULT_MAX_CHARACTERS = 10_000;
const CHARACTERS_PER_TOKEN = 4;
/** The most a caller may ask for. */
export const MAX_TOKENS = 100_000;
/** Shorter texts, such as names and ids, are not cut. */
const WORTH_CUTTING = 300;
/** Tried in this order: the first number of items per list with which the result fits. */
const KEPT_ITEMS = [10, 5, 2, 1];
/** Reserved for the notes about the cuts and for the notices of a reply. */
const ROOM_FOR_NOTES = 700;

type Json = Record<string, unknown>;

/** How a caller gets what was left out: with the argument of that name, or as the sentence says, if there is one. */
type ForMore = "max_tokens" | { readonly sentence: string | undefined };

interface Leaf {
  readonly path: string;
  readonly text: string;
  cutTo(characters: number): void;
}

/**
 * Shortens the longest texts of a result, then its lists, until it fits. `omitted` lists what was cut, and how to get all
 * of it.
 */
export function shortenResult(result: Json, maxTokens: unknown, forMore: ForMore): Json {
  const limit = roomFor(maxTokens);
  const size = JSON.stringify(result).length;
  if (size <= limit) return result;
  const copy = structuredClone(result);
  const measurements = shortenMeasurements(copy);
  const excess = JSON.stringify(copy).length - limit;
  const omitted = [...measurements, ...(excess > 0 ? cutTexts(copy, excess) : []), ...cutLists(copy, limit)];
  return { ...copy, omitted: [...omitted, ...howToGetMore(size, forMore)] };
}

/** How many characters a result may have without the notes. */
export const roomFor = (maxTokens: unknown): number => charactersOf(maxTokens) - ROOM_FOR_NOTES;

const charactersOf = (maxTokens: unknown): number =>
  typeof maxTokens === "number" ? maxTokens * CHARACTERS_PER_TOKEN : DEFAULT_MAX_CHARACTERS;

/** The text of a shortened result can still be too long, because it has words that the result has not. */
export function shortenText(text: string, maxTokens: unknown, forMore: ForMore): string {
  const limit = charactersOf(maxTokens);
  if (text.length <= limit) return text;
  const cut = `The rest of ${text.length.toLocaleString("en")} characters was cut.`;
  const note = `…\n${[cut, ...howToGetMore(text.length, forMore)].join(" ")}`;
  return `${wellFormed(text.slice(0, limit - note.length))}${note}`;
}

function howToGetMore(size: number, forMore: ForMore): string[] {
  if (forMore !== "max_tokens") return forMore.sentence === undefined ? [] : [forMore.sentence];
  const needed = Math.ceil((size * 1.1 + ROOM_FOR_NOTES) / CHARACTERS_PER_TOKEN);
  return [
    needed <= MAX_TOKENS
      ? `Call again with max_tokens: ${needed} to get everything.`
      : `Call again with max_tokens: ${MAX_TOKENS} to get more; the whole result would need ${needed}, more than one answer can have.`,
  ];
}

function cutTexts(result: Json, excess: number): string[] {
  const leaves = textsOf(result, "").filter(({ text }) => text.length > WORTH_CUTTING);
  leaves.sort((a, b) => b.text.length - a.text.length);
  // A cut ends in an ellipsis, and rounding takes a little from every text.
  let left = excess * 1.2;
  const total = leaves.reduce((sum, { text }) => sum + text.length - WORTH_CUTTING, 0);
  const share = Math.min(1, left / Math.max(1, total));
  const cuts = new Map<string, number>();
  for (const leaf of leaves) {
    if (left <= 0) break;
    const cut = Math.ceil((leaf.text.length - WORTH_CUTTING) * share);
    leaf.cutTo(leaf.text.length - cut);
    left -= cut;
    const field = leaf.path.replace(/\[.*/, "");
    cuts.set(field, (cuts.get(field) ?? 0) + cut);
  }
  return [...cuts].map(([field, cut]) => `${field} was cut by ${cut.toLocaleString("en")} characters.`);
}

function cutLists(result: Json, limit: number): string[] {
  const lists = listsOf(result, "");
  let omitted: string[] = [];
  for (const kept of KEPT_ITEMS) {
    if (JSON.stringify(result).length <= limit) break;
    const long = lists.filter(({ items }) => items.length > kept);
    for (const { owner, key, items } of long) owner[key] = items.slice(0, kept);
    omitted = long.map(({ path, items }) => `${path} has ${items.length - kept} more items.`);
  }
  return omitted;
}

interface List {
  readonly path: string;
  readonly owner: Json;
  readonly key: string;
  readonly items: readonly unknown[];
}

/** The lists of the result and of the objects in it, but not those inside the items of a list. */
function listsOf(owner: Json, path: string): List[] {
  return Object.entries(owner).flatMap(([key, value]): List[] => {
    const at = path ? `${path}.${key}` : key;
    if (Array.isArray(value)) return [{ path: at, owner, key, items: value }];
    return value !== null && typeof value === "object" ? listsOf(value as Json, at) : [];
  });
}

function textsOf(value: object, path: string): Leaf[] {
  return Object.entries(value).flatMap(([key, item]: [string, unknown]): Leaf[] => {
    const at = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    if (typeof item === "string") {
      const cutTo = (characters: number) => {
        (value as Json)[key] = `${wellFormed(item.slice(0, characters))}…`;
      };
      return [{ path: at, text: item, cutTo }];
    }
    return item !== null && typeof item === "object" ? textsOf(item, at) : [];
  });
}

/** A cut must not leave half of a character behind. */
const wellFormed = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");

/** The only objects of a result whose names and values are the caller's own, so that only these can be of any size. */
const MEASUREMENTS: ReadonlySet<string> = new Set(["performance_metrics", "metrics"]);
const KEPT_NAMES = 10;
/** A longer value is replaced by its length. */
const LONGEST_VALUE = 300;

/** Shortens the measurements of a result, in place. Returns a note for each kind of them that was cut. */
function shortenMeasurements(result: Json): string[] {
  const cut = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (!MEASUREMENTS.has(key) || !isObject(item)) visit(item);
      else {
        const kept = shortened(item);
        if (JSON.stringify(kept) === JSON.stringify(item)) continue;
        (value as Json)[key] = kept;
        cut.set(key, (cut.get(key) ?? 0) + Object.keys(item).length - Object.keys(kept).length);
      }
    }
  };
  visit(result);
  return [...cut].map(([key, names]) =>
    names > 0 ? `${key} has ${names} more names.` : `Long values of ${key} were left out.`,
  );
}

const shortened = (measured: Json): Json =>
  Object.fromEntries(
    Object.entries(measured)
      .slice(0, KEPT_NAMES)
      .map(([name, value]) => {
        const { length } = JSON.stringify(value);
        return [name, length > LONGEST_VALUE ? `… (${length} characters)` : value];
      }),
  );

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const LONGEST_ECHO = 200;
const LONGEST_NAME = 100;
/** Two of them, the message and the hint, stay under the 10,000 characters of a result. */
const LONGEST_SENTENCES = 4_000;

/** The same Fault within the length of a result: some of its parts repeat what a caller sent. */
export function shortFault(fault: Fault): Fault {
  const { code, reason, retryAfter, cause, remedies } = fault;
  return new Fault(code, cutTo(LONGEST_SENTENCES, fault.message), {
    hint: fault.hint && cutTo(LONGEST_SENTENCES, fault.hint),
    field: fault.field && shortName(fault.field),
    received: echo(fault.received),
    reason,
    retryAfter,
    cause,
    remedies,
  });
}

/** A received value for an error, shortened if it is long. */
export function echo(value: unknown): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value);
  return json.length <= LONGEST_ECHO ? value : cutTo(LONGEST_ECHO, json);
}

/** The name of an argument for an error: a caller can make up any. */
export const shortName = (name: string): string => cutTo(LONGEST_NAME, name);

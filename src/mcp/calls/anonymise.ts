import { ID_PREFIX } from "../../domain/shared/ids.ts";

const SLUG = /^[a-z][a-z0-9_-]{0,31}$/;
const ID = new RegExp(`^(?:${Object.values(ID_PREFIX).join("|")})_[a-z0-9]+$`);
const NAME = /^[\w.$-]{1,64}$/;
const MAX_ITEMS = 20;
const MAX_KEYS = 50;
const MAX_DEPTH = 8;

/** The shape of a tool call without its texts: calls can be told apart in the log, and nothing that was written shows. */
export function anonymiseArguments(args: unknown): unknown {
  return anonymise(args, 0);
}

function anonymise(value: unknown, depth: number): unknown {
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value === "string") return SLUG.test(value) || isId(value) ? value : lengthOf(value);
  if (typeof value !== "object" || depth >= MAX_DEPTH) return `<${typeof value}>`;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => anonymise(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `<${value.length - MAX_ITEMS} more>`] : items;
  }
  // A caller may send a sentence as a key.
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, MAX_KEYS)
    .map(([key, item]) => [NAME.test(key) ? key : lengthOf(key), anonymise(item, depth + 1)] as const);
  const more = entries.length - shown.length;
  return Object.fromEntries(more > 0 ? [...shown, ["<more>", more]] : shown);
}

const isId = (text: string): boolean => text.length <= 64 && ID.test(text);

const lengthOf = (text: string): string => `<text ${text.length}>`;

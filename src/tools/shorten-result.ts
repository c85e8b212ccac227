/** What most clients show a model before they cut. */
const DEFAULT_MAX_CHARACTERS = 10_000;
const CHARACTERS_PER_TOKEN = 4;
/** Shorter texts are left whole: names, ids, states. */
const WORTH_CUTTING = 300;
const KEPT_ITEMS = 10;

type Json = Record<string, unknown>;

interface Leaf {
  readonly path: string;
  readonly text: string;
  cutTo(characters: number): void;
}

/** Shortens the longest texts of a result until it fits, and says in `omitted` what was left out and how to get it. */
export function shortenResult(result: Json, maxTokens: unknown): Json {
  const limit = typeof maxTokens === "number" ? maxTokens * CHARACTERS_PER_TOKEN : DEFAULT_MAX_CHARACTERS;
  const size = JSON.stringify(result).length;
  if (size <= limit) return result;
  const copy = structuredClone(result);
  const omitted = [...cutTexts(copy, size - limit), ...cutLists(copy, limit)];
  const needed = Math.ceil((size * 1.1) / CHARACTERS_PER_TOKEN);
  return { ...copy, omitted: [...omitted, `Call again with max_tokens: ${needed} to get everything.`] };
}

function cutTexts(result: Json, excess: number): string[] {
  const leaves = textsOf(result, "").filter(({ text }) => text.length > WORTH_CUTTING);
  leaves.sort((a, b) => b.text.length - a.text.length);
  // JSON may escape a character into six, and the notes about the cuts take room too.
  let left = excess * 1.2 + 400;
  const total = leaves.reduce((sum, { text }) => sum + text.length - WORTH_CUTTING, 0);
  const share = Math.min(1, left / Math.max(1, total));
  const omitted: string[] = [];
  for (const leaf of leaves) {
    if (left <= 0) break;
    const cut = Math.ceil((leaf.text.length - WORTH_CUTTING) * share);
    leaf.cutTo(leaf.text.length - cut);
    left -= cut;
    omitted.push(`${leaf.path} was cut by ${cut.toLocaleString("en")} characters.`);
  }
  return omitted;
}

function cutLists(result: Json, limit: number): string[] {
  if (JSON.stringify(result).length <= limit) return [];
  const omitted: string[] = [];
  for (const [key, value] of Object.entries(result)) {
    if (!Array.isArray(value) || value.length <= KEPT_ITEMS) continue;
    omitted.push(`${key} has ${value.length - KEPT_ITEMS} more items.`);
    result[key] = value.slice(0, KEPT_ITEMS);
  }
  return omitted;
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

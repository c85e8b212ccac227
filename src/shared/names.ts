import * as z from "zod";
import type { SecretScanner } from "./ports.ts";
import { startScreening } from "./screening.ts";
import { LIMITS, oneLine, type Screened } from "./text.ts";
import { stemOf } from "./words/word-forms.ts";

/** Stands for all domains together, so no decision or outcome can have it as its domain. */
export const ALL_DOMAINS = "all";

/** The domain in a query; `all` means all of them together. */
export const DomainQuery = z
  .string()
  .refine(
    (name) => /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name),
    "must be a short lowercase name such as database",
  );

export const DomainSlug = DomainQuery.refine(
  (name) => name !== ALL_DOMAINS,
  "must name one domain, and all means all of them",
);

const PARTS = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|[^\p{L}\p{N}]+/u;
const EMPTY_WORDS: ReadonlySet<string> = new Set(["a", "an", "the", "our", "of", "for", "and", "in"]);

/** Equal for the same topic in other spellings: `message_queues`, `MessageQueue` and "the message queues". */
export function topicKey(topic: string): string {
  const words = topic
    .normalize("NFKC")
    .split(PARTS)
    .filter((part) => part !== "")
    .map((word) => word.toLowerCase());
  const content = words.filter((word) => !EMPTY_WORDS.has(word));
  return (content.length > 0 ? content : words).map(stemOf).join(" ");
}

/** The name of a person as it is stored. Undefined if nothing is left of it. */
export function personName(raw: string | undefined, secrets: SecretScanner): Screened | undefined {
  if (raw === undefined) return undefined;
  const screened = startScreening(secrets).text("person", raw);
  return oneLine(screened, LIMITS.name) || undefined;
}

/** Shorter beginnings fit too many names. */
const SHORTEST_BEGINNING = 3;

/**
 * The known name that was probably meant: the one with the fewest typing errors if they are few for its length, or else
 * the only one that begins like it. Undefined if none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const typed = name.trim().toLowerCase();
  const [best] = known
    .filter((other) => Math.abs(typed.length - other.length) <= mostErrors(typed, other))
    .map((other) => ({ other, errors: typingErrors(typed, other) }))
    .filter(({ other, errors }) => errors <= mostErrors(typed, other))
    .sort((a, b) => a.errors - b.errors);
  if (best) return best.other;
  const alike = known.filter((other) => beginsWith(typed, other) || beginsWith(other, typed));
  return alike.length === 1 ? alike[0] : undefined;
}

const mostErrors = (a: string, b: string): number => Math.floor(Math.max(a.length, b.length) / 3);

const beginsWith = (text: string, beginning: string): boolean =>
  beginning.length >= SHORTEST_BEGINNING && text.startsWith(beginning);

/** How many letters are missing, too many, wrong or swapped with the next one. */
function typingErrors(typed: string, meant: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, j) => j);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= meant.length; j++) {
      const wrong = typed[i - 1] === meant[j - 1] ? 0 : 1;
      const errors = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + wrong);
      const swapped = i > 1 && j > 1 && typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      row.push(swapped ? Math.min(errors, at(beforeLast, j - 2) + 1) : errors);
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, meant.length);
}

const at = (row: readonly number[], j: number): number => row[j] ?? 0;

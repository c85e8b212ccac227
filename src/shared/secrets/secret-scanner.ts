import type { SecretFinding, SecretScanner } from "../ports.ts";
import { CARRIER_RULES } from "./carrier-rules.ts";
import { COMMAND_RULES } from "./commands.ts";
import { matchAt, NAMED_VALUE_RULES } from "./named-values.ts";
import { entropyOf } from "./randomness.ts";
import type { PatternRule, SecretGroups, SecretRule } from "./rule.ts";
import { NAMED_RULES, TOKEN_RULES } from "./token-rules.ts";

interface Candidate {
  readonly keyword: string;
  readonly rule: number;
}

/** Keywords by their first two characters, so that one pass over the text finds all of them. */
interface KeywordIndex {
  /** Most texts are ASCII: a look into an array costs less than one into a map. */
  readonly ascii: readonly (readonly Candidate[] | undefined)[];
  readonly others: ReadonlyMap<number, readonly Candidate[]>;
}

const ASCII = 128;
const OTHERS = 65_536;

function indexKeywords(rules: readonly SecretRule[]): KeywordIndex {
  const ascii: Candidate[][] = new Array(ASCII * ASCII);
  const others = new Map<number, Candidate[]>();
  for (const [rule, { keywords }] of rules.entries()) {
    for (const keyword of keywords) {
      const [first, second] = [keyword.charCodeAt(0), keyword.charCodeAt(1)];
      const inAscii = first < ASCII && second < ASCII;
      const pair = first * (inAscii ? ASCII : OTHERS) + second;
      const same = inAscii ? ascii[pair] : others.get(pair);
      if (same) same.push({ keyword, rule });
      else if (inAscii) ascii[pair] = [{ keyword, rule }];
      else others.set(pair, [{ keyword, rule }]);
    }
  }
  return { ascii, others };
}

/** `toLowerCase` may lengthen a text ("İ"), but the offsets must stay the same. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly accepted: boolean;
}

function tryPattern(rule: PatternRule, text: string, index: number): Match | undefined {
  const found = matchAt(rule.pattern, text, index);
  if (!found) return undefined;
  const groups: SecretGroups = found.groups ?? {};
  const secret = groups.secret ?? found[0];
  const end = index + found[0].length;
  const accepted =
    !found[0].includes("[redacted:") &&
    (rule.minEntropy === undefined || entropyOf(secret) >= rule.minEntropy) &&
    (rule.accept === undefined || rule.accept(secret, groups));
  return { start: end - secret.length, end, accepted };
}

function tryRule(rule: SecretRule, text: string, index: number, keyword: string): Match | undefined {
  if ("pattern" in rule) return tryPattern(rule, text, index);
  const found = rule.find(text, index, keyword);
  return found && { ...found, accepted: true };
}

/** `rank` is the position of its rule among all rules. */
type RankedFinding = SecretFinding & { readonly rank: number };

/** Merges overlapping findings, so that no part of a secret is left. */
function merge(found: readonly RankedFinding[]): SecretFinding[] {
  const merged: RankedFinding[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || next.start >= last.end) merged.push(next);
    else {
      const first = next.rank < last.rank ? next : last;
      merged[merged.length - 1] = { ...first, start: last.start, end: Math.max(last.end, next.end) };
    }
  }
  return merged.map(({ rule, start, end }) => ({ rule, start, end }));
}

/**
 * Looks for the keywords of all rules in one pass, and tries a pattern only where its keyword occurs. A text without
 * keywords costs no regular expression, and no pattern ever scans the whole text. The strict scanner is for logs: it also
 * finds values that only their name identifies as secrets.
 */
export function secretScanner({ strict = false } = {}): SecretScanner {
  const rules = strict ? STRICT_RULES : RULES;
  let index: KeywordIndex | undefined;

  const scan = (text: string): readonly SecretFinding[] => {
    index ??= indexKeywords(rules);
    const lower = lowered(text);
    const found: RankedFinding[] = [];
    const resumeAt = new Int32Array(rules.length);
    let current = lower.charCodeAt(0);
    for (let i = 0; i < lower.length - 1; i++) {
      const next = lower.charCodeAt(i + 1);
      const candidates =
        current < ASCII && next < ASCII
          ? index.ascii[current * ASCII + next]
          : index.others.get(current * OTHERS + next);
      current = next;
      if (candidates === undefined) continue;
      for (const { keyword, rule: rank } of candidates) {
        const rule = rules[rank];
        if (rule === undefined || !lower.startsWith(keyword, i)) continue;
        const at = i - ("reach" in rule ? rule.reach : 0);
        if (at < (resumeAt[rank] ?? 0)) continue;
        const match = tryRule(rule, text, at, keyword);
        // A name with a rejected value may hold the next name: `auth: password=…`.
        resumeAt[rank] = match && (match.accepted || match.start === at) ? match.end : at + 1;
        if (match?.accepted) found.push({ rule: rule.id, start: match.start, end: match.end, rank });
      }
    }
    return merge(found);
  };

  return { scan };
}

/** More specific rules come first: if findings overlap, the first rule names the secret. */
export const RULES: readonly SecretRule[] = [
  ...CARRIER_RULES,
  ...TOKEN_RULES,
  ...COMMAND_RULES,
  ...NAMED_VALUE_RULES,
];

export const STRICT_RULES: readonly SecretRule[] = [...RULES, ...NAMED_RULES];

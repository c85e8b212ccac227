import type { SecretFinding, SecretScanner } from "../ports.ts";
import { ASSIGNMENT_RULES, CARRIER_RULES } from "./assignment-rules.ts";
import { entropyOf } from "./randomness.ts";
import type { SecretGroups, SecretRule } from "./rule.ts";
import { NAMED_RULES, TOKEN_RULES } from "./token-rules.ts";

interface Candidate {
  readonly keyword: string;
  readonly rule: number;
}

const ASCII = 128;

/** Keywords by their first two characters, so that one pass over the text finds all of them. */
type KeywordIndex = readonly (readonly Candidate[] | undefined)[];

function indexKeywords(rules: readonly SecretRule[]): KeywordIndex {
  const byPair: Candidate[][] = new Array(ASCII * ASCII);
  for (const [rule, { keywords }] of rules.entries()) {
    for (const keyword of keywords) {
      const pair = keyword.charCodeAt(0) * ASCII + keyword.charCodeAt(1);
      byPair[pair] ??= [];
      byPair[pair].push({ keyword, rule });
    }
  }
  return byPair;
}

/** `toLowerCase` may lengthen a text ("İ"), but the offsets must stay the same. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly accepted: boolean;
}

function tryRule(rule: SecretRule, text: string, at: number): Match | undefined {
  const { pattern } = rule;
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) return undefined;
  const groups: SecretGroups = found.groups ?? {};
  const secret = groups.secret ?? groups.quoted ?? found[0];
  let end = at + found[0].length;
  const start = end - secret.length;
  const accepted =
    !found[0].includes("[redacted:") &&
    (rule.minEntropy === undefined || entropyOf(secret) >= rule.minEntropy) &&
    (rule.accept === undefined || rule.accept(secret, groups));
  if (accepted && rule.tail && groups.quoted === undefined) {
    rule.tail.lastIndex = end;
    end += rule.tail.exec(text)?.[0].length ?? 0;
  }
  return { start, end, accepted };
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
      const candidates = current < ASCII && next < ASCII ? index[current * ASCII + next] : undefined;
      current = next;
      if (candidates === undefined) continue;
      for (const { keyword, rule: rank } of candidates) {
        const rule = rules[rank];
        if (rule === undefined || !lower.startsWith(keyword, i)) continue;
        const at = i - (rule.reach ?? 0);
        if (at < (resumeAt[rank] ?? 0)) continue;
        const match = tryRule(rule, text, at);
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
export const RULES: readonly SecretRule[] = [...CARRIER_RULES, ...TOKEN_RULES, ...ASSIGNMENT_RULES];

export const STRICT_RULES: readonly SecretRule[] = [...RULES, ...NAMED_RULES];

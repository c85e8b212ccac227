import { DOMAIN_WORDS } from "./domain-words.ts";
import { DOMAINS, type Domain, GENERAL_DOMAIN } from "./domains.ts";

const LONGEST_PHRASE = 3;

type Weights = ReadonlyMap<Domain, number>;
let weightsByTerm: ReadonlyMap<string, Weights> | undefined;

/**
 * The domain that the words of a statement point to, or `general`. Each word counts once, with its weight. The further
 * texts (topic, reasoning, alternatives) decide only between domains that the statement leaves equal, or where it names
 * none; giving them more weight was no better on the labelled records, and the domain would depend more on who asks. What
 * is still equal goes to the domain that is named first, or of those that one word names, to the first in the list.
 */
export function detectDomain(statement: string, further: readonly string[] = []): string {
  const said = bestOf(scoresOf(statement));
  if (said.length === 1) return said[0] ?? GENERAL_DOMAIN;
  const beside = scoresOf(further.join("\n"));
  const left = said.length === 0 ? beside : new Map(said.map((domain) => [domain, beside.get(domain) ?? 0]));
  return bestOf(left)[0] ?? GENERAL_DOMAIN;
}

/** The domains with the highest score, in the order of the text. */
function bestOf(scores: ReadonlyMap<Domain, number>): Domain[] {
  const highest = Math.max(...scores.values());
  return [...scores].filter(([, score]) => score === highest).map(([domain]) => domain);
}

/** The sum of the weights of the distinct terms, by domain in the order in which they appear. */
function scoresOf(text: string): Map<Domain, number> {
  const scores = new Map<Domain, number>();
  for (const term of termsIn(text)) {
    for (const [domain, weight] of knownTerms().get(term) ?? []) {
      scores.set(domain, (scores.get(domain) ?? 0) + weight);
    }
  }
  return scores;
}

/** The distinct terms of a text that point to a domain, the longest at each place. */
function termsIn(text: string): Set<string> {
  const words = basicForms(text);
  const known = knownTerms();
  const found = new Set<string>();
  for (let at = 0; at < words.length; ) {
    let length = Math.min(LONGEST_PHRASE, words.length - at);
    while (length > 1 && !known.has(words.slice(at, at + length).join(" "))) length--;
    found.add(words.slice(at, at + length).join(" "));
    at += length;
  }
  return found;
}

/** Made when first needed, so that the start does not pay for it. */
function knownTerms(): ReadonlyMap<string, Weights> {
  if (weightsByTerm) return weightsByTerm;
  const terms = new Map<string, Map<Domain, number>>();
  for (const domain of DOMAINS) {
    for (const weight of [1, 2, 3] as const) {
      for (const term of DOMAIN_WORDS[domain][weight].split(",")) {
        const key = basicForms(term).join(" ");
        terms.set(key, (terms.get(key) ?? new Map<Domain, number>()).set(domain, weight));
      }
    }
  }
  weightsByTerm = terms;
  return terms;
}

/** The words of a text in lower case without the endings of plurals and verbs: `caches`, `cached`, `caching` are one. */
function basicForms(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).map(basicForm);
}

function basicForm(word: string): string {
  const singular = word
    .replace(/(?<=.{2})ies$/, "y")
    .replace(/(?<=s|x|z|ch|sh)es$/, "")
    .replace(/(?<=.{2}[^siu])s$/, "");
  const verb = singular.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "").replace(/([bdgmnprt])\1$/, "$1");
  return verb.length > 3 ? verb.replace(/e$/, "") : verb;
}

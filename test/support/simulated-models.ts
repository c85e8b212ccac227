import type { FitTexts } from "../../src/recall/rules/model-profile.ts";
import type { Embedder } from "../../src/shared/ports.ts";

const DIMENSIONS = 256;
const WORD = /[\p{L}\p{N}]+/gu;
const HANGUL = /\p{Script=Hangul}/u;
/** Words that say nothing about the subject. */
const STOP_WORDS = new Set(
  "a about after all an and are as at be because before by did do does for from has have how if in is it its of on only or our so than that the their them they to was we were what when where which who why will with 어떻게 어디에 합니까".split(
    " ",
  ),
);

/** Words with one meaning, by one of them: `{ database: ["postgres", "데이터베이스"] }`. */
export type Dictionary = Readonly<Record<string, readonly string[]>>;

/**
 * Like the shipped model: texts about the same things have close vectors, unrelated ones are at about right angles, and
 * all texts in a script that it cannot read are close to each other.
 */
export function englishModel(dictionary: Dictionary, model = "english/1"): Embedder {
  return conceptModel(model, dictionary, (word) => (/^\p{ASCII}+$/u.test(word) ? word : "unreadable"));
}

/** Reads every script: a translation has the vector of its original. */
export function multilingualModel(
  dictionary: Dictionary,
  { translations }: FitTexts,
  model = "multilingual/1",
): Embedder {
  const original = new Map<string, string>();
  const english = [...translations.latin.everyday, ...translations.latin.work];
  for (const { everyday, work } of Object.values(translations))
    [...everyday, ...work].forEach((text, i) => {
      original.set(text, english[i] ?? "");
    });
  const embedder = conceptModel(model, dictionary, (word) => word);
  return {
    ...embedder,
    embed: (texts, kind) =>
      embedder.embed(
        texts.map((text) => original.get(text) ?? text),
        kind,
      ),
  };
}

/** The same model with every cosine between 0.7 and 1, as those of the E5 family are: 0.7 + 0.3 × the cosine. */
export function squeezed(embedder: Embedder, model = `${embedder.model}/squeezed`): Embedder {
  return {
    ...embedder,
    model,
    dimensions: embedder.dimensions + 1,
    embed: async (texts, kind) => (await embedder.embed(texts, kind)).map(squeeze),
  };
}

function squeeze(vector: Float32Array): Float32Array {
  const longer = new Float32Array(vector.length + 1);
  longer.set(vector.map((value) => value * Math.sqrt(0.3)));
  longer[vector.length] = Math.sqrt(0.7);
  return longer;
}

function conceptModel(model: string, dictionary: Dictionary, read: (word: string) => string): Embedder {
  const conceptOf = new Map(
    Object.entries(dictionary).flatMap(([concept, words]) => words.map((word) => [word, concept] as const)),
  );
  return {
    model,
    dimensions: DIMENSIONS,
    embed: async (texts) =>
      texts.map((text) => {
        const words = (text.toLowerCase().match(WORD) ?? []).filter((word) => !STOP_WORDS.has(word));
        return unit(words.map(read).map((word) => directionOf(conceptOf.get(word) ?? stemOf(word))));
      }),
    describe: () => ({ runtime: "test" }),
    close: async () => {},
  };
}

const stemOf = (word: string): string => (HANGUL.test(word) ? word : word.replace(/(?:s|ed|ing)$/u, ""));

function directionOf(word: string): Float32Array {
  let state = [...word].reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619),
    7,
  );
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 31 - 1;
  });
}

/** What no text shares: a word of no text stands for an empty one. */
function unit(vectors: readonly Float32Array[]): Float32Array {
  const all = vectors.length > 0 ? vectors : [directionOf("nothing")];
  const sum = Float32Array.from({ length: DIMENSIONS }, (_, i) =>
    all.reduce((total, vector) => total + (vector[i] ?? 0), 0),
  );
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

import { GENERAL_DOMAIN } from "./domains.ts";

const STOP_WORDS = new Set(
  "a an and are as at be by for from in instead into is it of on or our over should so that the their then this to use using we will with".split(
    " ",
  ),
);

/** A word that can be in any statement and says nothing about its subject. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** A short name for a statement, for display only: it never makes decisions supersede or repeat each other. */
export function deriveTopic(statement: string): string {
  const words = statement.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const contentWords = words.filter((word) => !isStopWord(word));
  return (contentWords.length > 0 ? contentWords : words).slice(0, 5).join("_") || GENERAL_DOMAIN;
}

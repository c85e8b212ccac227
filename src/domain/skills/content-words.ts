import { isStopWord } from "../decisions/topic.ts";

/** The distinct words of a text in lower case, without filler words. */
export function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].filter((word) => !isStopWord(word));
}

import { randomInt } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** A made-up word that occurs nowhere else and is not changed by stemming or folding. */
export function madeUpWord(): string {
  return Array.from({ length: 16 }, () => "bcdfghjkqvwxz"[randomInt(13)]).join("");
}

/** All bytes of a memory, with those that are not in the file itself yet. */
export const bytesOnDisk = (path: string): Buffer =>
  Buffer.concat(
    [path, `${path}-wal`, `${path}-journal`].filter(existsSync).map((file) => readFileSync(file)),
  );

/** Those of the words that are anywhere in the file. */
export function wordsOnDisk(path: string, words: readonly string[]): string[] {
  const bytes = bytesOnDisk(path);
  // Only the end of each word, because an index stores a prefix shared with the word before only once.
  return words.filter((one) => bytes.includes(one.slice(4)));
}

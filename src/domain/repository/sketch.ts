import { createHash } from "node:crypto";
import { LINE_HASH_LENGTH, MOST_SKETCHED_LINES } from "../decisions/anchor.ts";

/** A place counts as changed if fewer of its lines are left. */
const LEAST_SHARE = 0.5;

/**
 * The lines of a place as short hashes, so that it can be known again without keeping its text. Of a long one only some
 * lines are kept, evenly spread. Lines without a letter or digit say nothing: a brace stands everywhere.
 */
export function sketchOf(lines: readonly string[]): string {
  const hashes = hashesOf(lines);
  const step = Math.max(1, hashes.length / MOST_SKETCHED_LINES);
  const kept = Math.min(hashes.length, MOST_SKETCHED_LINES);
  return Array.from({ length: kept }, (_, n) => hashes[Math.floor(n * step)]).join("");
}

/** The share of the sketched lines that are still there, wherever they stand now. Nothing that could be lost is 1. */
export function shareLeft(sketch: string, lines: readonly string[]): number {
  const sketched = sketch.length / LINE_HASH_LENGTH;
  if (sketched === 0) return 1;
  const there = new Map<string, number>();
  for (const hash of hashesOf(lines)) there.set(hash, (there.get(hash) ?? 0) + 1);
  let left = 0;
  for (let at = 0; at < sketch.length; at += LINE_HASH_LENGTH) {
    const hash = sketch.slice(at, at + LINE_HASH_LENGTH);
    const count = there.get(hash) ?? 0;
    if (count === 0) continue;
    there.set(hash, count - 1);
    left++;
  }
  return left / sketched;
}

export const isMostlyLeft = (sketch: string, lines: readonly string[]): boolean =>
  shareLeft(sketch, lines) >= LEAST_SHARE;

const hashesOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).map(hashOf);

const hashOf = (line: string): string =>
  createHash("sha256").update(line.trim().replace(/\s+/g, " ")).digest("hex").slice(0, LINE_HASH_LENGTH);

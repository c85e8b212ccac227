import { existsSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../shared/data/", import.meta.url);

/** Public data that may lie beside the checkout. A test has data of its own, and takes this besides where it is. */
export function publicFile(path: string): URL | undefined {
  const file = new URL(path, FOLDER);
  return existsSync(file) ? file : undefined;
}

/** The lines of a JSONL file, or undefined where it is not there. */
export function publicLines<T>(path: string): T[] | undefined {
  const file = publicFile(path);
  if (!file) return undefined;
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

export interface TestSet<T> {
  readonly name: string;
  readonly items: readonly T[];
  readonly isPublic: boolean;
}

/** Our own data and, where it is, the public one, each a set to run the same test on. */
export function setsOf<T>(own: readonly T[], found: readonly T[] | undefined, what: string): TestSet<T>[] {
  return [
    { name: `${own.length} ${what} of our own`, items: own, isPublic: false },
    ...(found ? [{ name: `${found.length} public ${what}`, items: found, isPublic: true }] : []),
  ];
}

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export interface Source {
  /** From src/ on: `domain/errors.ts`. */
  readonly path: string;
  readonly text: string;
}

const src = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "src");

export const SOURCES: readonly Source[] = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));

export function importsOf({ text }: Source): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([^"\s]+)"/g)].map(
    ([, specifier]) => specifier ?? "",
  );
}

export const isLocal = (specifier: string): boolean => specifier.startsWith(".");

/** The files of src that a source imports, from src/ on. */
export const localImportsOf = (source: Source): string[] =>
  importsOf(source)
    .filter(isLocal)
    .map((specifier) => posix.join(posix.dirname(source.path), specifier));

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export interface Source {
  /** From src/ on: `shared/errors.ts`. */
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

const from = (path: string, specifier: string): string => posix.join(posix.dirname(path), specifier);

/** The files of src that a source imports, from src/ on. */
export const localImportsOf = (source: Source): string[] =>
  importsOf(source)
    .filter(isLocal)
    .map((specifier) => from(source.path, specifier));

export interface NamedImport {
  readonly name: string;
  readonly isType: boolean;
  /** The file that the import names: `recall/index.ts`. */
  readonly by: string;
  /** The file that the name is from: `recall/rules/ranking.ts`. */
  readonly file: string;
}

interface NameFrom extends Omit<NamedImport, "file"> {
  readonly as: string;
}

const STATEMENT = /\b(?:import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+"(\.[^"]+)"/g;

/** Every name that a source imports or hands on, and where that is from. */
function namesFrom({ path, text }: Source): NameFrom[] {
  return [...text.matchAll(STATEMENT)].flatMap(([, types, list = "", specifier = ""]) =>
    list
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "")
      .map((one) => {
        const words = one.replace(/^type /, "");
        const [name = words, as = name] = words.split(" as ");
        return { name, as, isType: types !== undefined || words !== one, by: from(path, specifier) };
      }),
  );
}

/** The index.ts of a subject: what it offers to others. */
export const isIndex = (path: string): boolean => /^[a-z]+\/index\.ts$/.test(path);

/** The file of each name that an index.ts offers, by the path of the index. */
export const offersOf = (sources: readonly Source[]): Map<string, Map<string, string>> =>
  new Map(
    sources
      .filter(({ path }) => isIndex(path))
      .map((source) => [source.path, new Map(namesFrom(source).map(({ as, by }) => [as, by]))]),
  );

/** Every name that each source imports, with the file behind the index.ts through which it may come. */
export function namedImports(sources: readonly Source[]): Map<string, NamedImport[]> {
  const offers = offersOf(sources);
  return new Map(
    sources.map((source) => [
      source.path,
      namesFrom(source).map(({ name, isType, by }) => ({
        name,
        isType,
        by,
        file: offers.get(by)?.get(name) ?? by,
      })),
    ]),
  );
}

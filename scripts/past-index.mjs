import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, posix, relative, resolve, sep } from "node:path";

const INDEX = /[\\/]src[\\/][a-z]+[\\/]index\.ts$/;
const STATEMENT = /^(import|export)\s+(type\s+)?\{([^}]*)\}\s+from\s+"([^"]+)";/gm;

/**
 * For esbuild: an import from the `index.ts` of a subject leads to the file that it means. esbuild divides a program into
 * chunks by files, so whoever imports one name of an index would load everything that stands in it.
 */
export const pastIndex = {
  name: "past-index",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      if (INDEX.test(path)) return undefined;
      return {
        contents: directImports(await readFile(path, "utf8"), path),
        loader: path.endsWith("x") ? "tsx" : "ts",
      };
    });
  },
};

function directImports(text, path) {
  return text.replace(STATEMENT, (statement, verb, onlyTypes, names, specifier) => {
    const target = resolve(dirname(path), specifier);
    if (!INDEX.test(target)) return statement;
    // As many lines as before, so that what follows keeps its number.
    const lines = "\n".repeat(statement.split("\n").length - 1);
    return (
      namesIn(names)
        .filter(({ isType }) => !isType && !onlyTypes)
        .map(({ name, as }) => {
          const file = offeredBy(target).get(name);
          if (file === undefined) throw new Error(`${target} does not offer ${name}, which ${path} imports.`);
          return `${verb} { ${name} as ${as} } from "${specifierOf(path, file)}";`;
        })
        .join(" ") + lines
    );
  });
}

const offers = new Map();

/** The file of every name that an index offers. Builds are short, so an index is read once. */
function offeredBy(index) {
  const known = offers.get(index);
  if (known) return known;
  const offered = new Map();
  for (const [, , , names, specifier] of readFileSync(index, "utf8").matchAll(STATEMENT)) {
    for (const { as } of namesIn(names)) offered.set(as, join(dirname(index), specifier));
  }
  offers.set(index, offered);
  return offered;
}

/** `a, type B, c as d`, without what is not there. */
function namesIn(list) {
  return list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => {
      const isType = one.startsWith("type ");
      const [name, as = name] = one.replace(/^type /, "").split(" as ");
      return { isType, name, as };
    });
}

function specifierOf(from, to) {
  const path = relative(dirname(from), to).split(sep).join("/");
  return path.startsWith(".") ? path : `./${posix.normalize(path)}`;
}

import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative, resolve } from "node:path";
import { root } from "./run.mjs";

const versionOf = (packageName) =>
  JSON.parse(readFileSync(join(root, "node_modules", packageName, "package.json"), "utf8")).version;

const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/** A private file of a package, which another version may not have. The build fails then. */
export function privatePath(packageName, path) {
  const found = join(root, "node_modules", packageName, path);
  if (existsSync(found)) return found;
  throw new Error(
    `${packageName} ${versionOf(packageName)} has no file ${path}, which is taken from inside the package. ` +
      `Look in node_modules/${packageName} for where it went and change the path in scripts, ` +
      "or pin the version that had it in package.json.",
  );
}

/** For modules that import such files by a path through node_modules: the build fails with the same message. */
export const privatePaths = {
  name: "private-paths",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/(?:.*\/)?node_modules\// }, ({ path, resolveDir }) => {
      const inside = relative(join(root, "node_modules"), resolve(resolveDir, path)).replaceAll("\\", "/");
      const [packageName] = PACKAGE.exec(inside);
      try {
        return { path: privatePath(packageName, inside.slice(packageName.length + 1)) };
      } catch (error) {
        return { errors: [{ text: error.message }] };
      }
    });
  },
};

/**
 * An alias that matches nothing is no error to the bundler: it takes in what the alias was to keep out. So each file that
 * stands in for another module has to be in the bundle.
 */
export function requireUsedAliases({ inputs }, alias) {
  const bundled = new Set(Object.keys(inputs).map((input) => resolve(root, input)));
  for (const [replaced, file] of Object.entries(alias)) {
    if (bundled.has(resolve(root, file))) continue;
    const [packageName] = PACKAGE.exec(replaced);
    const ours = relative(root, resolve(root, file)).replaceAll("\\", "/");
    const origin = isBuiltin(packageName) ? "of Node" : `of ${packageName} ${versionOf(packageName)}`;
    throw new Error(
      `The alias of ${replaced}, ${origin}, matched nothing: no module imports that path any more. ` +
        `So ${ours} is not in the bundle, and what it kept out may be. Find the path that is imported now and change the ` +
        `alias in scripts, or pin the version that had it in package.json; if nothing needs it, remove the alias and ${ours}.`,
    );
  }
}

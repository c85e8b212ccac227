import { isBuiltin } from "node:module";

/** Packages that a bundled one loads if they are installed, for what we do not use. */
const LEFT_OUT = ["@opentelemetry/api", "@node-rs/xxhash"];

/**
 * What CommonJS packages ask for while they run. An ES module has no `require`, so builtins become imports, and packages
 * that are left out are missing as they would be if nobody had installed them.
 */
export const requiredModules = {
  name: "required-modules",
  setup(build) {
    build.onResolve({ filter: /^[\w@]/ }, ({ path, kind }) => {
      if (kind === "require-call" && isBuiltin(path)) {
        return { path: path.startsWith("node:") ? path : `node:${path}`, namespace: "required" };
      }
      return LEFT_OUT.includes(path) ? { path, namespace: "left-out" } : undefined;
    });
    build.onResolve({ filter: /^imported:/ }, ({ path }) => ({
      path: path.slice("imported:".length),
      namespace: "imported",
    }));
    // The value as a whole: some of its properties are inherited, and those no import would give.
    build.onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(`imported:${path}`)}).builtin;`,
    }));
    build.onLoad({ filter: /.*/, namespace: "imported" }, ({ path }) => ({
      contents: `export { default as builtin } from ${JSON.stringify(path)};`,
    }));
    build.onLoad({ filter: /.*/, namespace: "left-out" }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`${path} is not part of this program.`)});`,
    }));
  },
};

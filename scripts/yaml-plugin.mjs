import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** For esbuild: `import x from "./x.yaml"` gives the contents of the file at build time. */
export const yamlInBundle = {
  name: "yaml",
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, async ({ path }) => ({
      contents: JSON.stringify(parse(await readFile(path, "utf8")).map(withoutExamples)),
      loader: "json",
    }));
  },
};

/** Of the examples of an antipattern only the vectors are shipped. */
const withoutExamples = ({ fires, resembles, silent, ...entry }) => entry;

/** The same for vitest, with the examples. */
export const yamlInTests = {
  name: "yaml",
  transform(text, path) {
    if (!path.endsWith(".yaml")) return undefined;
    return { code: `export default ${JSON.stringify(parse(text))};`, map: null };
  },
};

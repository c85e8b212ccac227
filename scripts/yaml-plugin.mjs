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

/** Only the tests need the examples of an antipattern. */
const withoutExamples = ({ fires, silent, ...entry }) => entry;

/** The same for vitest, with the examples. */
export const yamlInTests = {
  name: "yaml",
  transform(text, path) {
    if (!path.endsWith(".yaml")) return undefined;
    return { code: `export default ${JSON.stringify(parse(text))};`, map: null };
  },
};

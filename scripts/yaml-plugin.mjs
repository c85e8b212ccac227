import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** For esbuild: `import x from "./x.yaml"` is what stands in the file when the program is built. */
export const yamlInBundle = {
  name: "yaml",
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, async ({ path }) => ({
      contents: JSON.stringify(parse(await readFile(path, "utf8"))),
      loader: "json",
    }));
  },
};

/** The same for vitest. */
export const yamlInTests = {
  name: "yaml",
  transform(text, path) {
    if (!path.endsWith(".yaml")) return undefined;
    return { code: `export default ${JSON.stringify(parse(text))};`, map: null };
  },
};

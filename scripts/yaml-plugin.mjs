import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** For esbuild: `import x from "./x.yaml"` gives the contents of the file at build time. */
export const yamlInBundle = {
  name: "yaml",
  setup(build) {
    build.onLoad({ filter: /\.yaml$/ }, async ({ path }) => ({
      contents: JSON.stringify(antipatternsIn(await readFile(path, "utf8")).map(withoutExamples)),
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
    return { code: `export default ${JSON.stringify(antipatternsIn(text))};`, map: null };
  },
};

const antipatternsIn = (text) => parse(text).map(withTextOfThreat);

/** A flaw is described in one place, its threat pattern. An antipattern that refers to one says the same. */
function withTextOfThreat(entry) {
  if (entry.threat === undefined) return entry;
  const file = new URL(`../src/knowledge/threats/${entry.threat}.yaml`, import.meta.url);
  const { agent } = parse(readFileSync(file, "utf8"));
  return { ...entry, why: agent.threat, recommendation: agent.fix };
}

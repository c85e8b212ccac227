import { createHash } from "node:crypto";
import * as esbuild from "esbuild";

/** Parts that are loaded together are one file: what every command needs, what a server needs, and what answers calls. */
const PACKS = {
  program: ["src/main/command-line.ts"],
  server: ["src/main/serve.ts", "src/mcp/over-stdio.ts"],
  answers: ["src/mcp/answers.ts"],
};

/**
 * Turns the modules of a build into scripts, and puts those that are always needed together into packs. Node reads and
 * compiles one file much faster than fifty, and keeps compiled code of scripts only.
 * `files` are texts by their path in `dist`, `metafile` is that of their build.
 */
export async function packed(files, metafile) {
  const names = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  refuseCircles(names);
  const scripts = new Map();
  for (const [name, text] of files) scripts.set(name, await asScript(text, name));

  const packOf = {};
  const hashes = {};
  const results = new Map();
  for (const [pack, entries] of Object.entries(PACKS)) {
    const parts = entries
      .flatMap((entry) => closure(entryOf(names, entry), names))
      .filter((part) => !(part in packOf));
    const text = `({\n${[...new Set(parts)].map((part) => `${JSON.stringify(part)}:${wrapped(scripts.get(part))}`).join(",\n")}})\n`;
    for (const part of parts) {
      packOf[part] = pack;
      scripts.delete(part);
    }
    hashes[pack] = createHash("sha256").update(text).digest("hex");
    results.set(`${pack}.js`, text);
  }
  return { files: new Map([...results, ...scripts]), layout: { packOf, hashes } };
}

/** In parentheses V8 compiles it at once, and not first to find its end and then again to run it. */
const wrapped = (script) => `(function(require,module,exports,__url){${script}\n})`;

const nameOf = (path) => path.replace(/^dist\//, "");

function entryOf(names, source) {
  for (const [name, { entryPoint }] of names) if (entryPoint === source) return name;
  throw new Error(`${source} is no module of its own in the bundle. Change PACKS in scripts/packs.mjs.`);
}

const importsOf = ({ imports }) =>
  imports
    .filter(({ kind, external }) => kind === "import-statement" && !external)
    .map(({ path }) => nameOf(path));

/** A part with all that it needs to be evaluated, in the order in which that happens. */
function closure(name, names, found = new Set()) {
  if (found.has(name)) return [];
  found.add(name);
  return [...importsOf(names.get(name)).flatMap((other) => closure(other, names, found)), name];
}

/** A script sees what another one exports once that has run; modules that import each other see it earlier. */
function refuseCircles(names) {
  const done = new Set();
  const visit = (name, path) => {
    if (path.includes(name))
      throw new Error(`These parts of the bundle need each other: ${[...path, name].join(" -> ")}`);
    if (done.has(name)) return;
    for (const other of importsOf(names.get(name))) visit(other, [...path, name]);
    done.add(name);
  };
  for (const name of names.keys()) visit(name, []);
}

async function asScript(text, name) {
  const { code } = await esbuild.transform(text, {
    format: "cjs",
    platform: "node",
    target: "node20",
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__url" },
    minifySyntax: true,
    minifyWhitespace: true,
  });
  return asAscii(code.trimEnd(), name);
}

const BEYOND_ASCII = /[\u0080-\uffff]/g;
const RAW = /String\.raw`[^`]*[\u0080-\uffff]/;

/** esbuild escapes all but regular expressions. In ASCII a file is read and kept in half the time and memory. */
function asAscii(code, name) {
  if (RAW.test(code)) {
    throw new Error(
      `${name} has String.raw with other characters than ASCII, which cannot be escaped. Write it without.`,
    );
  }
  return code.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

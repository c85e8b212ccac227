import { createHash } from "node:crypto";
import { posix } from "node:path";
import * as esbuild from "esbuild";

/**
 * Parts that are loaded together are one file: what every command needs, what a server needs to answer first, what
 * finds the project and follows a write, and what answers calls. A pack runs as a whole, so nothing else is in one.
 */
const PACKS = {
  program: ["src/main/command-line.ts"],
  server: ["src/main/serve.ts", "src/mcp/over-stdio.ts"],
  projects: ["src/main/caller/project.ts", "src/memory/follow-up.ts"],
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
  const packOf = {};
  const hashes = {};
  const scripts = new Map();
  for (const [pack, entries] of Object.entries(PACKS)) {
    const found = entries.flatMap((entry) => closure(entryOf(names, entry), names));
    const parts = new Set(found.filter((part) => !(part in packOf)));
    for (const part of parts) packOf[part] = pack;
    const text = asAscii(await asOneScript(parts, files), pack);
    hashes[pack] = createHash("sha256").update(text).digest("hex");
    scripts.set(`${pack}.js`, text);
  }
  for (const [name, text] of files) if (!(name in packOf)) scripts.set(name, await asScript(text, name));
  return { files: scripts, layout: { packOf, hashes } };
}

/** Modules as one script that has an object with the exports of each, `parts`. What is in none of them is required. */
async function asOneScript(parts, files) {
  const list = [...parts];
  const source = [
    ...list.map((part, i) => `import * as part${i} from "./${part}";`),
    `export const parts = { ${list.map((part, i) => `${JSON.stringify(part)}: part${i}`).join(", ")} };`,
  ].join("\n");
  const { outputFiles } = await esbuild.build({
    ...SCRIPT,
    stdin: { contents: source, sourcefile: "entry.js" },
    bundle: true,
    write: false,
    logLevel: "warning",
    plugins: [takenFrom(parts, files)],
  });
  return outputFiles[0].text;
}
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

const SCRIPT = {
  format: "cjs",
  platform: "node",
  target: "node20",
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "__url" },
  minifySyntax: true,
  minifyWhitespace: true,
};

const asScript = async (text, name) => asAscii((await esbuild.transform(text, SCRIPT)).code, name);

/** Takes the modules of a pack from memory, and leaves all others to be required by their path in `dist`. */
const takenFrom = (parts, files) => ({
  name: "taken-from",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
      if (!path.startsWith(".")) return { path, external: true };
      const name = posix.join(posix.dirname(importer), path);
      // What is imported later is evaluated later, also if it is in the same pack.
      return parts.has(name) && kind !== "dynamic-import"
        ? { path: name, namespace: "part" }
        : { path: `./${name}`, external: true };
    });
    onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({ contents: files.get(path), loader: "js" }));
  },
});

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

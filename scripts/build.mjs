import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import * as esbuild from "esbuild";
import { BUNDLING } from "./bundling.mjs";
import { antipatternIndexAsset, threatIndexAsset, threatsAsset } from "./knowledge.mjs";
import { place, shipModel } from "./model.mjs";
import { packed } from "./packs.mjs";
import { buildPage } from "./page.mjs";
import { requireUsedAliases } from "./private-paths.mjs";
import { isMain, root } from "./run.mjs";
import { thirdPartyLicenses } from "./third-party-licenses.mjs";

const dist = join(root, "dist");
const main = join(dist, "membria.js");

const ALIAS = {
  ...BUNDLING.alias,
  "@modelcontextprotocol/server/_shims": "./scripts/sdk-shims.mjs",
  "jsonc-parser": "./node_modules/jsonc-parser/lib/esm/main.js",
  // Its build for Node is CommonJS and requires builtins; this one is made of ES modules.
  yaml: "./node_modules/yaml/browser/index.js",
};

/** Builds the program into `dist/`. A failed build leaves the last good one as it was. */
export async function build() {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const { outputFiles, metafile } = await esbuild.build({
    ...BUNDLING,
    absWorkingDir: root,
    entryPoints: [{ in: "src/main/command-line.ts", out: "command-line" }],
    outdir: "dist",
    alias: ALIAS,
    define: { MEMBRIA_VERSION: JSON.stringify(version) },
    metafile: true,
    write: false,
  });
  requireUsedAliases(metafile, ALIAS);
  refuseRequireOfBuiltins(metafile);
  const modules = new Map(
    outputFiles.map(({ path, text }) => [relative(dist, path).replaceAll("\\", "/"), text]),
  );
  const { files: parts, layout } = await packed(modules, metafile);
  const alone = await buildAlone(layout);
  const page = await buildPage();
  const others = [...(await buildHooks()), ...alone.outputFiles];

  const files = new Map(others.map((file) => [file.path, file.contents]));
  for (const [name, text] of parts) files.set(join(dist, name), Buffer.from(text));
  for (const [path, contents] of page.files) files.set(path, contents);
  files.set(join(dist, "package.json"), Buffer.from('{"type":"commonjs"}\n'));
  files.set(join(dist, "page", "package.json"), Buffer.from('{"type":"module"}\n'));
  files.set(
    join(dist, "THIRD_PARTY_LICENSES.txt"),
    await thirdPartyLicenses({ outputs: { ...metafile.outputs, ...alone.metafile.outputs } }, page.metafile),
  );
  files.set(join(dist, "threats.json"), await threatsAsset());
  await mkdir(join(dist, "chunks"), { recursive: true });
  await mkdir(join(dist, "page", "assets"), { recursive: true });
  const shipped = await shipModel(dist);
  files.set(join(dist, "threat-index.json"), await threatIndexAsset(dist));
  files.set(join(dist, "antipattern-index.json"), await antipatternIndexAsset(dist));
  // The entry is replaced last and atomically, so that a start in the meantime gets a complete build.
  for (const [path, contents] of files) if (path !== main) await place(path, Buffer.from(contents));
  const fresh = `${main}.${process.pid}`;
  await writeFile(fresh, `#!/usr/bin/env node\n${new TextDecoder().decode(files.get(main))}`);
  await chmod(fresh, 0o755);
  await rename(fresh, main);
  await removeAllBut(new Set([...files.keys(), ...shipped]));

  const chunks = [...files].filter(([path]) => path !== main && /\.c?js$/.test(path));
  return {
    main,
    mainBytes: files.get(main).length,
    chunks: chunks.map(([path, contents]) => ({ name: relative(dist, path), bytes: contents.length })),
  };
}

/** The program that answers hooks. It starts with every prompt, so it has what that takes and nothing else. */
async function buildHooks() {
  const { outputFiles } = await esbuild.build({
    ...BUNDLING,
    absWorkingDir: root,
    // Node starts faster with CommonJS than with modules. What is not always needed is a file of its own.
    format: "cjs",
    splitting: false,
    supported: { "dynamic-import": false },
    minifyIdentifiers: true,
    entryPoints: ["hook", "hook-by-file", "say-once"].map((name) => ({
      in: `src/main/hooks/${name}.ts`,
      out: name,
    })),
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    alias: { zod: "./scripts/no-validation.mjs" },
    plugins: [...BUNDLING.plugins, loadedLater],
    write: false,
  });
  return outputFiles;
}

/** What is one file each: the entry, which loads the program, and the process that embeds. */
async function buildAlone(layout) {
  return esbuild.build({
    ...BUNDLING,
    absWorkingDir: root,
    format: "cjs",
    splitting: false,
    supported: { "dynamic-import": false },
    entryPoints: [
      { in: "src/main/bin.ts", out: "membria" },
      { in: "src/recall/embedding/worker.ts", out: "embedding-worker" },
    ],
    outdir: "dist",
    alias: ALIAS,
    define: { MEMBRIA_LAYOUT: JSON.stringify(layout), "import.meta.url": "__url" },
    banner: { js: 'const __url=require("node:url").pathToFileURL(__filename).href;' },
    metafile: true,
    write: false,
  });
}

/** What the program of the hooks loads when it needs it. */
const loadedLater = {
  name: "loaded-later",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(?:hook-by-file|say-once)\.ts$/ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path: path.replace(/\.ts$/, ".cjs"), external: true } : undefined,
    );
  },
};

/** CommonJS inside an ES module cannot `require` a builtin. Fail the build instead of a user's first call. */
function refuseRequireOfBuiltins(metafile) {
  for (const [output, { imports, inputs }] of Object.entries(metafile.outputs)) {
    const required = imports.filter((item) => item.kind === "require-call" && item.external);
    if (required.length === 0) continue;
    const names = required.map((item) => item.path).join(", ");
    const sources = Object.keys(inputs).filter((input) =>
      metafile.inputs[input]?.imports.some((item) => item.kind === "require-call" && item.external),
    );
    throw new Error(
      `${basename(output)} calls require(${names}) from ${sources.join(", ")}, which fails in an ES module. ` +
        "Import an ES module build of that package, or add a createRequire banner to scripts/build.mjs.",
    );
  }
}

async function removeAllBut(files) {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const kept = entry.isDirectory() ? [...files].some((file) => dirname(file) === path) : files.has(path);
    if (!kept) await rm(path, { recursive: true, force: true });
  }
}

if (isMain(import.meta)) {
  const started = performance.now();
  const { main: path, mainBytes, chunks } = await build();
  const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
  console.log(`${relative(root, path)}  ${kB(mainBytes)}  (${(performance.now() - started).toFixed(0)} ms)`);
  for (const { name, bytes } of chunks) console.log(`  ${name}  ${kB(bytes)}`);
}

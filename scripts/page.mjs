import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "./run.mjs";

const PLACE = "<!-- assets -->";

/**
 * The web page: a document that names its files by their hashes, and those files. Each view is a file of its own, loaded
 * when it is opened. Nothing of it is in the program.
 */
export async function buildPage() {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    // Browsers that have light-dark(), and are a year old or more.
    target: ["chrome123", "firefox128", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    entryPoints: [
      { in: "src/page/main.tsx", out: "page" },
      { in: "src/page/styles/page.css", out: "page" },
    ],
    outdir: "dist/page/assets",
    publicPath: "/page/assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    minify: true,
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const template = await readFile(join(root, "src", "page", "index.html"), "utf8");
  if (!template.includes(PLACE))
    throw new Error(`src/page/index.html has no ${PLACE}, where the files are named.`);
  const { script, style, first } = firstLoaded(metafile);
  const tags = [
    `<link rel="stylesheet" href="${addressOf(style)}">`,
    ...first
      .filter((file) => file !== script)
      .map((file) => `<link rel="modulepreload" href="${addressOf(file)}">`),
    `<script type="module" src="${addressOf(script)}"></script>`,
  ];
  const document = template.replace(PLACE, tags.join("\n    "));
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  files.set(join(root, "dist", "page", "index.html"), Buffer.from(document));
  return { files, metafile };
}

/** The entry points, and every script that the browser loads before it shows anything. */
export function firstLoaded({ outputs }) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const [script] = entries.find(([, { entryPoint }]) => entryPoint === "src/page/main.tsx");
  const [style] = entries.find(([, { entryPoint }]) => entryPoint === "src/page/styles/page.css");
  const first = new Set([script]);
  for (const file of first) {
    for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") first.add(path);
  }
  return { script, style, first: [...first] };
}

const addressOf = (output) => `/page/assets/${basename(output)}`;

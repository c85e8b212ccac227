import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { parse, parseDocument } from "yaml";
import { fitLeaning } from "./leaning.mjs";
import { isMain, root } from "./run.mjs";

const FOLDER = "src/knowledge/threats";
const ANTIPATTERNS = "src/knowledge/antipatterns";
const OTHER_TASKS = "src/knowledge/other-tasks.yaml";
/** The cache of vectors of unchanged texts, and the bundled code that embeds. */
const CACHE = join(root, "node_modules", ".cache", "membria");

/** All threat patterns, validated. An error names each file, each field and what would work. */
export async function loadThreatFiles(folder = join(root, FOLDER)) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml"));
  const sources = await Promise.all(names.map((name) => source(join(folder, name))));
  const readable = sources.filter(({ problem }) => problem === undefined);
  const { readThreatFiles } = await schemas();
  const { files, problems } = readThreatFiles(readable);
  const all = [...sources.flatMap(({ problem }) => problem ?? []), ...problems];
  if (all.length > 0) throw new Error(all.map(sentence).join("\n"));
  return files;
}

/** The shipped patterns, without the proofs, which only the tests need. */
export async function threatsAsset() {
  return JSON.stringify((await loadThreatFiles()).map(({ threat }) => threat));
}

/** The vectors of all texts for the search, computed with the model in `dist`. */
export async function threatIndexAsset(dist) {
  const threats = (await loadThreatFiles()).map(({ threat }) => threat);
  const otherTasks = parse(await readFile(join(root, OTHER_TASKS), "utf8"));
  const { textsToEmbed, quantised } = await schemas();
  const texts = textsToEmbed(threats, otherTasks);
  return JSON.stringify({ ...(await embedded("threats", texts, dist, quantised)), otherTasks });
}

/** The vectors of the examples of all antipatterns, computed with the model in `dist`, and what tells bad from fine. */
export async function antipatternIndexAsset(dist) {
  const folder = join(root, ANTIPATTERNS);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const { exampleCounts, examplesToEmbed, quantised } = await schemas();
  const entries = files.flatMap((text) => parse(text));
  const vectors = await embedded("antipatterns", examplesToEmbed(entries), dist, quantised);
  const counts = exampleCounts(entries);
  const isBad = counts.flatMap(({ bad, fine }) => [...Array(bad).fill(true), ...Array(fine).fill(false)]);
  const rows = new Int8Array(Buffer.from(vectors.rows, "base64"));
  return JSON.stringify({ ...vectors, counts, leaning: fitLeaning(rows, vectors.dimensions, isBad) });
}

async function embedded(name, texts, dist, quantised) {
  const { loadEncoder, openModelDirectory } = await embedding();
  const model = openModelDirectory(join(dist, "model"));
  const file = join(CACHE, `vectors-${name}-${model.identity.replace(/\W+/g, "-")}.json`);
  const known = new Map(Object.entries(JSON.parse(await readFile(file, "utf8").catch(() => "{}"))));
  const unknown = texts.filter((text) => !known.has(text));
  if (unknown.length > 0) {
    const encoder = await loadEncoder(model);
    for (const text of unknown) {
      const row = quantised(await encoder.encode(model.prefixes.passage + text));
      known.set(text, Buffer.from(row.buffer).toString("base64"));
    }
    const kept = Object.fromEntries(texts.map((text) => [text, known.get(text)]));
    await writeFile(file, JSON.stringify(kept));
  }
  const rows = Buffer.concat(texts.map((text) => Buffer.from(known.get(text), "base64")));
  return { model: model.identity, dimensions: model.dimensions, rows: rows.toString("base64") };
}

async function source(path) {
  const name = basename(path, ".yaml");
  const document = parseDocument(await readFile(path, "utf8"), { prettyErrors: true });
  const [error] = document.errors;
  if (!error) return { name, data: document.toJS() };
  return { name, problem: { name, field: "", message: `is not YAML: ${error.message.trim()}` } };
}

const sentence = ({ name, field, message }) =>
  `${FOLDER}/${name}.yaml: ${field ? `${field} ` : ""}${message}`;

let bundled;

/** The rules are TypeScript, and every script that builds has to run on plain Node. */
function schemas() {
  bundled ??= bundle(
    [
      "threats/rules/threat-file.ts",
      "threats/rules/threat-index.ts",
      "decisions/rules/antipattern-examples.ts",
      "shared/quantised-vectors.ts",
    ],
    "knowledge.mjs",
  );
  return bundled;
}

const embedding = () =>
  bundle(["recall/embedding/encoder.ts", "recall/embedding/model-directory.ts"], "embedding.mjs");

/** Inside `node_modules`, so that packages with binaries are found. */
async function bundle(sources, name) {
  const outfile = join(CACHE, `${process.pid}-${name}`);
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: sources.map((path) => `export * from "./src/${path}";`).join("\n"),
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["onnxruntime-node"],
    write: false,
    logLevel: "error",
  });
  await mkdir(CACHE, { recursive: true });
  await writeFile(outfile, outputFiles[0].contents);
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile);
  }
}

if (isMain(import.meta)) {
  try {
    const files = await loadThreatFiles();
    console.log(`${files.length} threat patterns fit their schema.`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { parseDocument } from "yaml";
import { isMain, root } from "./run.mjs";

const FOLDER = "src/knowledge/threats";

/** Every threat pattern, checked. An error names each file, each field and what would work. */
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

/** What is shipped: without the proofs, which only our tests need. */
export async function threatsAsset() {
  return JSON.stringify((await loadThreatFiles()).map(({ threat }) => threat));
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

/** The schemas are TypeScript, and every script that builds has to run on plain Node. */
function schemas() {
  bundled ??= bundleSchemas();
  return bundled;
}

async function bundleSchemas() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, "src", "domain", "threat-file.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
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

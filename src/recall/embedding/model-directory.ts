import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import type { EncoderSettings } from "./encoder.ts";
import { type Prefixes, prefixesOf } from "./prefixes.ts";
import { POOLINGS } from "./vector.ts";

/** A model on disk. Its identity tells whether stored vectors come from it, without loading it. */
export interface LocalModel extends EncoderSettings {
  readonly identity: string;
  readonly dimensions: number;
  readonly prefixes: Prefixes;
}

/** The optional `embedding.json`. What it does not set comes from the model's own `config.json`. */
const Recipe = z.strictObject({
  name: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  maxPieces: z.int().min(8).max(8192).optional(),
  pooling: z.enum(POOLINGS).optional(),
  prefixes: z.strictObject({ query: z.string(), passage: z.string() }).optional(),
});

const ModelConfig = z.object({
  _name_or_path: z.string().optional(),
  hidden_size: z.int().min(1),
});

/** The smallest first: a quantised model is nearly as good and several times as fast. */
const MODEL_FILES = ["model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx"];
const MAX_PIECES = 256;

/** Reads a directory as Hugging Face lays them out. @throws Fault `unavailable` that says what is missing. */
export function openModelDirectory(directory: string): LocalModel {
  const recipe = settingsIn(directory, "embedding.json", Recipe, {});
  const config = settingsIn(directory, "config.json", ModelConfig);
  const name = recipe.name ?? basename(config._name_or_path || resolve(directory));
  const modelFile = fileIn(directory, recipe.model ? [recipe.model] : MODEL_FILES);
  const tokenizerFile = fileIn(directory, ["tokenizer.json"]);
  const meaning = {
    dimensions: config.hidden_size,
    maxPieces: recipe.maxPieces ?? MAX_PIECES,
    pooling: recipe.pooling ?? "mean",
    prefixes: recipe.prefixes ?? prefixesOf(name),
  };
  const identity = createHash("sha256")
    .update(JSON.stringify([meaning, fingerprint(modelFile), fingerprint(tokenizerFile)]))
    .digest("hex");
  return { ...meaning, modelFile, tokenizerFile, identity: `${name}/${identity.slice(0, 12)}` };
}

function settingsIn<T>(directory: string, name: string, schema: z.ZodType<T>, absent?: T): T {
  const file = join(directory, name);
  if (absent !== undefined && !existsSync(file)) return absent;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw unusable(directory, `${name} cannot be read there`, cause);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? cause.issues[0] : undefined;
    const what = problem ? `${problem.path.join(".") || "the whole"}: ${problem.message}` : "it is not JSON";
    throw unusable(directory, `${name} is not valid (${what})`, cause);
  }
}

function fileIn(directory: string, names: readonly string[]): string {
  const found = names.map((name) => join(directory, name)).find((file) => existsSync(file));
  if (found === undefined) throw unusable(directory, `${names.join(" or ")} is missing`);
  return found;
}

function unusable(directory: string, problem: string, cause?: unknown): Fault {
  return new Fault("unavailable", `The embedding model in ${directory} cannot be used: ${problem}.`, {
    reason: "embedding_model",
    hint: "A model directory has config.json, tokenizer.json and an ONNX file, as Hugging Face lays them out. Until then search uses words only.",
    cause,
  });
}

const BLOCKS = 64;
const BLOCK_BYTES = 4096;

/**
 * Hashes the size of a file and blocks spread evenly over it. Other weights or another vocabulary differ everywhere, so
 * this identifies a model of hundreds of megabytes within a millisecond.
 */
function fingerprint(file: string): string {
  const hash = createHash("sha256");
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    hash.update(String(size));
    const block = Buffer.alloc(BLOCK_BYTES);
    const last = Math.max(0, size - BLOCK_BYTES);
    for (let i = 0; i < BLOCKS; i++) {
      const bytes = readSync(descriptor, block, 0, BLOCK_BYTES, Math.floor((last * i) / (BLOCKS - 1)));
      hash.update(block.subarray(0, bytes));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

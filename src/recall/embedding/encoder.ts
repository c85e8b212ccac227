/** Turns a text into a vector, inside the embedding process: tokens, ONNX Runtime, and the mean of its output. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Tokenizer } from "@huggingface/tokenizers";
import { shippedFile } from "./shipped-file.ts";
import { type Pooling, poolTokens, type TokenVectors } from "./vector.ts";

/** The settings for running a model. */
export interface EncoderSettings {
  readonly modelFile: string;
  readonly tokenizerFile: string;
  readonly maxPieces: number;
  readonly pooling: Pooling;
}

export interface Encoder {
  readonly runtime: RuntimeName;
  /** The runtimes that were tried before, and why they failed. */
  readonly skippedRuntimes: readonly SkippedRuntime[];
  encode(text: string): Promise<Float32Array>;
}

export interface SkippedRuntime {
  readonly runtime: RuntimeName;
  /** `missing` if it is not installed for this platform, `failed` if it is installed but does not run. */
  readonly why: "missing" | "failed";
  /** The error of the runtime, for the log only. */
  readonly detail: string;
}

/** Takes the first runtime that opens the model. @throws when none does. */
export async function loadEncoder(
  settings: EncoderSettings,
  openers: Readonly<Record<RuntimeName, OpenModel>> = OPENERS,
): Promise<Encoder> {
  const tokenize = await loadTokenizer(settings.tokenizerFile, settings.maxPieces);
  const { run, runtime, skippedRuntimes } = await openWithFirstRuntime(settings.modelFile, openers);
  return {
    runtime,
    skippedRuntimes,
    encode: async (text) => poolTokens(await run(tokenize(text)), settings.pooling),
  };
}

async function openWithFirstRuntime(
  modelFile: string,
  openers: Readonly<Record<RuntimeName, OpenModel>>,
): Promise<{ run: Run; runtime: RuntimeName; skippedRuntimes: readonly SkippedRuntime[] }> {
  const skippedRuntimes: SkippedRuntime[] = [];
  for (const runtime of RUNTIMES) {
    try {
      return { run: await openers[runtime](modelFile), runtime, skippedRuntimes };
    } catch (error) {
      skippedRuntimes.push({ runtime, why: isMissing(error) ? "missing" : "failed", detail: String(error) });
    }
  }
  throw new Error(skippedRuntimes.map(({ runtime, detail }) => `${runtime}: ${detail}`).join("; "));
}

/** The package is missing, or its binary for this platform. */
const MISSING_MODULE_CODES: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && MISSING_MODULE_CODES.includes(error.code);
}

type Tokenize = (text: string) => readonly number[];

/** No language has more characters per piece on average, so text beyond this would be cut anyway. */
const CHARACTERS_PER_PIECE = 32;

/** Splits a text into the model's tokens, at most `maxPieces` including the start and end markers. */
async function loadTokenizer(file: string, maxPieces: number): Promise<Tokenize> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(file, "utf8")), {});
  return (text) => {
    const { ids } = tokenizer.encode(text.replace(/\s+/g, " ").slice(0, maxPieces * CHARACTERS_PER_PIECE));
    return ids.length <= maxPieces ? ids : [...ids.slice(0, maxPieces - 1), ...ids.slice(-1)];
  };
}

const RUNTIMES = ["native", "webassembly"] as const;
export type RuntimeName = (typeof RUNTIMES)[number];

/** A loaded model: tokens in, a vector for each of them out. */
type Run = (ids: readonly number[]) => Promise<TokenVectors>;

/** The part of ONNX Runtime that we use; its native and its WebAssembly package share it. */
export interface Ort {
  readonly InferenceSession: {
    create(model: string | Uint8Array, options: Record<string, unknown>): Promise<Session>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Record<string, unknown>): Promise<Record<string, Output>>;
}

interface Output {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** One thread is fastest on small machines, and leaves the other cores to the client. */
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 };

export type OpenModel = (modelFile: string) => Promise<Run>;

/** An optional dependency: it is missing on platforms without a prebuilt binary. */
const openNatively: OpenModel = async (modelFile) => {
  return start(await import("onnxruntime-node"), modelFile, "cpu");
};

/** Part of our package; runs wherever Node does. */
const openAsWebAssembly: OpenModel = async (modelFile) => {
  const file = shippedFile("wasm/ort.cjs");
  if (file === undefined) throw new Error("wasm/ort.cjs is not in the package");
  const ort: Ort & { env: { wasm: { numThreads: number } } } = createRequire(import.meta.url)(file);
  ort.env.wasm.numThreads = 1;
  return start(ort, await readFile(modelFile), "wasm");
};

export const OPENERS: Readonly<Record<RuntimeName, OpenModel>> = {
  native: openNatively,
  webassembly: openAsWebAssembly,
};

async function start(ort: Ort, model: string | Uint8Array, provider: string): Promise<Run> {
  const session = await ort.InferenceSession.create(model, {
    ...OPTIONS,
    executionProviders: [provider],
  });
  const output = ["last_hidden_state", "token_embeddings", ...session.outputNames].find((name) =>
    session.outputNames.includes(name),
  );
  // One text at a time: activations are quantised over the whole batch, so the vector of a text would depend on the
  // other texts, and on one thread a batch is no faster.
  return async (ids) => {
    const tensor = (data: BigInt64Array): unknown => new ort.Tensor("int64", data, [1, ids.length]);
    const inputs: Record<string, unknown> = {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
    const outputs = await session.run(
      Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]])),
    );
    const { data, dims } = outputs[output ?? ""] as Output;
    return { data, tokens: ids.length, dimensions: dims.at(-1) ?? 0 };
  };
}

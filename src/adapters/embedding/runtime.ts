import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { shippedFile } from "./shipped-file.ts";
import type { TokenVectors } from "./vector.ts";

export const RUNTIMES = ["native", "webassembly"] as const;
export type RuntimeName = (typeof RUNTIMES)[number];

/** A loaded model: tokens in, a vector for each of them out. */
export type Run = (ids: readonly number[]) => Promise<TokenVectors>;

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

import { Fault } from "../../shared/errors.ts";
import type { SkippedRuntime } from "./encoder.ts";

const WORDS_ONLY = "Until then search uses words only.";

export function notShipped(): Fault {
  return new Fault("unavailable", "The embedding model of Membria is missing.", {
    reason: "embedding_model",
    hint: `Install the package again, or in a checkout run \`npm run build\`. ${WORDS_ONLY}`,
  });
}

export function notLoaded(modelFile: string, cause: unknown): Fault {
  return new Fault("unavailable", `The embedding model ${modelFile} could not be loaded.`, {
    reason: "embedding_model",
    hint: `It has to be an ONNX model with its tokenizer in the same folder; the log has the details. ${WORDS_ONLY}`,
    cause,
  });
}

export function notEmbedded(model: string, cause: unknown): Fault {
  return new Fault("unavailable", `The model ${model} gave no usable vector for this text.`, {
    reason: "embedding_failed",
    hint: `The log has the details. ${WORDS_ONLY}`,
    cause,
  });
}

export function processEnded(cause: unknown): Fault {
  return new Fault("unavailable", "The embedding process ended before it answered.", {
    reason: "embedding_stopped",
    retryAfter: 1,
    hint: `A new one is started for the next text. ${WORDS_ONLY}`,
    cause,
  });
}

export function queryTooSlow(waitedMs: number): Fault {
  return new Fault("unavailable", `Embedding a query takes longer than ${waitedMs} ms.`, {
    reason: "embedding_timeout",
    retryAfter: 1,
    hint: "Search uses words only until the model answers again. The setting embeddingWaitMs says how long it is waited for.",
  });
}

export function closed(): Fault {
  return new Fault("unavailable", "Embedding has stopped, because the program is closing.", {
    reason: "embedding_closed",
    hint: "The missing embeddings are made after the next start.",
  });
}

/** Why the faster runtime is not in use, and how to get it. */
export function slowRuntimeNote(skippedRuntimes: readonly SkippedRuntime[]): string | undefined {
  const native = skippedRuntimes.find(({ runtime }) => runtime === "native");
  if (!native) return undefined;
  const why =
    native.why === "missing" ? "is not installed for this platform" : "is installed but does not run here";
  return (
    `The native runtime (onnxruntime-node) ${why}, so WebAssembly is used, which takes about four times as long. ` +
    "It has binaries for Linux with glibc, macOS and Windows, x64 and arm64: install Membria again without --omit=optional to get it."
  );
}

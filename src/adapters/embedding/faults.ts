import { Fault } from "../../domain/shared/errors.ts";
import type { PassedOver } from "./encoder.ts";

const BY_WORDS = "Search goes on by words alone.";

export function notShipped(): Fault {
  return new Fault("unavailable", "The embedding model that comes with Membria is not there.", {
    reason: "embedding_model",
    hint: `Install the package again, or in a checkout run \`npm run build\`. ${BY_WORDS}`,
  });
}

export function notLoaded(modelFile: string, cause: unknown): Fault {
  return new Fault("unavailable", `The embedding model ${modelFile} could not be loaded.`, {
    reason: "embedding_model",
    hint: `It has to be an ONNX model with its tokenizer beside it; the server's log says what failed. ${BY_WORDS}`,
    cause,
  });
}

export function notEmbedded(model: string, cause: unknown): Fault {
  return new Fault("unavailable", `The model ${model} gave no usable vector for this text.`, {
    reason: "embedding_failed",
    hint: `The server's log says what failed. ${BY_WORDS}`,
    cause,
  });
}

export function processEnded(cause: unknown): Fault {
  return new Fault("unavailable", "The process that embeds texts ended before it had answered.", {
    reason: "embedding_stopped",
    retryAfter: 1,
    hint: `Another one is started for the next text. ${BY_WORDS}`,
    cause,
  });
}

export function closed(): Fault {
  return new Fault("unavailable", "Embedding has ended, because the program is ending.", {
    reason: "embedding_closed",
    hint: "What is missing is embedded after the next start.",
  });
}

/** Why the faster runtime is not in use, and how to get it. */
export function noteOn(passedOver: readonly PassedOver[]): string | undefined {
  const native = passedOver.find(({ runtime }) => runtime === "native");
  if (!native) return undefined;
  const why =
    native.why === "missing" ? "is not installed for this platform" : "is installed but does not run here";
  return (
    `The native runtime (onnxruntime-node) ${why}, so WebAssembly embeds, which takes about four times as long. ` +
    "It has binaries for Linux with glibc, macOS and Windows, x64 and arm64: install Membria again without --omit=optional to get it."
  );
}

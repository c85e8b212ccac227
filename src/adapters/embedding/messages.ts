import type { EncoderSettings, SkippedRuntime } from "./encoder.ts";
import type { RuntimeName } from "./runtime.ts";

/** Messages to the embedding process: first the model to load, then one text at a time. */
export type ToProcess = { readonly load: EncoderSettings } | { readonly text: string };

export interface Loaded {
  readonly runtime: RuntimeName;
  readonly skippedRuntimes: readonly SkippedRuntime[];
}

/** The process sends exactly one answer to each message. */
export type FromProcess =
  | { readonly loaded: Loaded }
  | { readonly vector: Float32Array }
  | { readonly failed: string };

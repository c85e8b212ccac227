import type { EncoderSettings, PassedOver } from "./encoder.ts";
import type { RuntimeName } from "./runtime.ts";

/** To the embedding process: first what to load, then one text at a time. */
export type ToProcess = { readonly load: EncoderSettings } | { readonly text: string };

export interface Loaded {
  readonly runtime: RuntimeName;
  readonly passedOver: readonly PassedOver[];
}

/** Exactly one for each message it gets. */
export type FromProcess =
  | { readonly loaded: Loaded }
  | { readonly vector: Float32Array }
  | { readonly failed: string };

import { OPENERS, type OpenModel, RUNTIMES, type Run, type RuntimeName } from "./runtime.ts";
import { loadTokenizer } from "./tokenize.ts";
import { type Pooling, poolTokens } from "./vector.ts";

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

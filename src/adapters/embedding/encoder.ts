import { OPENERS, type OpenModel, RUNTIMES, type Run, type RuntimeName } from "./runtime.ts";
import { loadTokenizer } from "./tokenize.ts";
import { type Pooling, pooled } from "./vector.ts";

/** What has to be known about a model to run it. */
export interface EncoderSettings {
  readonly modelFile: string;
  readonly tokenizerFile: string;
  readonly maxPieces: number;
  readonly pooling: Pooling;
}

export interface Encoder {
  readonly runtime: RuntimeName;
  /** Why each runtime before it could not be used. */
  readonly passedOver: readonly PassedOver[];
  encode(text: string): Promise<Float32Array>;
}

export interface PassedOver {
  readonly runtime: RuntimeName;
  /** `missing` when it is not installed for this platform, `failed` when it is there and does not run. */
  readonly why: "missing" | "failed";
  /** What the runtime said; for the log only. */
  readonly detail: string;
}

/** Takes the first runtime that opens the model. @throws when none does. */
export async function loadEncoder(
  settings: EncoderSettings,
  openers: Readonly<Record<RuntimeName, OpenModel>> = OPENERS,
): Promise<Encoder> {
  const tokenize = await loadTokenizer(settings.tokenizerFile, settings.maxPieces);
  const { run, runtime, passedOver } = await firstThatOpens(settings.modelFile, openers);
  return {
    runtime,
    passedOver,
    encode: async (text) => pooled(await run(tokenize(text)), settings.pooling),
  };
}

async function firstThatOpens(
  modelFile: string,
  openers: Readonly<Record<RuntimeName, OpenModel>>,
): Promise<{ run: Run; runtime: RuntimeName; passedOver: readonly PassedOver[] }> {
  const passedOver: PassedOver[] = [];
  for (const runtime of RUNTIMES) {
    try {
      return { run: await openers[runtime](modelFile), runtime, passedOver };
    } catch (error) {
      passedOver.push({ runtime, why: isMissing(error) ? "missing" : "failed", detail: String(error) });
    }
  }
  throw new Error(passedOver.map(({ runtime, detail }) => `${runtime}: ${detail}`).join("; "));
}

/** The package itself, or inside it the binary for this platform. */
const NOT_THERE: readonly unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"];

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && NOT_THERE.includes(error.code);
}

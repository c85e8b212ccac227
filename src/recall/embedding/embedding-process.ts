/** Starts the process that holds the model, and exchanges messages with it. */
import { fork } from "node:child_process";
import type { EncoderSettings, RuntimeName, SkippedRuntime } from "./encoder.ts";

/** A child process with a loaded model. It ends when this process ends, for whatever reason. */
export interface EmbeddingProcess {
  /** Undefined once the process has ended. */
  readonly pid: number | undefined;
  load(settings: EncoderSettings): Promise<Loaded>;
  encode(text: string): Promise<Float32Array>;
  /** Kills it at once; there is nothing to save. */
  stop(): Promise<void>;
}

/** The process could not encode this text but still runs. After any other error it has ended. */
export class EncodingFailed extends Error {}

/** The process did not answer in time, and was killed. */
export class NoAnswer extends Error {}

interface AnswerTimes {
  readonly loadWithinMs: number;
  /** For one text. */
  readonly answerWithinMs: number;
}

/** A killed process is gone at once, unless the system itself waits for something, such as a disk that hangs. */
const GONE_WITHIN_MS = 2_000;

/** All but the model is small and short-lived there, and the usual room for it takes 10 MB. */
const LITTLE_GARBAGE = ["--max-semi-space-size=1"];

/**
 * Native code runs in a separate process and not in a thread: ending a thread while it computes crashes the whole
 * program, and the library cannot be loaded again after its thread has ended. It takes one request at a time. A pending
 * request keeps the program alive, an idle process does not.
 */
export function startEmbeddingProcess(
  entry: string,
  { loadWithinMs, answerWithinMs }: AnswerTimes,
): EmbeddingProcess {
  const child = fork(entry, {
    execArgv: LITTLE_GARBAGE,
    serialization: "advanced",
    // Standard output belongs to the protocol of the server.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let settle: ((answer: FromProcess | Error) => void) | undefined;
  const gone = new Promise<void>((resolve) => {
    const end = (error: Error): void => {
      settle?.(error);
      resolve();
    };
    child.once("error", end);
    child.once("exit", (code, signal) => end(new Error(`the embedding process ended: ${signal ?? code}`)));
  });
  child.on("message", (message) => settle?.(message as FromProcess));
  let stopping = false;
  const keepAlive = (yes: boolean): void => {
    // While it is being stopped, a late answer must not let the program end before the child process.
    if (stopping && !yes) return;
    child[yes ? "ref" : "unref"]();
    child.channel?.[yes ? "ref" : "unref"]();
  };
  keepAlive(false);

  const ask = (message: ToProcess, withinMs: number): Promise<FromProcess> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        // A process that was stopped ignores every other signal.
        child.kill("SIGKILL");
        settle?.(new NoAnswer(`the embedding process did not answer within ${withinMs} ms`));
      }, withinMs);
      settle = (answer) => {
        settle = undefined;
        clearTimeout(late);
        keepAlive(false);
        if (answer instanceof Error) reject(answer);
        else if ("failed" in answer) reject(new EncodingFailed(answer.failed));
        else resolve(answer);
      };
      keepAlive(true);
      child.send(message, (error) => {
        if (error) settle?.(error);
      });
    });

  async function goneOrLate(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GONE_WITHIN_MS);
    });
    await Promise.race([gone, late]);
    clearTimeout(timer);
    child.unref();
    child.channel?.unref();
  }

  return {
    get pid() {
      return child.connected ? child.pid : undefined;
    },
    load: async (load) => ((await ask({ load }, loadWithinMs)) as { loaded: Loaded }).loaded,
    encode: async (text) => ((await ask({ text }, answerWithinMs)) as { vector: Float32Array }).vector,
    stop() {
      stopping = true;
      keepAlive(true);
      child.kill("SIGKILL");
      return goneOrLate();
    },
  };
}

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

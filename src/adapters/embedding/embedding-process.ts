import { fork } from "node:child_process";
import type { EncoderSettings } from "./encoder.ts";
import type { FromProcess, Loaded, ToProcess } from "./messages.ts";

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

/**
 * Native code runs in a separate process and not in a thread: ending a thread while it computes crashes the whole
 * program, and the library cannot be loaded again after its thread has ended. It takes one request at a time. A pending
 * request keeps the program alive, an idle process does not.
 */
export function startEmbeddingProcess(entry: string, answerWithinMs: number): EmbeddingProcess {
  const child = fork(entry, {
    execArgv: [],
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

  const ask = (message: ToProcess): Promise<FromProcess> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        child.kill("SIGKILL");
        settle?.(new Error(`the embedding process did not answer within ${answerWithinMs} ms`));
      }, answerWithinMs);
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

  return {
    get pid() {
      return child.connected ? child.pid : undefined;
    },
    load: async (load) => ((await ask({ load })) as { loaded: Loaded }).loaded,
    encode: async (text) => ((await ask({ text })) as { vector: Float32Array }).vector,
    stop() {
      stopping = true;
      keepAlive(true);
      child.kill("SIGKILL");
      return gone;
    },
  };
}

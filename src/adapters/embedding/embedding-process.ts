import { fork } from "node:child_process";
import type { EncoderSettings } from "./encoder.ts";
import type { FromProcess, Loaded, ToProcess } from "./messages.ts";

/** A process that holds a model. It ends with this one, however this one ends. */
export interface EmbeddingProcess {
  /** Undefined as soon as it is known to be gone. */
  readonly pid: number | undefined;
  load(settings: EncoderSettings): Promise<Loaded>;
  encode(text: string): Promise<Float32Array>;
  /** At once: it has nothing to lose. */
  stop(): Promise<void>;
}

/** The process answered that it could not do it, and goes on; any other error means that it is gone. */
export class EncodingFailed extends Error {}

/**
 * Native code runs in a process of its own and not in a thread: a thread that is ended while it computes takes the
 * whole program with it, and the library cannot be loaded a second time after its thread ended.
 * One question at a time. Waiting for an answer keeps the program alive, the process alone does not.
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
    // An answer that comes while it is being stopped must not let the program end before the process did.
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

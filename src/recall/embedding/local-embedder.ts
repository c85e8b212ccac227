/** Embeds on this machine. Queries go first, and a process that failed is not started again at once. */
import type { Fault } from "../../shared/errors.ts";
import type { Embedder, EmbeddingKind, Log } from "../../shared/ports.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import {
  type EmbeddingProcess,
  EncodingFailed,
  type Loaded,
  NoAnswer,
  startEmbeddingProcess,
} from "./embedding-process.ts";
import type { RuntimeName } from "./encoder.ts";
import * as faults from "./faults.ts";
import { openModelDirectory } from "./model-directory.ts";
import { shippedFile } from "./shipped-file.ts";

export interface LocalEmbedderOptions {
  /** A directory with a model to use instead of the one in the package. */
  readonly directory?: string | undefined;
  /** How long the model stays loaded without work. */
  readonly idleMs: number;
  /** The program that holds the model, instead of the one in the package. */
  readonly worker?: string | undefined;
  readonly log: Log;
}

/** The description for `doctor`. */
export interface EmbedderDescription {
  readonly model: string;
  readonly runtime: RuntimeName | "not loaded yet";
  /** Why a slower runtime is used, and how to get the faster one. */
  readonly note?: string | undefined;
  /** The process that has the model loaded. */
  readonly pid?: number | undefined;
}

export interface LocalEmbedder extends Embedder {
  describe(): EmbedderDescription;
  /** False before the first text, while the model is loading, and after the process was stopped. */
  isLoaded(): boolean;
}

interface Job {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  resolve(vectors: readonly Float32Array[]): void;
  reject(fault: Fault): void;
}

/** The longest text takes less than a second, with WebAssembly as well. Larger models and busy machines take longer. */
const ANSWER_WITHIN_MS = 10_000;
const LONGEST_ANSWER_WITHIN_MS = MINUTE_MS;
const LOAD_WITHIN_MS = MINUTE_MS;

/**
 * Embeds on this machine, in a process that is started on demand and stopped when idle.
 * @throws Fault `unavailable` when there is no usable model.
 */
export function localEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const entry = options.worker ?? shippedFile("embedding-worker.js");
  const directory = options.directory ?? shippedFile("model");
  if (entry === undefined || directory === undefined) throw faults.notShipped();
  const model = openModelDirectory(directory);
  const { log, idleMs } = options;
  const pause = restartPause();
  const betweenPassages = passagePause();
  let answerWithinMs = ANSWER_WITHIN_MS;

  const waiting: Readonly<Record<EmbeddingKind, Job[]>> = { query: [], passage: [] };
  let current: EmbeddingProcess | undefined;
  let loaded: Loaded | undefined;
  let ready = false;
  let lastFailure: Fault | undefined;
  let working = false;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  async function stopProcess(): Promise<void> {
    const process = current;
    current = undefined;
    ready = false;
    await process?.stop();
  }

  async function runningProcess(): Promise<EmbeddingProcess> {
    if (current?.pid !== undefined) return current;
    ready = false;
    const process = startEmbeddingProcess(entry as string, { loadWithinMs: LOAD_WITHIN_MS, answerWithinMs });
    current = process;
    loaded = await process.load(model);
    ready = current === process;
    for (const { detail } of loaded.skippedRuntimes) {
      log.warn(faults.slowRuntimeNote(loaded.skippedRuntimes) ?? "", { detail });
    }
    return process;
  }

  const nextKind = (): EmbeddingKind | undefined =>
    waiting.query.length > 0 ? "query" : waiting.passage.length > 0 ? "passage" : undefined;

  async function failAll(fault: Fault): Promise<void> {
    for (const job of [...waiting.query.splice(0), ...waiting.passage.splice(0)]) job.reject(fault);
    await stopProcess();
  }

  /** Embeds one text of the first waiting job. A failed job does not affect the others. */
  async function embedNext(process: EmbeddingProcess, kind: EmbeddingKind): Promise<void> {
    const job = waiting[kind][0] as Job;
    const leave = (): unknown => waiting[kind].splice(waiting[kind].indexOf(job), 1);
    try {
      const vector = await process.encode(model.prefixes[kind] + job.texts[job.vectors.length]);
      if (kind === "query") betweenPassages.queryAnswered();
      else betweenPassages.passageAnswered();
      if (vector.length !== model.dimensions) throw new EncodingFailed(`${vector.length} dimensions`);
      pause.answered();
      job.vectors.push(vector);
      if (job.vectors.length < job.texts.length) return;
      leave();
      job.resolve(job.vectors);
    } catch (cause) {
      if (!waiting[kind].includes(job)) return;
      leave();
      if (cause instanceof EncodingFailed) return job.reject(faults.notEmbedded(model.identity, cause));
      // It may have been only slow, so the next process gets more time.
      if (cause instanceof NoAnswer) answerWithinMs = Math.min(2 * answerWithinMs, LONGEST_ANSWER_WITHIN_MS);
      lastFailure = faults.processEnded(cause);
      log.warn("The embedding process ended or did not answer; a new one is started when needed.", {
        error: cause,
      });
      pause.failed();
      job.reject(lastFailure);
      await stopProcess();
    }
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    clearTimeout(idle);
    for (let kind = nextKind(); kind; kind = nextKind()) {
      if (lastFailure && !pause.isOver()) {
        await failAll(lastFailure);
        continue;
      }
      if (kind === "passage") {
        await betweenPassages.over();
        // A query may have come meanwhile, or the end.
        const next = nextKind();
        if (next === undefined) break;
        kind = next;
      }
      try {
        await embedNext(await runningProcess(), kind);
      } catch (cause) {
        lastFailure = faults.notLoaded(model.modelFile, cause);
        pause.failed();
        await failAll(lastFailure);
      }
    }
    working = false;
    if (current) idle = setTimeout(() => void stopProcess(), idleMs).unref();
  }

  return {
    model: model.identity,
    dimensions: model.dimensions,
    embed(texts, kind) {
      if (closed) return Promise.reject(faults.closed());
      if (texts.length === 0) return Promise.resolve([]);
      return new Promise((resolve, reject) => {
        waiting[kind].push({ texts, vectors: [], resolve, reject });
        if (kind === "query") betweenPassages.end();
        void work();
      });
    },
    isLoaded: () => ready && current?.pid !== undefined,
    describe: () => ({
      model: model.identity,
      runtime: loaded?.runtime ?? "not loaded yet",
      note: faults.slowRuntimeNote(loaded?.skippedRuntimes ?? []),
      pid: current?.pid,
    }),
    async close() {
      closed = true;
      clearTimeout(idle);
      betweenPassages.end();
      await failAll(faults.closed());
    },
  };
}

/** Searches follow each other faster than this if somebody waits for them in a row. */
const QUIET_MS = 25;
/** A queue of 1,000 decisions is embedded within a minute also while somebody asks all the time. */
const LONGEST_MS = 50;

export interface PassagePause {
  queryAnswered(): void;
  passageAnswered(): void;
  /** Resolves when a passage may be embedded, or when the pause is ended. */
  over(): Promise<void>;
  /** For a query that came, or the end. */
  end(): void;
}

/**
 * While queries come, passages leave the processor to them: each search would find one of them in its way otherwise.
 * Somebody who goes on asking does not hold them up for good.
 */
export function passagePause(): PassagePause {
  let lastQuery = Number.NEGATIVE_INFINITY;
  let lastPassage = Number.NEGATIVE_INFINITY;
  let endNow: (() => void) | undefined;
  return {
    queryAnswered() {
      lastQuery = performance.now();
    },
    passageAnswered() {
      lastPassage = performance.now();
    },
    async over() {
      const until = Math.min(lastQuery + QUIET_MS, lastPassage + LONGEST_MS);
      const ms = until - performance.now();
      if (ms <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        endNow = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endNow = undefined;
    },
    end: () => endNow?.(),
  };
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = MINUTE_MS;

/** How long no process is started after some in a row have failed. */
export interface RestartPause {
  isOver(): boolean;
  /** A process ended, did not answer or could not load the model. */
  failed(): void;
  answered(): void;
}

/** The first failure is followed by a new start at once; from the second in a row on, each pause is twice as long. */
export function restartPause(now: () => number = () => performance.now()): RestartPause {
  let failures = 0;
  let failedAt = 0;
  return {
    isOver() {
      if (failures < 2) return true;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 2));
      return now() - failedAt >= pause;
    },
    failed() {
      failures++;
      failedAt = now();
    },
    answered() {
      failures = 0;
    },
  };
}

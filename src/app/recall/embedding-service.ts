import { Fault } from "../../domain/shared/errors.ts";
import type { Clock, Embedder, Log, Processes } from "../../domain/shared/ports.ts";
import type { Store } from "../../domain/store.ts";
import type { Background } from "../shared/background.ts";
import { stepByStep } from "../shared/step-by-step.ts";
import { embedPending } from "./embed-pending.ts";
import type { EmbeddingFollowUp } from "./embedding-follow-up.ts";

/** Loads the embedding model and embeds new decisions. */
export interface EmbeddingService {
  /** Loaded on first use; undefined if there is no model, and then searches use words only. */
  embedder(): Promise<Embedder | undefined>;
  /** Why there is no model although one is set, after `embedder` was asked for it. */
  failure(): Fault | undefined;
  /** Starts to embed the queue in the background. Called after every save. */
  embedSoon(): void;
  /** Resolves when what was saved so far is embedded, or is left to another process. */
  embedded(): Promise<void>;
  /** Stops to embed. What was begun is given back in the background. */
  close(): Promise<void>;
}

export interface EmbeddingServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly processes: Processes;
  readonly log: Log;
  readonly background: Background;
  /** Undefined if embedding is switched off. @throws Fault if the model cannot be loaded. */
  readonly load: () => Promise<Embedder | undefined>;
  readonly after: EmbeddingFollowUp;
  /** False for a command that ends at once: it leaves the embedding to a server. */
  readonly keepsRunning: boolean;
}

/** Whoever saves one decision often saves the next at once. They are embedded together, and no reply waits behind it. */
const BEGINS_AFTER_MS = 30;

export function embeddingService({
  store: given,
  clock,
  processes,
  log,
  background,
  load,
  after,
  keepsRunning,
}: EmbeddingServiceOptions): EmbeddingService {
  const { store } = stepByStep({ store: given, background });
  const stop = new AbortController();
  let loading: Promise<Embedder | undefined> | undefined;
  let failure: Fault | undefined;
  let running = false;
  let requested = false;
  let finished = Promise.resolve();

  const embedder = (): Promise<Embedder | undefined> => {
    loading ??= load().catch((error: unknown) => {
      failure = Fault.from(error);
      log.warn("Search by meaning cannot be had; words are searched instead.", { error });
      return undefined;
    });
    return loading;
  };

  const embedAll = async (): Promise<void> => {
    try {
      while (requested && !stop.signal.aborted) {
        requested = false;
        if ((await store.pendingEmbeddings()) === 0) return;
        const found = await embedder();
        if (found)
          after.embedded(await embedPending({ store, clock, processes }, found, stop.signal), stop.signal);
      }
    } catch (error) {
      // The unfinished batch was given back, and others can claim it.
      if (!stop.signal.aborted) throw error;
    } finally {
      running = false;
    }
  };

  return {
    embedder,
    failure: () => failure,
    embedSoon() {
      if (!keepsRunning) return;
      requested = true;
      if (running) return;
      running = true;
      finished = new Promise((resolve) => {
        background.later("Embedding", BEGINS_AFTER_MS, () => embedAll().finally(resolve));
      });
    },
    embedded: () => finished,
    async close() {
      stop.abort();
      await (await loading)?.close();
    },
  };
}

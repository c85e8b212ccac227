import type { Clock, Embedder, Log } from "../../domain/shared/ports.ts";
import type { Store } from "../../domain/store.ts";
import type { Background } from "../shared/background.ts";
import { embedPending } from "./embed-pending.ts";

/** Search by meaning, as far as it can be had. */
export interface Meaning {
  /** Loaded when first asked for; undefined when there is none, and then everything goes by words. */
  embedder(): Promise<Embedder | undefined>;
  /** Embeds in the background what waits for it. A save calls this and does not wait. */
  embedSoon(): void;
  close(): Promise<void>;
}

export interface MeaningOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly background: Background;
  /** Undefined when it is switched off. Throws a Fault when it cannot be had. */
  readonly load: () => Promise<Embedder | undefined>;
  /** A command that ends at once leaves the embedding to a server that stays. */
  readonly stays: boolean;
}

export function meaning({ store, clock, log, background, load, stays }: MeaningOptions): Meaning {
  const stop = new AbortController();
  let loading: Promise<Embedder | undefined> | undefined;
  let running = false;
  let wanted = false;

  const embedder = (): Promise<Embedder | undefined> => {
    loading ??= load().catch((error: unknown) => {
      log.warn("Search by meaning cannot be had; words are searched instead.", { error });
      return undefined;
    });
    return loading;
  };

  const embedAll = async (): Promise<void> => {
    try {
      while (wanted && !stop.signal.aborted) {
        wanted = false;
        if ((await store.pendingEmbeddings()) === 0) return;
        const found = await embedder();
        if (found) await embedPending({ store, clock }, found, stop.signal);
      }
    } catch (error) {
      // What was claimed is free again when its lease is over.
      if (!stop.signal.aborted) throw error;
    } finally {
      running = false;
    }
  };

  return {
    embedder,
    embedSoon() {
      if (!stays) return;
      wanted = true;
      if (running) return;
      running = true;
      background.start("Embedding", embedAll);
    },
    async close() {
      stop.abort();
      await (await loading)?.close();
    },
  };
}

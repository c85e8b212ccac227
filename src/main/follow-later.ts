import type { FollowUp } from "../memory/index.ts";
import type { Background } from "../shared/operations/background.ts";
import { once } from "./once.ts";

/** Loads what follows a write with the first write: it needs most of the subjects, and a start needs none of them. */
export function followLater(
  load: () => Promise<FollowUp>,
  { background, embedSoon }: { readonly background: Background; embedSoon(): void },
): FollowUp {
  const loaded = once(load);
  return {
    afterDecision: {
      embedSoon,
      stored: async (...stored) => (await loaded()).afterDecision.stored(...stored),
      edited: async (...edited) => (await loaded()).afterDecision.edited(...edited),
      outcomeRecorded: async (...recorded) => (await loaded()).afterDecision.outcomeRecorded(...recorded),
      outcomesCorrected: async (...corrected) =>
        (await loaded()).afterDecision.outcomesCorrected(...corrected),
    },
    afterNote: { saved: embedSoon },
    afterLink: {
      approved: (...approved) =>
        background.start("What follows from a link", async () =>
          (await loaded()).afterLink.approved(...approved),
        ),
    },
    afterEmbedding: {
      embedded: (ids, signal) => {
        if (ids.length === 0) return;
        background.start("What follows from vectors", async () =>
          (await loaded()).afterEmbedding.embedded(ids, signal),
        );
      },
    },
  };
}

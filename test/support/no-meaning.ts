import type { Meaning } from "../../src/app/recall/meaning.ts";

/** Words only. */
export const noMeaning: Meaning = {
  embedder: async () => undefined,
  embedSoon: () => {},
  close: async () => {},
};

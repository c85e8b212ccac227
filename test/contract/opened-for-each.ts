import { afterEach, beforeEach } from "vitest";
import type { OpenedStore, OpenStore } from "./opened-store.ts";

/** A memory of its own for each test of the block. */
export function openedForEach(open: OpenStore): () => OpenedStore {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.dispose());
  return () => opened;
}

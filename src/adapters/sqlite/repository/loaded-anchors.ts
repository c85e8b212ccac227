import { loadedLater } from "../shared/loaded-later.ts";
import type { FollowingStore } from "./anchor-rows.ts";

const LOADED = [
  "anchorReading",
  "decisionsToFollow",
  "followedAnchors",
  "manifestsOf",
  "saveAnchors",
  "anchorsOf",
  "anchorsAt",
  "decisionsOfCommit",
  "lostDependencies",
] as const satisfies readonly (keyof FollowingStore)[];

/** Where decisions are in the code, loaded with the first question about it. */
export const loadedAnchors = (load: () => Promise<FollowingStore>): FollowingStore =>
  loadedLater(LOADED, load);

import type { AnchorDeps } from "./deps.ts";
import { followQuietly } from "./follow-quietly.ts";

/** A repository hardly moves faster, and each look at it is a process. */
const AGAIN_AFTER_MS = 10_000;

/** Keeps what is known of the places of decisions up to date, so that who reads need not wait for it. */
export interface Following {
  soon(project: string, deps: AnchorDeps): void;
}

/** For a process that stays: in the background after a reply, and not again for some seconds. */
export function followingInBackground(): Following {
  const last = new Map<string, number>();
  return {
    soon(project, deps) {
      const now = deps.clock.now().getTime();
      const before = last.get(project);
      if (before !== undefined && now - before < AGAIN_AFTER_MS) return;
      last.set(project, now);
      deps.background.start("Following the places of decisions", () => followQuietly(project, deps));
    },
  };
}

/** For a command, which would have to wait for its writing: the commands about the repository follow by themselves. */
export const noFollowing: Following = { soon: () => {} };

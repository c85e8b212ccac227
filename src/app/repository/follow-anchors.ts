import type { AnchorDeps } from "./deps.ts";
import { type Patience, readAnchors } from "./read-anchors.ts";

export interface Followed {
  /** False if there was no time to read the whole history. */
  readonly isComplete: boolean;
}

/** Follows the places of decisions through the history, and stores where they are. */
export async function followAnchors(
  project: string,
  deps: AnchorDeps,
  patience?: Patience,
): Promise<Followed> {
  const { isComplete, news } = await readAnchors(project, deps, patience);
  if (news) await deps.store.saveAnchors(project, news.read);
  return { isComplete };
}

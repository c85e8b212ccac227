import type { AnchorDeps } from "./deps.ts";
import { type Followed, followAnchors } from "./follow-anchors.ts";

/** As `followAnchors`, for a read: what is known already is enough if the history cannot be read or nothing be stored. */
export async function followQuietly(project: string, deps: AnchorDeps): Promise<Followed> {
  try {
    return await followAnchors(project, deps);
  } catch (error) {
    deps.log.warn("The places of decisions could not be followed through the history.", { error });
    return { isComplete: false };
  }
}

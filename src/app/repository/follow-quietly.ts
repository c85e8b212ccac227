import type { AnchorDeps } from "./deps.ts";
import { type Followed, followAnchors } from "./follow-anchors.ts";

/** Somebody else may be writing, and who only asks does not wait for that. */
const LONGEST_MS = 600;

/** As `followAnchors`, for a read: what is known already is enough if the history cannot be read or not be stored in time. */
export async function followQuietly(project: string, deps: AnchorDeps): Promise<Followed> {
  const followed = followAnchors(project, deps).catch((error: unknown) => {
    deps.log.warn("The places of decisions could not be followed through the history.", { error });
    return { isComplete: false };
  });
  const inTime = await Promise.race([followed, nothingWithin(LONGEST_MS)]);
  if (inTime) return inTime;
  deps.background.start("Following the places of decisions", () => followed);
  return { isComplete: false };
}

const nothingWithin = (ms: number): Promise<undefined> =>
  new Promise((resolve) =>
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(undefined), { once: true }),
  );

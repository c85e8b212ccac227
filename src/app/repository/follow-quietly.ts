import type { AnchorDeps } from "./deps.ts";
import type { Followed } from "./follow-anchors.ts";
import { readAnchors } from "./read-anchors.ts";

/** Somebody else may be writing, and who only asks does not wait for that. */
const LONGEST_WAIT_MS = 600;

/** As `followAnchors`, for a read: what is known already is enough if the history cannot be read or not be stored in time. */
export async function followQuietly(project: string, deps: AnchorDeps): Promise<Followed> {
  try {
    const { isComplete, news } = await readAnchors(project, deps);
    if (!news) return { isComplete };
    const saved = deps.store.saveAnchors(project, news.read).then(() => true);
    if (await Promise.race([saved, falseAfter(LONGEST_WAIT_MS)])) return { isComplete };
    deps.background.start("Storing the places of decisions", () => saved);
  } catch (error) {
    deps.log.warn("The places of decisions could not be followed through the history.", { error });
  }
  return { isComplete: false };
}

const falseAfter = (ms: number): Promise<false> =>
  new Promise((resolve) =>
    AbortSignal.timeout(ms).addEventListener("abort", () => resolve(false), { once: true }),
  );

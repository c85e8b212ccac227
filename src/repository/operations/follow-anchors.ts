import { within } from "../../shared/operations/within.ts";
import { isManifest, packagesIn } from "../rules/manifests.ts";
import { manifestsOf, saveAnchors } from "../sql/anchor-rows.ts";
import type { AnchorDeps } from "./deps.ts";
import { type Patience, readAnchors } from "./read-anchors.ts";

interface Followed {
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
  if (news) await saveAnchors(deps.memory, project, news.read);
  return { isComplete };
}

/** Somebody else may be writing, and who only asks does not wait for that. */
const LONGEST_WAIT_MS = 600;

/** As `followAnchors`, for a read: what is known already is enough if the history cannot be read or not be stored in time. */
export async function followQuietly(project: string, deps: AnchorDeps): Promise<Followed> {
  try {
    const { isComplete, news } = await readAnchors(project, deps);
    if (!news) return { isComplete };
    const saved = saveAnchors(deps.memory, project, news.read).then(() => true);
    if (await within(LONGEST_WAIT_MS, saved, deps.timers)) return { isComplete };
    deps.background.start("Storing the places of decisions", () => saved);
  } catch (error) {
    deps.log.warn("The places of decisions could not be followed through the history.", { error });
  }
  return { isComplete: false };
}

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

/** Where most repositories have theirs, for one that was never changed since the first decision. */
const AT_THE_TOP = [
  "package.json",
  "pyproject.toml",
  "requirements.txt",
  "go.mod",
  "Cargo.toml",
  "Gemfile",
  "composer.json",
];
const MOST_MANIFESTS = 50;

/** All packages that the manifests of the working tree list. */
export async function listedNow(
  project: string,
  { memory, checkout }: AnchorDeps,
): Promise<ReadonlySet<string>> {
  const paths = [...new Set([...(await manifestsOf(memory, project)), ...AT_THE_TOP])]
    .filter(isManifest)
    .slice(0, MOST_MANIFESTS);
  const texts = await Promise.all(paths.map((path) => checkout.textOf(path)));
  return new Set(paths.flatMap((path, n) => [...packagesIn(path, texts[n] ?? "")]));
}

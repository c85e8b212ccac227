import type { Decision } from "../../domain/decisions/decision.ts";
import { type CheckedAnchor, checkAnchor } from "../../domain/repository/anchor-state.ts";
import type { FollowedAnchor } from "../../domain/repository/followed-anchor.ts";
import type { Checkout } from "../../domain/shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/shared/scope.ts";
import type { AnchorDeps } from "./deps.ts";

/** More are not looked at in one call: each place is a file that is read. */
const MOST_DECISIONS = 10;
const MOST_PLACES = 5;

export type CheckedAnchors = ReadonlyMap<string, readonly CheckedAnchor[]>;

/**
 * What became of the places of decisions, by their ids, in the working tree. A repository that cannot be read says nothing,
 * and no call fails for it.
 */
export async function checkAnchors(
  decisions: readonly Pick<Decision, "id" | "project">[],
  scope: Scope,
  deps: AnchorDeps,
  most = MOST_DECISIONS,
): Promise<CheckedAnchors> {
  const asked = decisions.slice(0, most);
  const project = asked[0]?.project;
  // The repository is that of one project.
  if (project === undefined || scope === ALL_PROJECTS) return new Map();
  try {
    if ((await deps.checkout.root()) === undefined) return new Map();
    const ids = asked.map(({ id }) => id);
    const anchors = await deps.store.anchorsOf(scope, ids);
    const now = deps.clock.now();
    const checked = await Promise.all(
      ids.map(async (id) => [id, await checkEach(anchors.get(id) ?? [], deps.checkout, now)] as const),
    );
    return new Map(checked.filter(([, places]) => places.length > 0));
  } catch (error) {
    deps.log.warn("The repository did not say what became of the places of decisions.", { error });
    return new Map();
  }
}

async function checkEach(
  anchors: readonly FollowedAnchor[],
  checkout: Checkout,
  now: Date,
): Promise<CheckedAnchor[]> {
  const checkable = anchors.filter(({ sketch }) => sketch !== undefined).slice(0, MOST_PLACES);
  const checked = await Promise.all(checkable.map((anchor) => checkOne(anchor, checkout, now)));
  return checked.filter((one): one is CheckedAnchor => one !== undefined);
}

/** On another branch the file may still have an earlier name. */
export async function checkOne(
  anchor: FollowedAnchor,
  checkout: Checkout,
  now: Date,
): Promise<CheckedAnchor | undefined> {
  for (const path of [anchor.path, ...[...anchor.trail].reverse()]) {
    const text = await checkout.textOf(path);
    if (text !== undefined) return checkAnchor({ ...anchor, path }, text, now);
  }
  return checkAnchor(anchor, undefined, now);
}

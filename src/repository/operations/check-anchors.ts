import type { Decision } from "../../decisions/index.ts";
import type { Checkout } from "../../shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { CheckedAnchors } from "../rules/anchor-state.ts";
import { type CheckedAnchor, checkAnchor } from "../rules/anchor-state.ts";
import { type FollowedAnchor, wantedAnchors } from "../rules/follow-history.ts";
import { anchorsOf } from "../sql/anchor-rows.ts";
import type { AnchorDeps } from "./deps.ts";
import { readAnchors } from "./read-anchors.ts";

/** More are not looked at in one call: each place is a file that is read. */
const MOST_DECISIONS = 10;

const MOST_PLACES = 5;

/**
 * What became of the places of decisions, by their ids, in the working tree. A repository that cannot be read says nothing,
 * and no call fails for it.
 */
export async function checkAnchors(
  decisions: readonly Decision[],
  scope: Scope,
  deps: AnchorDeps,
  most = MOST_DECISIONS,
): Promise<CheckedAnchors> {
  const asked = decisions.slice(0, most);
  const project = asked[0]?.project;
  // The repository is that of one project.
  if (project === undefined || scope === ALL_PROJECTS) return new Map();
  try {
    const root = await deps.checkout.root();
    if (root === undefined) return new Map();
    const ids = asked.map(({ id }) => id);
    const stored = await anchorsOf(deps.memory, scope, ids);
    const checked = await checkAll(ids, stored, deps);
    if (isSettled(asked, checked, root)) {
      deps.following.soon(project, deps);
      return checked;
    }
    return await checkNow(project, ids, checked, deps);
  } catch (error) {
    deps.log.warn("The repository did not say what became of the places of decisions.", { error });
    return new Map();
  }
}

/**
 * Whether what was stored is enough of an answer. That a place changed or is gone may only mean that it moved since. Of a
 * single decision everything is told, so its places are looked for, too.
 */
function isSettled(asked: readonly Decision[], checked: CheckedAnchors, root: string): boolean {
  if ([...checked.values()].flat().some(({ state }) => state !== "holds")) return false;
  const [one, ...others] = asked;
  return !one || others.length > 0 || (!checked.has(one.id) && wantedAnchors(one, root).length === 0);
}

/** After a look at the history, which is stored when there is time for it. */
async function checkNow(
  project: string,
  ids: readonly string[],
  before: CheckedAnchors,
  deps: AnchorDeps,
): Promise<CheckedAnchors> {
  const { isComplete, news } = await readAnchors(project, deps);
  if (news) deps.following.soon(project, deps);
  const checked = news ? await checkAll(ids, byDecision(news.anchors), deps) : before;
  if (isComplete) return checked;
  // Where it may have gone is not read yet, so nothing bad is said of it.
  const holding = [...checked].map(
    ([id, places]) => [id, places.filter(({ state }) => state === "holds")] as const,
  );
  return new Map(holding.filter(([, places]) => places.length > 0));
}

function byDecision(anchors: readonly FollowedAnchor[]): ReadonlyMap<string, readonly FollowedAnchor[]> {
  const found = new Map<string, FollowedAnchor[]>();
  for (const anchor of anchors) found.set(anchor.decision, [...(found.get(anchor.decision) ?? []), anchor]);
  return found;
}

async function checkAll(
  ids: readonly string[],
  anchors: ReadonlyMap<string, readonly FollowedAnchor[]>,
  { checkout, clock }: AnchorDeps,
): Promise<CheckedAnchors> {
  const now = clock.now();
  const checked = await Promise.all(
    ids.map(async (id) => [id, await checkEach(anchors.get(id) ?? [], checkout, now)] as const),
  );
  return new Map(checked.filter(([, places]) => places.length > 0));
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

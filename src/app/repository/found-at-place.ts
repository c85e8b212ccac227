import type { AnchorState } from "../../domain/repository/anchor-state.ts";
import type { FollowedAnchor } from "../../domain/repository/followed-anchor.ts";
import type { PlacedBy } from "../../domain/repository/placed-decision.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { checkOne } from "./check-anchors.ts";
import type { RepositoryDeps } from "./deps.ts";
import type { Place } from "./read-place.ts";

/** A decision and by what it is known to be about a place. */
export interface FoundAt {
  readonly decision: string;
  readonly by: PlacedBy;
  readonly state?: AnchorState | undefined;
}

const MOST_CITING = 20;

/** By the anchors of the file and of the folders that it is in. */
export async function foundAtPlace(place: Place, scope: Scope, deps: RepositoryDeps): Promise<FoundAt[]> {
  const anchors = await deps.store.anchorsAt(scope, place.path);
  const cited = await deps.store.decisionsAboutFile(scope, place.path, MOST_CITING);
  const now = deps.clock.now();
  const anchored = await Promise.all(
    anchors.map(async (anchor): Promise<FoundAt> => {
      const checked = anchor.path === place.path ? await checkOne(anchor, deps.checkout, now) : undefined;
      return {
        decision: anchor.decision,
        by: nearness(anchor, place, checked?.lines),
        state: checked?.state,
      };
    }),
  );
  // What was decided where there is no repository was never followed; what was is where its anchors are.
  const known = await deps.store.anchorsOf(
    scope,
    cited.map(({ id }) => id),
  );
  const others = cited.filter(({ id }) => (known.get(id) ?? []).length === 0);
  return [...anchored, ...others.map(({ id }): FoundAt => ({ decision: id, by: "file" }))];
}

function nearness(
  anchor: FollowedAnchor,
  { path, line, symbol: asked }: Place,
  lines: { readonly first: number; readonly last: number } | undefined,
): PlacedBy {
  if (anchor.path !== path) return "folder";
  if (anchor.source === "touched") return "touched";
  if (anchor.symbol === undefined) return "file";
  if (line === undefined && !asked) return "file";
  const isWithin = (at: number): boolean => lines !== undefined && lines.first <= at && at <= lines.last;
  return isWithin(line ?? asked?.first ?? 0) ? "symbol" : "beside";
}

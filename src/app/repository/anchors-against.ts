import { type CheckedAnchor, checkAnchor, placeName } from "../../domain/repository/anchor-state.ts";
import type { FollowedAnchor } from "../../domain/repository/followed-anchor.ts";
import type { GoingAgainst } from "../../domain/repository/going-against.ts";
import type { ChangedLines, RepositoryChange } from "../../domain/shared/ports.ts";
import type { RepositoryDeps } from "./deps.ts";
import { textAfter } from "./text-after.ts";

/** Anchored places that were there before the change, and of which it leaves less than half. */
export async function anchorsAgainst(
  change: RepositoryChange,
  project: string,
  deps: RepositoryDeps,
): Promise<GoingAgainst[]> {
  const found: { readonly file: ChangedLines; readonly checked: CheckedAnchor }[] = [];
  const now = deps.clock.now();
  for (const file of change.files) {
    const before = file.from ?? file.path;
    const anchors = await anchorsOf(before, file.path, project, deps);
    if (anchors.length === 0) continue;
    const [old] = await deps.checkout.textsAt([{ commit: change.base, path: before }]);
    const text = file.kind === "deleted" ? undefined : await textAfter(file.path, change, deps.checkout);
    for (const anchor of anchors) {
      const was = checkAnchor({ ...anchor, path: before }, old, now);
      const checked = checkAnchor({ ...anchor, path: file.path }, text, now);
      if (was?.state === "holds" && checked && checked.state !== "holds") found.push({ file, checked });
    }
  }
  const decisions = await deps.store.decisionsById(project, [
    ...new Set(found.map(({ checked }) => checked.anchor.decision)),
  ]);
  const standing = new Map(
    decisions.filter((one) => one.standing === "active").map((decision) => [decision.id, decision]),
  );
  return found.flatMap(({ file, checked: { anchor, state, lines } }): GoingAgainst[] => {
    const decision = standing.get(anchor.decision);
    if (!decision) return [];
    return [
      {
        rule: state === "gone" ? "anchor-gone" : "anchor-changed",
        decision,
        path: file.path,
        line: lineIn(file, lines),
        about: placeName({ path: anchor.path, symbol: anchor.symbol }),
      },
    ];
  });
}

/** The anchor may know the file by its name before the change, or after it if that is committed already. */
async function anchorsOf(
  before: string,
  after: string,
  project: string,
  { store }: RepositoryDeps,
): Promise<readonly FollowedAnchor[]> {
  const paths = before === after ? [after] : [before, after];
  const anchors = await Promise.all(
    paths.map(async (path) => (await store.anchorsAt(project, path)).filter((one) => one.path === path)),
  );
  return anchors.flat().filter(({ source }) => source !== "touched");
}

/** The first changed line within the place. */
function lineIn(
  { added, removed }: ChangedLines,
  lines: { readonly first: number; readonly last: number } | undefined,
): number {
  const within = lines && added.find(({ line }) => lines.first <= line && line <= lines.last);
  return Math.max(1, within?.line ?? lines?.first ?? added[0]?.line ?? removed[0]?.line ?? 1);
}

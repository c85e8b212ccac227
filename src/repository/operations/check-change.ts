import * as z from "zod";
import { type Decision, decisionsById, hasFailed } from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { defineOperation, projectOf } from "../../shared/operations/operation.ts";
import type { ChangedLines, RepositoryChange } from "../../shared/ports.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { type CheckedAnchor, checkAnchor, placeName } from "../rules/anchor-state.ts";
import type { FollowedAnchor } from "../rules/follow-history.ts";
import { type GoingAgainst, PLACED_BY, type PlacedBy } from "../rules/placed-decision.ts";
import { anchorsAt } from "../sql/anchor-rows.ts";
import type { RepositoryDeps } from "./deps.ts";
import { followQuietly } from "./follow-anchors.ts";
import { textAfter } from "./moved-symbols.ts";
import { packagesAgainst } from "./packages-against.ts";

/** A change of more files is read no further. */
const MOST_FILES = 300;
const MOST_DECISIONS = 20;

/** A decision that speaks about a changed file. */
export interface SpeakingDecision {
  readonly decision: Decision;
  readonly by: PlacedBy;
  /** The changed files that it is about, with their first changed line. */
  readonly files: readonly { readonly path: string; readonly line: number }[];
}

export const checkChange = defineOperation({
  name: "check-change",
  summary:
    "What a change of the code touches, which decisions speak about it, and which it seems to go against.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({ range: boundedText(1, LIMITS.name).optional() }),
  async run({ range }, deps: RepositoryDeps, call) {
    const change = await deps.checkout.changeOf(range);
    if (!change) throw unknownChange(range, (await deps.checkout.root()) !== undefined);
    const files = change.files.slice(0, MOST_FILES);
    const project = projectOf(call);
    const { isComplete } = await followQuietly(project, deps);
    const read: RepositoryChange = { ...change, files };
    const against = [
      ...(await packagesAgainst(read, project, deps)),
      ...(await anchorsAgainst(read, project, deps)),
    ];
    return {
      files,
      more: change.files.length - files.length,
      speaking: await speakingAbout(files, project, deps),
      against: inOrder(against),
      isComplete,
    };
  },
});

/** Those that hold and are about one of the files, the nearest first. */
async function speakingAbout(
  files: readonly ChangedLines[],
  project: string,
  { memory }: RepositoryDeps,
): Promise<SpeakingDecision[]> {
  const found = new Map<string, { by: PlacedBy; files: Map<string, number> }>();
  for (const file of files) {
    const paths = file.from === undefined ? [file.path] : [file.path, file.from];
    for (const path of paths)
      for (const anchor of await anchorsAt(memory, project, path)) {
        const by = anchor.path !== path ? "folder" : anchor.source === "touched" ? "touched" : "file";
        const known = found.get(anchor.decision) ?? { by, files: new Map<string, number>() };
        if (PLACED_BY.indexOf(by) < PLACED_BY.indexOf(known.by)) known.by = by;
        known.files.set(file.path, firstLine(file));
        found.set(anchor.decision, known);
      }
  }
  const decisions = await decisionsById(memory, project, [...found.keys()]);
  return decisions
    .filter((decision) => decision.standing === "active" && !hasFailed(decision))
    .map((decision): SpeakingDecision => {
      const { by, files: about } = found.get(decision.id) as { by: PlacedBy; files: Map<string, number> };
      return { decision, by, files: [...about].map(([path, line]) => ({ path, line })) };
    })
    .sort(
      (a, b) =>
        PLACED_BY.indexOf(a.by) - PLACED_BY.indexOf(b.by) ||
        b.decision.createdAt.getTime() - a.decision.createdAt.getTime() ||
        (a.decision.id < b.decision.id ? -1 : 1),
    )
    .slice(0, MOST_DECISIONS);
}

const firstLine = ({ added, removed }: Pick<ChangedLines, "added" | "removed">): number =>
  Math.max(1, added[0]?.line ?? removed[0]?.line ?? 1);

const inOrder = (against: readonly GoingAgainst[]): GoingAgainst[] =>
  [...against].sort(
    (a, b) =>
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) ||
      a.line - b.line ||
      (a.decision.id < b.decision.id ? -1 : 1),
  );

function unknownChange(range: string | undefined, hasRepository: boolean): Fault {
  if (!hasRepository || range === undefined)
    return new Fault(
      "invalid",
      "There is no repository with a commit here, so there is no change to check.",
      {
        reason: "no_repository",
        hint: "Work in the repository of this project.",
      },
    );
  return new Fault("invalid", "git does not know this range.", {
    field: "range",
    received: range,
    reason: "unknown_range",
    hint: "Name two commits or branches that are there, such as origin/main...HEAD. In CI, fetch both with their history.",
  });
}

/** Anchored places that were there before the change, and of which it leaves less than half. */
async function anchorsAgainst(
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
  const decisions = await decisionsById(deps.memory, project, [
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
  { memory }: RepositoryDeps,
): Promise<readonly FollowedAnchor[]> {
  const paths = before === after ? [after] : [before, after];
  const anchors = await Promise.all(
    paths.map(async (path) => (await anchorsAt(memory, project, path)).filter((one) => one.path === path)),
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

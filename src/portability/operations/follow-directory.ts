import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import type { Notice } from "../../shared/errors.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { DirectoryFacts, NameFollowed } from "../rules/project-store.ts";
import { followName, lastNameAt, notePlace, placesNamed } from "../sql/project-places.ts";
import { learnAgain, type ProjectDeps } from "./move-project.ts";

export interface FollowedDirectory {
  /** Says what was moved. To be said once. */
  readonly moved?: Notice | undefined;
  /** Says what a person could move. */
  readonly offer?: Notice | undefined;
}

const BY_MEMORY = { author: MEMORY_AUTHOR, role: "admin", client: MEMORY_AUTHOR.name } as const;

/** Lets the memory of a directory follow when its project has another name than before. */
export async function followDirectory(
  { place, rootCommit, gone }: DirectoryFacts,
  now: string,
  deps: ProjectDeps,
  mayWrite: boolean,
): Promise<FollowedDirectory> {
  const { memory } = deps;
  const before = await lastNameAt(memory, place);
  if (before === undefined || before === now) return {};
  for (const shared of [before, now])
    if (await deps.isShared(shared)) return { offer: sharedText(before, now, shared) };
  const others = [...(await placesNamed(memory, before, place)), ...(await placesNamed(memory, now, place))];
  const facts = { mayWrite, gone: await gone(others), rootCommit: await rootCommit() };
  const followed = await followName(memory, place, now, facts, { by: BY_MEMORY, at: deps.clock.now() });
  if (!followed) return {};
  if (followed.did === "offered") return { offer: offerText(followed) };
  deps.log.info("The memory of this directory moved to the new name of its project.", {
    from: followed.before,
    to: followed.now,
    decisions: followed.decisions,
  });
  const call = { actor: BY_MEMORY, signal: new AbortController().signal, progress: () => {} };
  if (followed.regrouped) await learnAgain([followed.before, followed.now], deps, call);
  return { moved: movedText(followed) };
}

/** Notes the name of the project before something is first written from a directory. */
export async function noteDirectory(
  { place, rootCommit }: DirectoryFacts,
  project: string,
  { memory, clock }: { readonly memory: Memory; readonly clock: ProjectDeps["clock"] },
): Promise<void> {
  if ((await lastNameAt(memory, place)) === project) return;
  await notePlace(memory, place, project, await rootCommit(), clock.now());
}

function movedText({
  before,
  now,
  decisions,
  others,
  ...rest
}: Extract<NameFollowed, { did: "moved" }>): Notice {
  const left =
    rest.left === 0
      ? ""
      : rest.left === 1
        ? ` 1 more in "${before}" does not say which folder it is from, and stays there.`
        : ` ${rest.left} more in "${before}" do not say which folder they are from, and stay there.`;
  return {
    text: `This folder's project is "${now}" now, and its memory under "${before}" moved along: ${countText(decisions, others)}.${left}`,
    remedies: [{ remedy: "undo-project-move" }],
  };
}

const WHY = {
  "shared-default": "Every folder without a repository shares that project, so nothing was moved.",
  "shared-name": "Another directory on this machine uses that project, too, so nothing was moved.",
  "name-in-use": "The new name has memories that were not begun here, so nothing was moved.",
  "read-only": "Only reading is allowed here, so nothing was moved.",
} as const;

/** What is shared is known to others by its name, and what would be added to it would be shared at once. */
const sharedText = (before: string, now: string, shared: string): Notice => ({
  text: `This folder's project is "${now}" now, and was "${before}" before. "${shared}" is shared with a team, so nothing was moved.`,
  remedies: [{ remedy: "leave-team", project: shared }],
});

function offerText(offered: Extract<NameFollowed, { did: "offered" }>): Notice {
  const { before, now, decisions, others, because, there } = offered;
  const were = decisions + others === 1 ? "is" : "are";
  return {
    text: `This folder's project is "${now}" now, and ${countText(decisions, others)} ${were} under its earlier name "${before}". ${WHY[because]}`,
    remedies: [{ remedy: "move-project", from: before, to: now, merges: there > 0 }],
  };
}

function countText(decisions: number, others: number): string {
  const several = (count: number, one: string, many: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  return [
    ...several(decisions, "decision", "decisions"),
    ...several(others, "other memory", "other memories"),
  ].join(" and ");
}

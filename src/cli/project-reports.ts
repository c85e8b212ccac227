/** Commands say in these words what became of projects, and how repositories are called. */

import type { Binding, RepositoryId } from "../access/index.ts";
import type { MoveResult, OtherName } from "../portability/index.ts";
import { readOtherNames } from "../portability/index.ts";
import type { Notice } from "../shared/errors.ts";
import type { Call } from "../shared/operations/operation.ts";
import { PERSON_COMMANDS } from "../tools/remedies.ts";
import { noticeText, type Wording } from "../tools/wording.ts";
import type { CommandContext, CommandResult, Installation } from "./command.ts";

/** Other projects in which the memory of the current folder may be. None where a person named the project. */
export async function otherNames({
  deps,
  installation,
}: Pick<CommandContext, "deps" | "installation">): Promise<readonly OtherName[]> {
  const { project, place, rootCommit } = await installation.project();
  if (!place) return [];
  return readOtherNames((await deps()).memory, project, place, await rootCommit?.());
}

/** `12 decisions are under commit/5c57…: membria projects move commit/5c57… github.com/acme/shop` */
export function otherNameText(other: OtherName, project: string, merges: boolean): string {
  const { decisions, others } = other;
  const count =
    decisions > 0
      ? `${decisions} ${decisions === 1 ? "decision is" : "decisions are"}`
      : `${others} other ${others === 1 ? "memory is" : "memories are"}`;
  const why = other.because === "same-first-commit" ? ", a repository with the same first commit" : "";
  const command = PERSON_COMMANDS["move-project"]({
    remedy: "move-project",
    from: other.project,
    to: project,
    merges,
  });
  return `${count} under ${other.project}${why}: ${command}`;
}

/**
 * For commands that say that a project is empty. Nothing if a notice says so already, and no command for an agent, which
 * would run it.
 */
export async function emptyProjectHints(
  context: CommandContext,
  project: string,
  notices: readonly Notice[],
): Promise<readonly string[]> {
  const isTold = notices.some(
    (notice) =>
      typeof notice !== "string" && notice.remedies?.some(({ remedy }) => remedy === "move-project"),
  );
  if (isTold || !context.personTypes()) return [];
  return (await otherNames(context)).map((other) => otherNameText(other, project, false));
}

/** For a dry run: not even the name of the folder is noted. */
export const withoutWrites = (call: Call): Call => ({ ...call, beforeWrite: undefined });

/** The result of a command that moves a project. */
export function moveReport(moved: MoveResult, wording: Wording, more: readonly string[] = []): CommandResult {
  const { from, to, decisions, others, links, proposals, keys, there, dryRun } = moved;
  const notices = moved.notices.map((notice) => noticeText(notice, wording));
  const beside = there.decisions + there.others;
  return {
    json: {
      from,
      to,
      moved: !dryRun,
      decisions,
      other_memories: others,
      links,
      proposals,
      keys,
      there: { decisions: there.decisions, other_memories: there.others },
      notices,
    },
    text: [
      `${dryRun ? "Would move" : "Moved"} from ${from} to ${to}: ${countText(moved)}.`,
      ...(beside > 0
        ? [`${to} keeps ${beside === 1 ? "the memory" : `the ${beside} memories`} of its own.`]
        : []),
      ...(keys.length > 0 ? [`Keys that are bound to it follow: ${keys.join(", ")}.`] : []),
      ...notices,
      ...more,
    ].join("\n"),
  };
}

function countText({ decisions, others, links, proposals }: MoveResult): string {
  const parts: readonly (readonly [number, string, string])[] = [
    [decisions, "decision", "decisions"],
    [others, "other memory", "other memories"],
    [links, "link", "links"],
    [proposals, "proposal", "proposals"],
  ];
  const said = parts.flatMap(([count, one, many], i) =>
    count === 0 && i > 0 ? [] : [`${count} ${count === 1 ? one : many}`],
  );
  return said.join(", ");
}

/** A repository for a person. Paths begin with `~` where possible. */
export function repositoryText(id: RepositoryId, { show }: Pick<Installation, "show">): string {
  const name = id.slice(id.indexOf(":") + 1);
  if (id.startsWith("origin:")) return name;
  return id.startsWith("commit:") ? `the repository with the first commit ${name.slice(0, 12)}` : show(name);
}

export const bindingText = (
  { repository, reason }: Binding,
  installation: Pick<Installation, "show">,
): string =>
  `${repositoryText(repository, installation)} (${reason === "trusted" ? "trusted" : "by first use"})`;

import type { OtherName } from "../domain/moving/project-store.ts";
import type { Notice } from "../domain/shared/remedy.ts";
import { PERSON_COMMANDS } from "../tools/person-commands.ts";
import type { CommandContext } from "./command.ts";

/** Other projects in which the memory of the current folder may be. None where a person named the project. */
export async function otherNames({
  deps,
  installation,
}: Pick<CommandContext, "deps" | "installation">): Promise<readonly OtherName[]> {
  const { project, place, rootCommit } = await installation.project();
  if (!place) return [];
  return (await deps()).store.otherNames(project, place, await rootCommit?.());
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

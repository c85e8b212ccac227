import type { MoveResult } from "../app/moving/move-project.ts";
import type { Call } from "../app/shared/operation.ts";
import { noticeText, type Wording } from "../tools/wording.ts";
import type { CommandResult } from "./command.ts";

/** For a dry run: not even the name of the folder is noted. */
export const withoutWrites = (call: Call): Call => ({ ...call, beforeWrite: undefined });

/** What the commands report that move a project. */
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

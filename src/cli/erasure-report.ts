/** Commands that erase say in these words what remains, here and on the machines of a team. */

import type { Deps } from "../memory/index.ts";
import type { RemainingRecord, RemainingText } from "../shared/erasure.ts";
import { type ErasedInTeam, eraseInTeam } from "../team/index.ts";
import type { CommandContext } from "./command.ts";
import { agoText } from "./figures.ts";

/** The report of text that is still there after an erasure, so that nobody takes it for gone. */
export function remainingText(
  remaining: RemainingText | undefined,
  installation: CommandContext["installation"],
): { readonly json: unknown; readonly lines: readonly string[]; readonly exitCode: number } {
  if (!remaining) return { json: null, lines: [], exitCode: 0 };
  const { because, records = [] } = remaining;
  const file = installation.show(remaining.file);
  return {
    json: {
      file,
      because,
      records: records.map(({ id, project }) => ({ id, project: project ?? null })),
    },
    lines: [
      ...(because === "quoted"
        ? []
        : [`The old text is still in ${file} ${UNTIL[because]}. Membria finishes this by itself.`]),
      ...quotedLines(records),
    ],
    exitCode: 1,
  };
}

const UNTIL = {
  in_use: "until the other process that uses the file ends",
  disk: "because the disk refused to rewrite the file",
} as const;

function quotedLines(records: readonly RemainingRecord[]): string[] {
  if (records.length === 0) return [];
  return [
    "Words of it remain, because others have the same:",
    ...records.map(
      ({ id, project }) => `- ${id}${project === undefined ? "" : ` in the project ${project}`}`,
    ),
    "They were left as they are. To change a decision: membria edit ID. To erase one of these as well: membria forget ID --yes --project PROJECT",
  ];
}

/** The daily copies that an erasure deleted with the text. */
export function removedCopiesLines(removed = 0): string[] {
  if (removed === 0) return [];
  const copies =
    removed === 1
      ? "The daily copy of the memory that was"
      : `The ${removed} daily copies of the memory that were`;
  return [
    `${copies} there may have contained it, and ${removed === 1 ? "is" : "are"} deleted. The next one is made without it.`,
  ];
}

/**
 * Takes what was erased out of the team's log and its server's files at once, and says which machines may still have it.
 * Undefined if no team has it. What cannot be done now happens when the server is back.
 */
export async function erasedInTeam(
  deps: Deps,
  erased: { readonly id: string; readonly project: string },
  since: Date,
): Promise<{ readonly json: unknown; readonly lines: readonly string[] } | undefined> {
  const teams = await eraseInTeam(deps, erased, since);
  if (teams.length === 0) return undefined;
  return {
    json: teams.map(fieldsOf),
    lines: teams.flatMap((team) => linesOf(team, deps.clock.now())),
  };
}

const fieldsOf = ({ project, erased, rewritten, problem, unseen }: ErasedInTeam) => ({
  project,
  erased,
  rewritten,
  problem: problem ?? null,
  unseen: unseen.map(({ origin, machine, seenAt }) => ({
    origin,
    machine,
    seen_at: seenAt?.toISOString() ?? null,
  })),
});

function linesOf({ erased, rewritten, problem, unseen }: ErasedInTeam, now: Date): string[] {
  if (!erased)
    return [
      `The team's graph still has it: ${problem} It is taken out there as soon as the server is back, and then on the other machines.`,
    ];
  const names = unseen.map(({ machine, origin, seenAt }) =>
    seenAt ? `${machine} (${origin}, seen ${agoText(seenAt, now)})` : `${machine} (${origin}, never seen)`,
  );
  return [
    rewritten
      ? "The team's graph no longer has it, and its server writes its files anew."
      : "The team's graph no longer has it, but its server refused to write its files anew, so they may still contain it. Whoever runs it can do that: BGREWRITEAOF",
    names.length === 0
      ? "Every machine of the team has been seen since."
      : `These machines have not been seen since and may still have it: ${names.join(", ")}`,
  ];
}

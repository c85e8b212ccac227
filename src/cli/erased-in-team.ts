import type { Deps } from "../app/deps.ts";
import { type ErasedInTeam, eraseInTeam } from "../app/team/erase-in-team.ts";
import { agoText } from "./team-text.ts";

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

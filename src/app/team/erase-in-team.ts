import { Fault } from "../../domain/shared/errors.ts";
import { PERSON_ID } from "../../domain/shared/ids.ts";
import type { TeamDeps } from "./deps.ts";
import { type ListedMember, unseenSince } from "./list-members.ts";

/** What became of an erasure in a team. */
export interface ErasedInTeam {
  readonly project: string;
  /** Whether the server has lost it. */
  readonly erased: boolean;
  /** Whether it writes its files anew. */
  readonly rewritten: boolean;
  /** Why the server was not told. */
  readonly problem?: string | undefined;
  /** Machines that have not been seen since, so that they may still have it. */
  readonly unseen: readonly Pick<ListedMember, "origin" | "machine" | "seenAt">[];
}

/** Tells the teams at once what was erased here. A server that does not answer is told later, by the next exchange. */
export async function eraseInTeam(
  deps: TeamDeps,
  { id, project }: { readonly id: string; readonly project: string },
  since: Date,
): Promise<readonly ErasedInTeam[]> {
  const teams = await deps.store.teams();
  // A person may have written in any project; of the rest, teams have only what was shared.
  const told = PERSON_ID.test(id)
    ? teams
    : (await deps.store.sharedOrigin(id))
      ? teams.filter((team) => team.project === project)
      : [];
  return Promise.all(told.map((team) => eraseIn(deps, team.project, since)));
}

async function eraseIn(deps: TeamDeps, project: string, since: Date): Promise<ErasedInTeam> {
  try {
    const done = await deps.team.eraseEverywhere(project);
    const unseen = (await unseenSince(deps, project, since)) ?? [];
    return { project, erased: true, rewritten: done?.rewritten ?? false, unseen };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { project, erased: false, rewritten: false, problem: error.message, unseen: [] };
  }
}

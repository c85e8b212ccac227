import * as z from "zod";
import type { Notice } from "../../shared/errors.ts";
import { actOf, defineOperation, type PersonOnly } from "../../shared/operations/operation.ts";
import type { Connection } from "../../store/file/connection.ts";
import {
  type NamedProject,
  type NameStanding,
  notFollowed,
  type ProjectCandidate,
  ProjectName,
  type RepositoryId,
  standingOf,
} from "../rules/project.ts";
import { nameStanding, trustName } from "../sql/bindings.ts";
import type { AccessDeps } from "./access-deps.ts";

export interface ChosenProject
  extends Pick<ProjectCandidate, "root" | "place" | "dueDays" | "dynamicExposure" | "hooks" | "team"> {
  readonly project: string;
  readonly source: ProjectCandidate["own"]["source"];
  readonly isUnread?: boolean | undefined;
  /** The name in a project file, whether it was followed or not. */
  readonly named?: (NamedProject & NameStanding) | undefined;
  /** Set for the default project, and for a name that was not followed. */
  readonly notice?: Notice | undefined;
}

/**
 * The first candidate that names a project. A name in a project file counts only if it is free or bound to its
 * repository: whoever wrote the repository chose it, and must not choose whose memory is read.
 */
export async function chooseProject(
  candidates: readonly [ProjectCandidate, ...ProjectCandidate[]],
  memory: Connection,
): Promise<ChosenProject> {
  let ignored: (NamedProject & NameStanding) | undefined;
  for (const candidate of candidates) {
    const { own, named, ...rest } = candidate;
    const standing = named && standingOf(named, await nameStanding(memory, named));
    if (named && standing) {
      const found = { ...named, ...standing };
      if (standing.standing !== "foreign")
        return { ...rest, project: named.project, source: "file", named: found };
      ignored ??= found;
    }
    if (own.source !== "default") return withIgnored(candidate, ignored);
  }
  return withIgnored(candidates[0], ignored);
}

function withIgnored(
  { own, named: _, ...rest }: ProjectCandidate,
  ignored: ChosenProject["named"],
): ChosenProject {
  if (ignored?.standing !== "foreign") return { ...rest, ...own };
  const notice = notFollowed(ignored.project, ignored.decisions, own.project);
  // The team is suggested for the project that was not followed.
  return { ...rest, ...own, team: undefined, named: ignored, notice };
}

/** An agent may act on what the repository tells it. */
export const PERSON_TRUSTS: PersonOnly<readonly unknown[]> = {
  does: "decides whose memory a repository may use",
  agent: true,
  script: true,
  remedy: { remedy: "trust-project" },
};

export const trustProject = defineOperation({
  name: "trust-project",
  summary: "Let a repository use the project that its project file names.",
  effect: "append",
  role: "admin",
  personOnly: PERSON_TRUSTS,
  input: z.strictObject({ project: ProjectName, repository: z.custom<RepositoryId>() }),
  run: (named, deps: AccessDeps, call): Promise<void> => trustName(deps.memory, named, actOf(deps, call)),
});

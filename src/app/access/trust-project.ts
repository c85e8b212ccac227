import * as z from "zod";
import type { RepositoryId } from "../../domain/access/named-project.ts";
import { ProjectName } from "../../domain/access/project.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";

export const trustProject = defineOperation({
  name: "trust-project",
  summary: "Let a repository use the project that its project file names.",
  effect: "append",
  role: "admin",
  input: z.strictObject({ project: ProjectName, repository: z.custom<RepositoryId>() }),
  run(named, deps: AccessDeps, call): Promise<void> {
    requirePersonToTrust(call);
    return deps.store.trustName(named, actOf(deps, call));
  },
});

/** An agent may act on what the repository tells it. @throws Fault `forbidden`. */
export function requirePersonToTrust({ actor }: Call): void {
  if (actor.author.kind === "human") return;
  throw new Fault("forbidden", "Only a person decides whose memory a repository may use.", {
    reason: "person_required",
    hint: "Nothing was changed.",
    remedies: [{ remedy: "trust-project" }],
  });
}

import type { Deps } from "../../../memory/index.ts";
import { listProjects } from "../../../portability/index.ts";
import type { Role } from "../../../shared/actor.ts";
import { hasRole } from "../../../shared/actor.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../../shared/scope.ts";
import { beginsWith, callOfVisitor, type PagePlace } from "./page-call.ts";
import type { Visitor } from "./visitor.ts";

/** What the browser is told about its session. */
export interface SessionResult {
  readonly person: string;
  readonly role: Role;
  /** Set if it may see this one alone. */
  readonly project: string | null;
  /** Those that it may see and knows of. */
  readonly projects: readonly string[];
  /** The one to begin with. */
  readonly current: string;
  readonly csrf: string;
  readonly readsOnly: boolean;
  readonly version: string;
  readonly expires_at: string | null;
}

export async function describeSession(
  visitor: Visitor,
  deps: Deps,
  facts: {
    readonly place: PagePlace;
    readonly version: string;
    readonly dueDays: number;
    readonly signal: AbortSignal;
  },
): Promise<SessionResult> {
  const current = await beginsWith(visitor, facts.place);
  const call = callOfVisitor(visitor, visitor.project ?? ALL_PROJECTS, deps, facts);
  // The names of all projects are for who may do everything, as on the command line.
  const known =
    visitor.project === undefined && hasRole(call.actor, "admin")
      ? (await perform(listProjects, {}, deps, call)).map(({ project }) => project)
      : [];
  return {
    person: visitor.person,
    role: visitor.role,
    project: visitor.project ?? null,
    projects: [...new Set([current, ...known])],
    current,
    csrf: visitor.csrf,
    readsOnly: visitor.readsOnly !== undefined,
    version: facts.version,
    expires_at: visitor.expiresAt?.toISOString() ?? null,
  };
}

import { DEFAULT_PROJECT, parseProjectName } from "../../domain/access/project.ts";
import { type ConnectionFacts, type ResolvedProject, requireOwnProject } from "../calls/call.ts";
import type { Limits } from "../calls/limits.ts";
import type { Principal } from "./principal.ts";

const PROJECT_HEADER = "membria-project";
const KEY_EXPIRY = "membria/keyExpiry";

export interface ConnectionSettings {
  readonly dueDays: number;
  /** The project of callers that do not name one, if it is set. */
  readonly project?: string | undefined;
  readonly limits: Limits;
}

const UNNAMED =
  'The project "default" was used, because neither the key nor the request names one. Send the header Membria-Project, or use a key created with --project.';

/** Role, project and limits of a request. The key decides the project, or the header if the key does not. @throws Fault */
export function connectionOf(
  principal: Principal,
  request: Request,
  { dueDays, project, limits }: ConnectionSettings,
): ConnectionFacts {
  const header = request.headers.get(PROJECT_HEADER);
  const requested = header === null ? undefined : parseProjectName(header, "the header Membria-Project");
  if (requested !== undefined) requireOwnProject(principal.project, requested);
  const named = principal.project ?? requested ?? project;
  const resolved: ResolvedProject = named
    ? { project: named, dueDays }
    : { project: DEFAULT_PROJECT, dueDays, notice: UNNAMED };
  const { role, warning } = principal;
  return {
    role,
    dueDays,
    project: async () => resolved,
    confinedTo: principal.project,
    caller: principal.name,
    limits: limits.of(principal.id),
    ...(warning && { meta: () => ({ [KEY_EXPIRY]: warning }) }),
  };
}

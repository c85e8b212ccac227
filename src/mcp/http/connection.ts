import { DEFAULT_PROJECT, parseProjectName } from "../../domain/access/project.ts";
import { type ConnectionFacts, type ResolvedProject, requireWithin } from "../calls/call.ts";
import type { Limits } from "../calls/limits.ts";
import type { Principal } from "./principal.ts";

const PROJECT_HEADER = "membria-project";
const KEY_EXPIRY = "membria/keyExpiry";

export interface ConnectionSettings {
  readonly dueDays: number;
  /** The project of callers that name none, where one was set. */
  readonly project?: string | undefined;
  readonly limits: Limits;
}

const UNNAMED =
  "This was taken for the project default: the key has none, and the request names none. Send the header Membria-Project, or use a key made with --project.";

/** What a request may do, and where: the key decides, and the header where the key leaves it open. @throws Fault */
export function connectionOf(
  principal: Principal,
  request: Request,
  { dueDays, project, limits }: ConnectionSettings,
): ConnectionFacts {
  const header = request.headers.get(PROJECT_HEADER);
  const asked = header === null ? undefined : parseProjectName(header, "the header Membria-Project");
  if (asked !== undefined) requireWithin(principal.project, asked);
  const named = principal.project ?? asked ?? project;
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

import { DEFAULT_PROJECT, parseProjectName } from "../../domain/access/project.ts";
import { type ConnectionFacts, type ResolvedProject, requireOwnProject } from "../calls/call.ts";
import type { Limits } from "../calls/limits.ts";
import type { QuestionStates } from "../calls/question-states.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import type { Principal } from "./principal.ts";

const PROJECT_HEADER = "membria-project";
const KEY_EXPIRY = "membria/keyExpiry";

export interface ConnectionSettings {
  readonly dueDays: number;
  /** The project of callers that do not name one, if it is set. */
  readonly project?: string | undefined;
  /** The person behind callers without a key of their own, if it is set. */
  readonly person?: string | undefined;
  readonly limits: Limits;
  /** For the keys that may report the consent of a person. */
  readonly questionStates: QuestionStates;
  readonly requests: RequestLogs;
}

const UNNAMED =
  'The project "default" was used, because neither the key nor the request names one. Send the header Membria-Project, or use a key created with --project.';

/**
 * Person, role, project and limits of a request. A key stands for the person it was made for. It also decides the
 * project, or the header if it does not. @throws Fault
 */
export function connectionOf(
  principal: Principal,
  request: Request,
  { dueDays, project, person, limits, questionStates, requests }: ConnectionSettings,
): ConnectionFacts {
  const header = request.headers.get(PROJECT_HEADER);
  const requested = header === null ? undefined : parseProjectName(header, "the header Membria-Project");
  if (requested !== undefined) requireOwnProject(principal.project, requested);
  const named = principal.project ?? requested ?? project;
  const resolved: ResolvedProject = named
    ? { project: named, dueDays }
    : { project: DEFAULT_PROJECT, dueDays, notice: UNNAMED };
  const { role, key, warning } = principal;
  return {
    role,
    dueDays,
    project: async () => resolved,
    confinedTo: principal.project,
    // The name of a key is a person's, and the author of what a program writes is the program.
    ...(key === undefined
      ? { caller: principal.name, person: async () => person }
      : { key, person: async () => principal.name }),
    limits: limits.of(principal.id),
    requests,
    ...(principal.mayConsent && { questionStates }),
    ...(warning && { meta: () => ({ [KEY_EXPIRY]: warning }) }),
  };
}

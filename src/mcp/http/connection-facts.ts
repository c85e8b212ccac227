import { DEFAULT_PROJECT, parseProjectName } from "../../access/index.ts";
import { type ConnectionFacts, type ResolvedProject, requireOwnProject } from "../calls/call.ts";
import type { Limits } from "../calls/limits.ts";
import type { QuestionStates } from "../calls/question-states.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import { isLoopback } from "./allowed-hosts.ts";
import { defaultNotice, type FindFolderProject, folderNotice } from "./folder-project.ts";
import type { Principal } from "./principal.ts";
import type { NoteProjectUse, ProjectOrigin } from "./project-uses.ts";

const PROJECT_HEADER = "membria-project";
const KEY_EXPIRY = "membria/keyExpiry";

export interface ConnectionSettings {
  readonly dueDays: number;
  /** The project of callers that do not name one, if it is set. */
  readonly project?: string | undefined;
  /** For a server that only this machine reaches: finds the project of a connection by the folder of its client. */
  readonly folderProject?: (() => FindFolderProject) | undefined;
  readonly noteProjectUse: NoteProjectUse;
  /** The person behind callers without a key of their own, if it is set. */
  readonly person?: string | undefined;
  readonly limits: Limits;
  /** For the keys that may report the consent of a person. */
  readonly questionStates: QuestionStates;
  readonly requests: RequestLogs;
}

interface OwnProject extends ResolvedProject {
  readonly origin: ProjectOrigin;
}

/**
 * Person, role, project and limits of a request. A key stands for the person it was made for. It also decides the
 * project, or the header if it does not. Without either it is the project of the server, or that of the folder which the
 * client works in. @throws Fault
 */
export function connectionOf(
  principal: Principal,
  request: Request,
  settings: ConnectionSettings,
): ConnectionFacts {
  const { person, limits, questionStates, requests, dueDays } = settings;
  const findProject = projectFinder(principal, request, settings);
  const origins = new Map<string, ProjectOrigin>();
  let saidFolder = false;
  const { role, key, warning } = principal;
  return {
    role,
    dueDays,
    async project(ask, options) {
      const { origin, ...found } = await findProject(ask, options);
      origins.set(found.project, origin);
      return found;
    },
    sayProject(project) {
      const origin = origins.get(project) ?? "call";
      settings.noteProjectUse({ key, project, origin });
      if (origin !== "folder" || saidFolder) return undefined;
      saidFolder = true;
      return `The project "${project}" is used: it is the one of the folder that the client works in.`;
    },
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

function projectFinder(
  principal: Principal,
  request: Request,
  { dueDays, project, folderProject }: ConnectionSettings,
): (...args: Parameters<ConnectionFacts["project"]>) => Promise<OwnProject> {
  const header = request.headers.get(PROJECT_HEADER);
  const requested = header === null ? undefined : parseProjectName(header, "the header Membria-Project");
  if (requested !== undefined) requireOwnProject(principal.project, requested);
  const named = (name: string, origin: ProjectOrigin) => async () => ({ project: name, origin, dueDays });
  if (principal.project !== undefined) return named(principal.project, "key");
  if (requested !== undefined) return named(requested, "header");
  if (project !== undefined) return named(project, "setting");
  const byDefault = (why: Parameters<typeof defaultNotice>[0]): OwnProject => ({
    project: DEFAULT_PROJECT,
    origin: "nothing",
    dueDays,
    notice: defaultNotice(why),
  });
  const find = comesFromHere(request) ? folderProject?.() : undefined;
  return async (ask, options) => {
    // A list does not wait for folders: over HTTP it is the same for every project.
    if (!find || options?.waitForRoots) return byDefault("unasked");
    const found = await find(ask);
    if (found.folder !== "seen") return byDefault(found.folder);
    const { folder: _, source, ...resolved } = found;
    return {
      ...resolved,
      origin: source === "default" ? "nothing" : "folder",
      ...(resolved.notice !== undefined && { notice: folderNotice(resolved.notice) }),
    };
  };
}

/** Headers that a proxy adds: then the client may be on another machine, whose folders are not ours. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

const comesFromHere = ({ url, headers }: Request): boolean =>
  isLoopback(new URL(url).hostname) && !PROXY_HEADERS.some((name) => headers.has(name));

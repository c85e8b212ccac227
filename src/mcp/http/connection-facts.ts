import { DEFAULT_PROJECT, parseProjectName } from "../../access/index.ts";
import type { Notice } from "../../shared/errors.ts";
import type { Log } from "../../shared/ports.ts";
import { type ConnectionFacts, type ResolvedProject, requireOwnProject } from "../calls/call.ts";
import type { Limits } from "../calls/limits.ts";
import type { QuestionStates } from "../calls/question-states.ts";
import type { RequestLogs } from "../messages/request-logs.ts";
import { isLoopback } from "./allowed-hosts.ts";
import type { Principal } from "./authenticate.ts";

const PROJECT_HEADER = "membria-project";
const KEY_EXPIRY = "membria/keyExpiry";

interface ConnectionSettings {
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

/** How the project of a call was found. */
type ProjectOrigin = "key" | "header" | "call" | "setting" | "folder" | "nothing";

/** Who uses a project, and why that one. What a client calls itself stays out of the log. */
interface ProjectUse {
  /** The id of the access key. Missing for the shared token, and on a server that needs no key. */
  readonly key?: string | undefined;
  readonly project: string;
  readonly origin: ProjectOrigin;
}

/** Tells who runs the server which project a key is used for, once for each key, project and reason. */
type NoteProjectUse = (use: ProjectUse) => void;

const BECAUSE: Readonly<Record<ProjectOrigin, string>> = {
  key: "its key is bound to it",
  header: "the header Membria-Project names it",
  call: "the call names it",
  setting: "it is the one of this server",
  folder: "it is the one of the folder that the client works in",
  nothing: "nothing names another: send the header Membria-Project, or create a key with --project",
};

/** A header may name anything, so only the latest are remembered. */
const MOST_REMEMBERED = 1_000;

export function noteProjectUses(log: Log): NoteProjectUse {
  const noted = new Set<string>();
  return (use) => {
    const id = JSON.stringify(use);
    if (noted.has(id)) return;
    noted.add(id);
    const [oldest] = noted;
    if (noted.size > MOST_REMEMBERED && oldest !== undefined) noted.delete(oldest);
    const who =
      use.key === undefined ? "A client without a key of its own" : `A client with the key ${use.key}`;
    log.info(`${who} uses the project "${use.project}", because ${BECAUSE[use.origin]}.`);
  };
}

/** What the folder that a client works in says about its project. */
type FolderProject =
  /** The client has not answered yet, names no folder, or one that cannot be seen from here. */
  | { readonly folder: "awaited" | "unnamed" | "unseen" }
  | ({ readonly folder: "seen"; readonly source: string } & ResolvedProject);

/** Asks the client for its folders when it is first called. There is one for each connection. */
export type FindFolderProject = (ask: () => Promise<readonly string[]>) => Promise<FolderProject>;

const TO_NAME_ONE = "Send the header Membria-Project, or use a key created with --project.";

const WHY = {
  unasked: "neither the key nor the request names one",
  unnamed: "neither the key nor the request names one, and the client does not say which folder it works in",
  awaited: "the client has not said yet which folder it works in",
  unseen: "this server cannot see the folder that the client works in",
} as const;

/** Why the default project is used, and what would name another. */
const defaultNotice = (why: keyof typeof WHY): string =>
  `The project "default" was used, because ${WHY[why]}. ${TO_NAME_ONE}`;

/** The notice about a folder without a project, with what helps over HTTP, where the settings are not the client's. */
const folderNotice = (notice: Notice): Notice =>
  typeof notice === "string" || notice.remedies?.some(({ remedy }) => remedy === "trust-project")
    ? notice
    : `${notice.text} ${TO_NAME_ONE}`;

import * as z from "zod";
import { Fault, type Notice } from "../../shared/errors.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";

/** The project when nothing else names one. */
export const DEFAULT_PROJECT = "default";

const NAME_LIMIT = 200;
const NAME_EXAMPLE = "github.com/acme/shop";

/**
 * Lowercase parts separated by `/`, each of letters, digits, `.`, `_`, `~`, `+`, `-` and `%xx` for any other byte.
 * `all` is the scope over every project, and `.` and `..` would read as paths.
 */
const NAME =
  /^(?!all$)(?!(?:.*\/)?\.{1,2}(?:\/|$))(?:[a-z0-9._~+-]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9._~+-]|%[0-9a-f]{2})+)*$/;
export const ProjectName = z.string().max(NAME_LIMIT).regex(NAME);

/** The same without zod, for what has to start fast. */
export const isProjectName = (value: unknown): value is ProjectName =>
  typeof value === "string" && value.length <= NAME_LIMIT && NAME.test(value);
export type ProjectName = z.infer<typeof ProjectName>;

/** `source` says where the user set the value: `--project or MEMBRIA_PROJECT`. */
export function parseProjectName(value: unknown, source: string): ProjectName {
  if (isProjectName(value)) return value;
  const received = describe(value);
  const reserved = value === ALL_PROJECTS;
  throw new Fault(
    "invalid",
    reserved
      ? `"${ALL_PROJECTS}" in ${source} cannot name a project: it stands for every project.`
      : `The project in ${source} is not a project name: received ${received}.`,
    {
      field: "project",
      received,
      reason: "invalid_project",
      hint: `Use lowercase letters, digits and . _ ~ + - in parts separated by /, at most ${NAME_LIMIT} characters, for example "${suggestion(value)}".`,
    },
  );
}

/** A URL is not repeated, because it may contain a credential. */
function describe(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string") return String(value);
  if (looksLikeUrl(value)) return "what looks like a URL";
  return value.length > 80 ? `"${value.slice(0, 80)}…" (${value.length} characters)` : `"${value}"`;
}

function suggestion(value: unknown): string {
  if (typeof value !== "string") return NAME_EXAMPLE;
  if (looksLikeUrl(value)) return normaliseOrigin(value) ?? NAME_EXAMPLE;
  const slug = value
    .toLowerCase()
    .replace(/[^a-z0-9._~+/-]+/g, "-")
    .split("/")
    .map((part) => part.replace(/^-|-$/g, ""))
    .filter((part) => part !== "")
    .join("/");
  return isProjectName(slug) ? slug : NAME_EXAMPLE;
}

function looksLikeUrl(text: string): boolean {
  return text.includes("://") || text.includes("@");
}

const ORIGIN_LIMIT = 2048;
const NETWORK_URL = /^(?:https?|ssh|git|git\+ssh|ssh\+git|git\+https?|ftps?):\/\/([^/]*)\/(.*)$/is;
/** `user@host:path`. A second colon means a transport helper (`ext::`), two slashes an unknown scheme. */
const SCP_FORM = /^((?:[^/:]*@)?[^/:@]{2,}):(?!:|\/\/)(.*)$/s;

/**
 * One name for all URLs of a repository: host and path, lowercase, without scheme, user, port and `.git`. Ports are
 * dropped because a forge has a different one for each scheme, and the case of the path because forges ignore it.
 *
 * `undefined` if a URL does not identify a repository. A local path or `file://` is only a place on one machine; the
 * root commit, which a local clone shares with its source, is better. An IPv6 literal, a query, a fragment or an `@` in
 * the path may be a credential, and dropping it could give two repositories the same name. A URL that is too long is
 * not shortened for the same reason.
 */
export function normaliseOrigin(url: string): ProjectName | undefined {
  const text = url.trim();
  if (text.length > ORIGIN_LIMIT) return undefined;
  const [, authority, path] = NETWORK_URL.exec(text) ?? SCP_FORM.exec(text) ?? [];
  if (authority === undefined || path === undefined || /[@?#]/.test(path)) return undefined;
  const host = hostOf(authority);
  const parts = partsOf(path);
  if (host === undefined || parts === undefined || parts.length === 0) return undefined;
  const name = [host, ...parts.map(encodePart)].join("/");
  return isProjectName(name) ? name : undefined;
}

function hostOf(authority: string): string | undefined {
  const [, host] = /^([^:]+)(?::\d*)?$/.exec(authority.slice(authority.lastIndexOf("@") + 1)) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const name = new URL(`http://${host}`).hostname.replace(/\.+$/, "");
  return /^[a-z0-9._-]+$/.test(name) ? name : undefined;
}

function partsOf(path: string): readonly string[] | undefined {
  const parts = path
    .split("/")
    .map((part) => decodePart(part).toLowerCase())
    .filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return undefined;
  for (let last = parts.at(-1); last?.endsWith(".git"); last = parts.at(-1)) {
    parts.pop();
    if (last !== ".git") parts.push(last.slice(0, -".git".length));
  }
  return parts;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function encodePart(part: string): string {
  return Array.from(new TextEncoder().encode(part), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9._~+-]/.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
  }).join("");
}

/** Twelve digits are enough to distinguish repositories, and short enough to read and type. */
export function projectFromRootCommit(sha: string): ProjectName | undefined {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? `commit/${sha.slice(0, 12)}` : undefined;
}

/** Whether it is the name of a first commit. */
export const isCommitName = (project: string): boolean => project.startsWith("commit/");

/**
 * Whether Membria itself may give a project this name: by an origin, by a first commit, or without either. A host without
 * a dot is an alias that somebody made up on their machine, which nobody else can know.
 */
export function isAutomaticName(name: ProjectName): boolean {
  const [first = "", ...rest] = name.split("/");
  if (rest.length === 0) return name === DEFAULT_PROJECT;
  return first === "commit" || first === "localhost" || first.includes(".");
}

/** A directory of this machine: the git directory that all work trees share, or a folder without one. */
export interface Place {
  readonly id: `${"git" | "folder"}:${string}`;
  /** The top of the main work tree, for a git directory: what was written below it without git was written from here. */
  readonly root?: string | undefined;
}

/** What one folder says about its project. */
export interface ProjectCandidate {
  /** The project without another name in a project file. */
  readonly own: {
    readonly project: string;
    /** `file`: a project file gives the same name. */
    readonly source: "file" | "origin" | "root-commit" | "default";
    /** Set for the default project: says why, and how to set one. */
    readonly notice?: Notice | undefined;
    /** Set for the default project: a first commit may name another, and git may not be asked for it. */
    readonly isUnread?: boolean | undefined;
  };
  /** Set if a project file gives another name. */
  readonly named?: NamedProject | undefined;
  /** The directory that it is about, if that is one which can be known again. */
  readonly place?: Place | undefined;
  /** The top of the repository, or the directory of a project file outside one. */
  readonly root?: string | undefined;
  /** Days until an outcome is due, if the project file sets them. */
  readonly dueDays?: number | undefined;
  /** Whether the tool list depends on the context of the work, if the project file sets it. */
  readonly dynamicExposure?: boolean | undefined;
  /** Set if the project file switches hooks of clients off: all of them, or some events. */
  readonly hooks?: false | { readonly off: readonly string[] } | undefined;
  /** The team that the project file suggests. */
  readonly team?: TeamHint | undefined;
}

/**
 * What identifies a repository on this machine: where it was cloned from, or its first commit, or the folder it is in.
 * None of it is a file that the repository brings along.
 */
export type RepositoryId = `${"origin" | "commit" | "folder"}:${string}`;

/** The name that the project file of a repository gives its project. */
export interface NamedProject {
  readonly project: string;
  readonly repository: RepositoryId;
}

/** How a repository came to its name: it was the first to write under it, or a person trusted it. */
export type BindingReason = "first-use" | "trusted";

export interface Binding {
  readonly repository: RepositoryId;
  readonly reason: BindingReason;
}

/** Where a name stands for a repository. `free`: nothing was ever written under it, and no other repository has it. */
export type NameStanding =
  | { readonly standing: "bound"; readonly reason: BindingReason }
  | { readonly standing: "free" }
  | { readonly standing: "foreign"; readonly decisions: number };

/**
 * Whether a repository may use the name. A free one may be used, unless Membria would give it to another repository by
 * itself: the first to write under it would be bound to whatever is later remembered about that repository.
 */
export function standingOf({ project }: NamedProject, found: NameStanding): NameStanding {
  return found.standing === "free" && isAutomaticName(project)
    ? { standing: "foreign", decisions: 0 }
    : found;
}

/** Says that a name was not followed, and nothing else of what the file contains. */
export function notFollowed(named: string, decisions: number, used: string): Notice {
  const waiting =
    decisions === 1
      ? "1 decision waits under that name"
      : `${decisions === 0 ? "no" : decisions} decisions wait under that name`;
  return {
    text: `The file .membria.json names the project "${named}", which is not bound to this repository: ${waiting}, and the project "${used}" is used instead.`,
    remedies: [{ remedy: "trust-project" }],
  };
}

/** The team that a repository suggests to who works on it. */
export interface TeamHint {
  /** Without user and password. */
  readonly url: string;
  readonly fingerprint: string;
}

import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, sep } from "node:path";
import { isProjectName } from "../../access/index.ts";
import { isDueDays } from "../../decisions/index.ts";
import { HOOK_EVENTS, type HookEvent } from "../../hooks/index.ts";
import { Fault } from "../../shared/errors.ts";
import { parseGraphUrl } from "../../shared/graph-url.ts";
import { READ_LIMITS } from "../../shared/read-limits.ts";

const FILE_NAME = ".membria.json";
const EXAMPLE = '{"project": "github.com/acme/shop"}';

/** As people compare it, in whatever spacing. */
const FINGERPRINT = /^(?:[0-9a-f]{4}[ :-]?){8}$/i;

/** Everybody who has the repository reads it, so a user or a password does not belong there. */
function isPublicUrl(url: string): boolean {
  try {
    const { username, password } = parseGraphUrl(url);
    return username === undefined && password === undefined;
  } catch {
    return false;
  }
}

/** Checked by hand: hooks read it, too, and have no time to load a library for it. */
export interface ProjectFile {
  readonly project?: string | undefined;
  readonly dueDays?: number | undefined;
  readonly dynamicExposure?: boolean | undefined;
  readonly team?: { readonly url: string; readonly fingerprint: string } | undefined;
  /** False, or the events that are switched off. */
  readonly hooks?: false | { readonly off: readonly HookEvent[] } | undefined;
}

/**
 * The settings of a repository. An invalid file is a Fault, because ignoring it would silently store memories in another
 * project.
 */
export async function readProjectFile(directory: string, home: string): Promise<ProjectFile | undefined> {
  const path = join(directory, FILE_NAME);
  const shown = path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
  const text = await readIfPresent(path, shown);
  if (text === undefined) return undefined;
  const value = parseJson(text, shown);
  const problem = problemOf(value);
  if (problem !== undefined) throw broken(`${shown} ${problem}.`);
  return value as ProjectFile;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What each setting has to be, and what is said if it is not. */
const SETTINGS: Readonly<
  Record<
    keyof ProjectFile,
    { readonly fits: (value: unknown) => boolean; readonly problem: (kind: string) => string }
  >
> = {
  project: {
    fits: isProjectName,
    problem: (kind) => `has a project that is not a name: received ${kind}`,
  },
  dueDays: {
    fits: isDueDays,
    problem: (kind) => `has dueDays that are not a whole number of days from 0 to 3650: received ${kind}`,
  },
  dynamicExposure: {
    fits: (value) => typeof value === "boolean",
    problem: (kind) => `has a dynamicExposure that is neither true nor false: received ${kind}`,
  },
  team: {
    fits: isTeam,
    problem: () =>
      "has a team that is not a url without user and password, such as redis://HOST:6379, and a fingerprint of 32 digits",
  },
  hooks: {
    fits: isHooks,
    problem: (kind) =>
      `has hooks that are neither false nor {"off": [...]} with some of ${HOOK_EVENTS.join(", ")}: received ${kind}`,
  },
};

function isTeam(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).some((key) => key !== "url" && key !== "fingerprint"))
    return false;
  const { url, fingerprint } = value;
  return (
    typeof url === "string" &&
    isPublicUrl(url) &&
    typeof fingerprint === "string" &&
    FINGERPRINT.test(fingerprint)
  );
}

function isHooks(value: unknown): boolean {
  if (value === false) return true;
  if (!isObject(value) || Object.keys(value).some((key) => key !== "off")) return false;
  const events: readonly unknown[] = HOOK_EVENTS;
  return Array.isArray(value["off"]) && value["off"].every((event) => events.includes(event));
}

/** Says what is wrong without repeating anything of the file: it may be a link or a copy of one that holds secrets. */
function problemOf(value: unknown): string | undefined {
  if (!isObject(value)) return `does not hold a JSON object: received ${kindOf(value)}`;
  for (const [name, { fits, problem }] of Object.entries(SETTINGS))
    if (value[name] !== undefined && !fits(value[name])) return problem(kindOf(value[name]));
  if (Object.keys(value).some((name) => !(name in SETTINGS)))
    return `has a setting that Membria does not know; it knows ${Object.keys(SETTINGS).join(", ")}`;
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Without following a link or waiting for a pipe: whoever wrote the repository chose what is there. */
async function readIfPresent(path: string, shown: string): Promise<string | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const reason = code === "ELOOP" ? "is a symbolic link" : `cannot be read as a file (${code})`;
    throw broken(`${shown} ${reason}, so it was not read.`, cause);
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw broken(`${shown} is not a regular file, so it was not read.`);
    const { projectFileBytes: most } = READ_LIMITS;
    if (stats.size > most) throw broken(`${shown} has ${stats.size} bytes, and at most ${most} are read.`);
    return (await file.readFile("utf8")).replace(/^\uFEFF/, "");
  } finally {
    await file.close();
  }
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken(`${shown} ${text.trim() === "" ? "is empty" : "is not valid JSON"}.`);
  }
}

function broken(message: string, cause?: unknown): Fault {
  return new Fault("invalid", message, {
    field: FILE_NAME,
    reason: "invalid_project_file",
    hint: `Write ${EXAMPLE}, or remove the file.`,
    cause,
  });
}

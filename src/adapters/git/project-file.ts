import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join, sep } from "node:path";
import * as z from "zod";
import { ProjectName } from "../../domain/access/project.ts";
import { DueDays } from "../../domain/decisions/decision.ts";
import { Fault } from "../../domain/shared/errors.ts";

const FILE_NAME = ".membria.json";
/** Far more than it needs. */
const MOST_BYTES = 65_536;
const EXAMPLE = '{"project": "github.com/acme/shop"}';

const ProjectFile = z.strictObject({
  project: ProjectName.optional(),
  dueDays: DueDays.optional(),
  dynamicExposure: z.boolean().optional(),
});
export type ProjectFile = z.infer<typeof ProjectFile>;

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
  const parsed = ProjectFile.safeParse(value);
  if (parsed.success) return parsed.data;

  throw broken(`${shown} ${problemOf(parsed.error.issues[0], value)}.`);
}

/** Says what is wrong without repeating anything of the file: it may be a link or a copy of one that holds secrets. */
function problemOf(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  const known = Object.keys(ProjectFile.shape).join(", ");
  const field = issue?.path[0];
  if (issue?.code === "unrecognized_keys")
    return `has a setting that Membria does not know; it knows ${known}`;
  if (field === "project")
    return `has a project that is not a name: received ${kindOf(valueAt(value, field))}`;
  if (field === "dueDays")
    return `has dueDays that are not a whole number of days from 0 to 3650: received ${kindOf(valueAt(value, field))}`;
  if (field === "dynamicExposure")
    return `has a dynamicExposure that is neither true nor false: received ${kindOf(valueAt(value, field))}`;
  return `does not hold a JSON object: received ${kindOf(value)}`;
}

const valueAt = (value: unknown, field: string): unknown => (value as Record<string, unknown>)[field];

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
    if (stats.size > MOST_BYTES)
      throw broken(`${shown} has ${stats.size} bytes, and at most ${MOST_BYTES} are read.`);
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

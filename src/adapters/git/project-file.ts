import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import * as z from "zod";
import { ProjectName, parseProjectName } from "../../domain/access/project.ts";
import { DueDays } from "../../domain/decisions/decision.ts";
import { Fault } from "../../domain/shared/errors.ts";

const FILE_NAME = ".membria.json";
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

  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => `"${key}"`).join(", ");
    throw broken(`${shown} has a setting that Membria does not know: received ${keys}.`, keys);
  }
  if (issue?.path[0] === "dueDays") {
    const given = JSON.stringify((value as { dueDays: unknown }).dueDays);
    throw broken(
      `dueDays in ${shown} is not a whole number of days from 0 to 3650: received ${given}.`,
      given,
    );
  }
  if (issue?.path[0] === "dynamicExposure") {
    const given = JSON.stringify((value as { dynamicExposure: unknown }).dynamicExposure);
    throw broken(`dynamicExposure in ${shown} is neither true nor false: received ${given}.`, given);
  }
  if (issue?.path[0] === "project") parseProjectName((value as { project: unknown }).project, shown);
  const received = Array.isArray(value) ? "an array" : shortened(JSON.stringify(value));
  throw broken(`${shown} does not hold a JSON object: received ${received}.`, received);
}

async function readIfPresent(path: string, shown: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw broken(`${shown} exists but cannot be read as a file: received ${code}.`, code, cause);
  }
}

function parseJson(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const received = text.trim() === "" ? "an empty file" : `text that begins with ${shortened(text.trim())}`;
    throw broken(`${shown} is not valid JSON: received ${received}.`, received, cause);
  }
}

/** Removes what comes before an `@`, which may be a credential. */
function shortened(text: string): string {
  return text.replace(/\S*@/g, "…@").slice(0, 60);
}

function broken(message: string, received: unknown, cause?: unknown): Fault {
  return new Fault("invalid", message, {
    field: FILE_NAME,
    received,
    reason: "invalid_project_file",
    hint: `Write ${EXAMPLE}, or remove the file.`,
    cause,
  });
}

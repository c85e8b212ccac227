import { homedir } from "node:os";
import { join } from "node:path";
import { HOOK_EVENTS, type HookEvent } from "../../hooks/index.ts";
import { fileKind } from "../../store/file/database-file.ts";
import { homeFolder, writtenPath } from "../home-folder.ts";
import { readOwnFile } from "../own-file.ts";

/** How long a client waits for the answer to a hook by default, in milliseconds. */
export const HOOK_WAIT_MS = 300;

/** The settings that a hook needs, read without what checks them all: the server and `membria doctor` do that. */
export interface HookSettings {
  readonly home: string;
  readonly userHome: string;
  readonly memory: string;
  readonly project?: string | undefined;
  readonly hooksOff: readonly string[];
  readonly dynamicExposure: boolean;
  readonly waitMs: number;
}

type Given = Readonly<Record<string, unknown>>;

/** Flags come first, then variables, then the configuration file, as for all programs of ours. */
export function readHookSettings(flags: Given, env: Given = process.env): HookSettings {
  const userHome = homedir();
  const path = (value: string): string => writtenPath(value, userHome);
  const home = homeFolder(first(flags["home"]), first(env["MEMBRIA_HOME"]), userHome);
  const file = configOf(home);
  const setting = (name: string, flag: string, ...variables: readonly string[]): string | undefined =>
    first(flags[flag], ...variables.map((variable) => env[variable]), file[name]);
  return {
    home,
    userHome,
    memory: memoryOf(flags, env, file, home, path),
    project: setting("project", "project", "MEMBRIA_PROJECT"),
    dynamicExposure: isOn(setting("dynamicExposure", "dynamic-exposure", "MEMBRIA_DYNAMIC_EXPOSURE")),
    hooksOff: isReadOnly(env, file)
      ? [ALL_EVENTS]
      : (setting("hooksOff", "hooks-off", "MEMBRIA_HOOKS_OFF") ?? "").split(",").map((name) => name.trim()),
    waitMs: Number(setting("hookWaitMs", "hook-wait-ms", "MEMBRIA_HOOK_WAIT_MS")) || HOOK_WAIT_MS,
  };
}

/** A variable of another program may name a database of that program, which is not ours to open. */
function memoryOf(
  flags: Given,
  env: Given,
  file: Given,
  home: string,
  path: (value: string) => string,
): string {
  const own = join(home, "membria.db");
  const ours = first(flags["db-path"], env["MEMBRIA_DB_PATH"]);
  const borrowed = ours === undefined ? first(env["MAMA_DB_PATH"]) : undefined;
  if (borrowed !== undefined) {
    const kind = fileKind(path(borrowed));
    return kind === "foreign" || kind === "damaged" ? own : path(borrowed);
  }
  const named = ours ?? first(file["dbPath"]);
  return named === undefined ? own : path(named);
}

/** Hooks note what happened, so they do nothing where nothing may be written. A server does the same. */
const isReadOnly = (env: Given, file: Given): boolean =>
  isOn(first(env["MEMBRIA_READ_ONLY"], file["readOnly"])) ||
  first(env["MEMBRIA_ROLE"], file["role"]) === "viewer";

const isOn = (value: string | undefined): boolean => /^(?:1|true|yes|on)$/.test(value ?? "");

/** Of the values of a setting, the first that is there. A list is written as in a variable. */
const first = (...values: readonly unknown[]): string | undefined =>
  values
    .filter((value) => ["string", "number", "boolean"].includes(typeof value) || Array.isArray(value))
    .map(String)
    .find((value) => value !== "");

function configOf(home: string): Given {
  try {
    const values: unknown = JSON.parse(readOwnFile(join(home, "config.json")).text ?? "");
    return typeof values === "object" && values !== null ? (values as Given) : {};
  } catch {
    return {};
  }
}

/** For all events. */
export const ALL_EVENTS = "all";

/** The events that a setting or the file of the project switches off. */
export function offEvents(
  setting: readonly string[],
  ofProject: false | { readonly off: readonly string[] } | undefined,
): ReadonlySet<HookEvent> {
  if (setting.includes(ALL_EVENTS) || ofProject === false) return new Set(HOOK_EVENTS);
  const named = [...setting, ...(ofProject?.off ?? [])];
  return new Set(HOOK_EVENTS.filter((event) => named.includes(event)));
}

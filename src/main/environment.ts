import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { UnknownVariable } from "../cli/command.ts";
import { Fault } from "../shared/errors.ts";
import { nearestName } from "../shared/names.ts";
import { systemCause } from "../shared/system-errors.ts";
import { fileKind } from "../store/file/database-file.ts";
import { readOwnFile } from "./own-file.ts";
import { NAMES, resolveSettings, SETTINGS, type Settings } from "./settings.ts";

/** Settings with their folders resolved. The only reader of the environment is this folder. */
export interface Environment {
  readonly settings: Settings;
  /** $MEMBRIA_HOME. */
  readonly home: string;
  /** The person's home directory, shown as `~`. */
  readonly userHome: string;
  readonly cwd: string;
  /** The git configurations of the user, the one that takes precedence first. They need not exist. */
  readonly gitConfigs: readonly string[];
  /** Variables that look like settings of Membria, and are none. */
  readonly unknownVariables: readonly UnknownVariable[];
  /** The variable of another program that named the memory file, if one did. */
  readonly dbPathFrom: string | undefined;
}

/** `defaults` apply where the configuration file has no value. */
export function readEnvironment(
  flags: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Environment {
  const { env } = process;
  const userHome = homedir();
  const home = readHome(flags, userHome);
  const path = join(home, "config.json");
  const settings = resolveSettings({
    flags,
    env,
    file: { path: tilde(path, userHome), values: { ...defaults, ...readConfig(path, userHome) } },
    expandHome: (value, source) => expandHome(value, userHome, source),
  });
  const named = flags["dbPath"] === undefined && !env["MEMBRIA_DB_PATH"] && env["MAMA_DB_PATH"];
  return {
    settings,
    home,
    userHome,
    cwd: workingFolder(),
    gitConfigs: gitConfigs(env, userHome),
    unknownVariables: unknownVariables(env),
    dbPathFrom: named ? "MAMA_DB_PATH" : undefined,
  };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new Fault("unavailable", "The folder that the command was started in no longer exists.", {
      reason: "no_working_folder",
      hint: "Change to another folder, as with `cd ~`, and try again.",
      cause: error,
    });
  }
}

function readHome(flags: Readonly<Record<string, unknown>>, userHome: string): string {
  const variable = process.env["MEMBRIA_HOME"];
  if (flags["home"] !== undefined) return expandHome(String(flags["home"]), userHome, "--home");
  return variable ? expandHome(variable, userHome, "MEMBRIA_HOME") : join(userHome, ".membria");
}

/** The files where git looks, too. */
function gitConfigs(env: NodeJS.ProcessEnv, userHome: string): readonly string[] {
  const only = env["GIT_CONFIG_GLOBAL"];
  if (only !== undefined) return [only];
  const folder = env["XDG_CONFIG_HOME"] || join(userHome, ".config");
  return [join(userHome, ".gitconfig"), join(folder, "git", "config")];
}

/** A path for display, with `~` so that it does not contain the name of the person. */
export function tilde(path: string, userHome: string): string {
  const rest = path.slice(userHome.length);
  return userHome.length > 1 && path.startsWith(userHome) && /^(?:$|[/\\])/.test(rest) ? `~${rest}` : path;
}

function readConfig(path: string, userHome: string): Record<string, unknown> {
  let text: string;
  try {
    const config = readOwnFile(path);
    if (config.foreign !== undefined) throw foreignConfig(tilde(path, userHome), config.foreign);
    text = config.text;
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return {};
    if (code === "ENOTDIR") throw noFolder(tilde(dirname(path), userHome), error);
    const because = systemCause(error)?.because ?? "it is not a file";
    throw new Fault("unavailable", `The settings in ${tilde(path, userHome)} cannot be read: ${because}.`, {
      reason: "unreadable_settings",
      hint: systemCause(error)?.hint ?? "Check that it is a file and that you may read it.",
      cause: error,
    });
  }
  try {
    const values: unknown = JSON.parse(text);
    if (values !== null && typeof values === "object" && !Array.isArray(values))
      return values as Record<string, unknown>;
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  throw new Fault("invalid", `The settings in ${tilde(path, userHome)} are not a JSON object.`, {
    reason: "invalid_settings",
    hint: 'Write it as {"logLevel": "info"}, or remove the file.',
  });
}

function foreignConfig(path: string, because: string): Fault {
  return new Fault("unavailable", `The settings in ${path} are not used, because ${because}.`, {
    reason: "foreign_settings",
    hint: "Settings decide where the memory is and whether texts go to a service. Look at what the file says; if it is yours, change its owner to you (`chown`) and take away the right of all others to write (`chmod o-w`).",
  });
}

function noFolder(home: string, cause: unknown): Fault {
  return new Fault("unavailable", `The folder of Membria, ${home}, is not a folder and cannot become one.`, {
    reason: "not_a_folder",
    hint: "Name a folder where you may read and write in MEMBRIA_HOME or with --home.",
    cause,
  });
}

/** A beginning that a shell would replace with the home folder. */
const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=$|[/\\])/;
const OTHER_USER = /^~[^/\\]+/;

/**
 * A path as a person writes it, with `~`, `$HOME` or `${HOME}` at its beginning: settings of clients are JSON, and no
 * shell replaces those there. `source` is the setting that it comes from.
 */
function expandHome(path: string, userHome: string, source: string): string {
  const other = OTHER_USER.exec(path)?.[0];
  if (other !== undefined) throw otherUser(path, other, source);
  return path.replace(HOME, () => userHome);
}

function otherUser(path: string, other: string, source: string): Fault {
  return new Fault("invalid", `The setting ${source} names the home folder of another user, ${other}.`, {
    field: source,
    received: path,
    reason: "invalid_setting",
    hint: `Write the whole path of that folder, or ~/ for your own. A name that begins with ~ is written as ./${path}.`,
  });
}

/** Of our own variables. */
const PREFIX = "MEMBRIA_";

/** Variables with the prefix of our settings that are none of them, and which one each was probably meant to be. */
function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly UnknownVariable[] {
  const known = NAMES.flatMap((name): readonly string[] => SETTINGS[name].env).filter((name) =>
    name.startsWith(PREFIX),
  );
  const withoutPrefix = (name: string): string => name.slice(PREFIX.length).toLowerCase();
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = nearestName(withoutPrefix(name), known.map(withoutPrefix));
      return { name, ...(meant !== undefined && { meant: `${PREFIX}${meant.toUpperCase()}` }) };
    });
}

/** Never opens the database of another program. */
export function memoryFile({ settings, home, userHome, dbPathFrom }: Environment): {
  path: string;
  notices: string[];
} {
  const own = join(home, "membria.db");
  const notices: string[] = [];
  const path = settings.dbPath ?? own;
  // Another program wrote it, whatever state it is in.
  const kind = dbPathFrom && fileKind(path);
  if (kind === "foreign" || kind === "damaged") {
    notices.push(
      `${dbPathFrom} names the database of another program. It was not changed, and ${tilde(own, userHome)} is used instead. If it belongs to MAMA, import it with: membria import mama ${tilde(path, userHome)}`,
    );
    return { path: own, notices };
  }
  return { path, notices };
}

/** Says what a client is: its name, its places, and the files that it is to have. */

import type { Program } from "./program.ts";

/** The programs in which people work with agents, as `install` and the hooks call them. */
export const CLIENT_NAMES = [
  "claude-code",
  "codex",
  "gemini",
  "copilot",
  "opencode",
  "cursor",
  "vscode",
  "claude-desktop",
] as const;

export type ClientName = (typeof CLIENT_NAMES)[number];

/** `user`: for everything that the person does with the client. `project`: for one folder, whoever works in it. */
export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

/** The facts that decide where the clients of this machine keep their files. */
export interface Places {
  readonly platform: string;
  readonly userHome: string;
  /** The folder of the project. */
  readonly project: string;
  /** The variables with which a person moves the files of a client, and those that Windows sets. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly join: (...parts: string[]) => string;
}

/** A place where a client notes that it has a package of ours. */
interface PackageNote {
  readonly path: string;
  readonly format: "json" | "toml" | "any";
  /** The name of the package in the client, if this content says that it uses it. Of `any`, that there is a file is enough. */
  readonly named: (content: unknown) => string | undefined;
  /** The command that removes the package again. */
  readonly removal: string;
}

/** A program that can use Membria. */
export interface Client {
  readonly name: ClientName;
  readonly title: string;
  readonly scopes: readonly Scope[];
  /** The folders or files of which one is there if the person has the client. */
  traces(places: Places): readonly string[];
  /** The entries that have to be in each file. */
  settings(scope: Scope, places: Places, program: Program): readonly SettingsFile[];
  packages(places: Places): readonly PackageNote[];
  /** Says what the person still has to do, and when. */
  readonly afterwards?: string | undefined;
  /** The variables that the client leaves to a server it starts, where these are few. */
  readonly keepsVariables?: readonly string[] | undefined;
  /** Whether it starts a server in the folder of the project, and not in that of the person. */
  readonly startsInProject: boolean;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A file of JSON, with or without comments, that others write to as well. */
export interface JsonSettings {
  readonly format: "json";
  readonly path: string;
  /** Used instead of `path` if it is there. */
  readonly otherwise?: string | undefined;
  /** The server has this value at this place. */
  readonly server?: { readonly at: readonly string[]; readonly value: JsonObject } | undefined;
  /** Under `at`, each event has a list, which contains these values. */
  readonly hooks?:
    | { readonly at: readonly string[]; readonly lists: Readonly<Record<string, readonly JsonObject[]>> }
    | undefined;
  /** The fields that the client wants at the top of such a file. It is added where it is missing. */
  readonly required?: JsonObject | undefined;
}

/** A file of TOML that others write to as well. */
export interface TomlSettings {
  readonly format: "toml";
  readonly path: string;
  readonly server: {
    readonly at: readonly [string, string];
    readonly value: Readonly<Record<string, string | readonly string[]>>;
  };
}

/** A file that is all ours. */
export interface OwnFile {
  readonly format: "own";
  readonly path: string;
  readonly text: string;
  /** A text that every version of this file contains, and no file of somebody else. */
  readonly mark: string;
}

export type SettingsFile = JsonSettings | TomlSettings | OwnFile;

/** Where programs with windows keep the settings of a person. */
export function applicationFolder({ platform, userHome, variables, join }: Places): string {
  if (platform === "darwin") return join(userHome, "Library", "Application Support");
  if (platform === "win32") return variables["APPDATA"] || join(userHome, "AppData", "Roaming");
  return variables["XDG_CONFIG_HOME"] || join(userHome, ".config");
}

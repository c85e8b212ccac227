import type { ClientName } from "./client-names.ts";
import type { Program } from "./program.ts";
import type { SettingsFile } from "./settings-file.ts";

/** `user`: for everything that the person does with the client. `project`: for one folder, whoever works in it. */
export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

/** What decides where the clients of this machine keep their files. */
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
export interface PackageNote {
  readonly path: string;
  readonly format: "json" | "toml" | "any";
  /** What the client calls the package, if this content says that it uses it. Of `any`, that there is a file is enough. */
  readonly named: (content: unknown) => string | undefined;
  /** What removes the package again. */
  readonly removal: string;
}

/** A program that can use Membria. */
export interface Client {
  readonly name: ClientName;
  readonly title: string;
  readonly scopes: readonly Scope[];
  /** The folders or files of which one is there if the person has the client. */
  traces(places: Places): readonly string[];
  /** What has to be in which file. */
  settings(scope: Scope, places: Places, program: Program): readonly SettingsFile[];
  packages(places: Places): readonly PackageNote[];
  /** What the person still has to do, and when. */
  readonly afterwards?: string | undefined;
  /** The variables that the client leaves to a server it starts, where these are few. */
  readonly keepsVariables?: readonly string[] | undefined;
  /** Whether it starts a server in the folder of the project, and not in that of the person. */
  readonly startsInProject: boolean;
}

import type { Client, Scope } from "./client.ts";

/** Why a file was left alone. */
export interface FileProblem {
  readonly reason:
    | "not_valid"
    | "wrong_shape"
    | "foreign_entry"
    | "read_only"
    | "not_a_file"
    | "not_editable"
    | "changed_meanwhile"
    | "refused";
  readonly message: string;
  readonly hint: string;
}

export type FileChangeKind = "create" | "change" | "delete" | "restore" | "none";

/** A change that is planned for one file. */
export interface FileChange {
  readonly path: string;
  /** The file that is written, if `path` is a symbolic link to it. */
  readonly writtenPath: string;
  readonly kind: FileChangeKind;
  /** The text before and after. Undefined where there is no file. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The text that a removal brings back. Null: no file. Only a change that installs has it. */
  readonly original?: string | null | undefined;
  readonly problem?: FileProblem | undefined;
}

/** The entries in the files of a client for one scope. */
export interface ClientFindings {
  /** Where the server is set up, with its entry. */
  readonly servers: readonly { readonly path: string; readonly entry: unknown; readonly ours: boolean }[];
  /** Where hooks of ours are, and for how many events. */
  readonly hooks: readonly HookFindings[];
  /** The files that do not have what they would get now, such as the path of this program. */
  readonly outdated: readonly string[];
  readonly problems: readonly { readonly path: string; readonly problem: FileProblem }[];
}

export interface HookFindings {
  readonly path: string;
  readonly count: number;
  /** How many of them the client has to be allowed to run first. Undefined if it asks nobody. */
  readonly untrusted?: number | undefined;
}

export interface FoundPackage {
  readonly name: string;
  readonly path: string;
  readonly removal: string;
}

/** The files in which the clients of this machine keep their settings. */
export interface ClientFiles {
  /** Whether the person seems to have the client. */
  isPresent(client: Client): Promise<boolean>;
  planInstallation(client: Client, scope: Scope): Promise<readonly FileChange[]>;
  planRemoval(client: Client, scope: Scope): Promise<readonly FileChange[]>;
  /** Makes a change, and returns where the file as it was is kept. A problem is returned and not thrown. */
  carryOut(
    change: FileChange,
    scope: Scope,
  ): Promise<{ readonly backup?: string | undefined; readonly problem?: FileProblem }>;
  examine(client: Client, scope: Scope): Promise<ClientFindings>;
  packages(client: Client): Promise<readonly FoundPackage[]>;
  /** A line for display, without what looks like a secret. */
  masked(line: string): string;
  /** Set if each start of a hook looks for the package first. */
  readonly isFetched: boolean;
  /** The folder of the project, for display. */
  readonly project: string;
  /** How a client would start a server. */
  surroundings(client: Client): { readonly folder: string; readonly variables: Record<string, string> };
}

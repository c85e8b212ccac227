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
  /** What the client wants at the top of such a file. It is added where it is missing. */
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

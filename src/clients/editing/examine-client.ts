/** Looks at what a client has of Membria: its files, its packages, and the trust of Codex. */

import { createHash } from "node:crypto";
import type { Client, Places, SettingsFile } from "../client.ts";
import type { ClientFindings, FileChange, FoundPackage, HookFindings } from "../client-files.ts";
import { codexFolder } from "../codex.ts";
import { isOurServer } from "../our-entries.ts";
import { problemOf } from "./change-files.ts";
import { readState, Unusable } from "./file-state.ts";
import { findInJson } from "./json-settings.ts";
import { contentOf } from "./settings-texts.ts";
import { serverInToml } from "./toml-settings.ts";

type Found = Pick<ClientFindings["servers"][number], "path" | "entry"> & { readonly hooks?: HookFindings };

/** Finds all that a client has in its files for one scope. */
export async function examineClient(
  client: Client,
  settings: readonly SettingsFile[],
  places: Places,
  plan: (file: SettingsFile) => Promise<FileChange>,
): Promise<ClientFindings> {
  const found: Found[] = [];
  const problems: ClientFindings["problems"][number][] = [];
  const outdated: string[] = [];
  for (const file of settings) {
    try {
      const { text } = await readState(file.path, { forWriting: false });
      if (text === undefined) continue;
      const here = await findIn(client, file, text, places);
      found.push(here);
      const isThere = isOurServer(here.entry) || here.hooks !== undefined;
      const { kind, problem } = await plan(file);
      if (isThere && kind === "change") outdated.push(file.path);
      if (problem && (isThere || problem.reason !== "read_only")) problems.push({ path: file.path, problem });
    } catch (error) {
      problems.push({ path: file.path, problem: problemOf(error) });
    }
  }
  return {
    servers: found
      .filter(({ entry }) => entry !== undefined)
      .map(({ path, entry }) => ({ path, entry, ours: isOurServer(entry) })),
    hooks: found.flatMap(({ hooks }) => hooks ?? []),
    outdated,
    problems,
  };
}

async function findIn(client: Client, file: SettingsFile, given: string, places: Places): Promise<Found> {
  const text = given.replace(/^\uFEFF/, "");
  const { path } = file;
  if (file.format === "toml") return { path, entry: serverInToml(text, file.server) };
  if (file.format === "own")
    return { path, entry: undefined, ...(text.includes(file.mark) && { hooks: { path, count: 1 } }) };
  const { server, handlers } = findInJson(text, file);
  if (handlers.length === 0) return { path, entry: server };
  const hooks: HookFindings = {
    path,
    count: handlers.length,
    ...(client.name === "codex" && {
      untrusted: untrustedHooks(path, contentOf(text, "json"), handlers, await codexConfig(places)),
    }),
  };
  return { path, entry: server, hooks };
}

/** Trust belongs to the person, also for the hooks of a project. */
async function codexConfig(places: Places): Promise<unknown> {
  const { text } = await readState(places.join(codexFolder(places), "config.toml"), { forWriting: false });
  return text === undefined ? {} : contentOf(text, "toml");
}

/** The packages of ours that a client has. A file that cannot be read names none. */
export async function findPackages(client: Client, places: Places): Promise<readonly FoundPackage[]> {
  const found: FoundPackage[] = [];
  for (const { path, format, named, removal } of client.packages(places)) {
    try {
      const { text } = await readState(path, { forWriting: false });
      const name = text === undefined ? undefined : named(format === "any" ? text : contentOf(text, format));
      if (name !== undefined && found.every((other) => other.name !== name))
        found.push({ name, path, removal: `${removal} ${name}` });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
    }
  }
  return found;
}

/** A hook of Codex, by its place in a file. */
interface CodexHook {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
}

/**
 * How many of these hooks Codex would skip. In `[hooks.state]` of its settings it notes the digest of each hook that the
 * person trusted, under the path of the file, the event and the position; a hook that changed has another one.
 */
export function untrustedHooks(
  path: string,
  content: unknown,
  hooks: readonly CodexHook[],
  config: unknown,
): number {
  const state = at(config, "hooks", "state");
  return hooks.filter(({ event, group, handler }) => {
    const key = `${path}:${snake(event)}:${group}:${handler}`;
    const trusted = at(state, key, "trusted_hash");
    return trusted === undefined || trusted !== digestOf(event, at(content, "hooks", event, group), handler);
  }).length;
}

function digestOf(event: string, group: unknown, index: number): string {
  const { command, timeout } = (at(group, "hooks", index) ?? {}) as Record<string, unknown>;
  const matcher = at(group, "matcher");
  // The order of the fields is a part of it.
  const identity = {
    event_name: snake(event),
    hooks: [{ async: false, command, timeout: timeout ?? 600, type: "command" }],
    ...(matcher !== undefined && { matcher }),
  };
  return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}

const snake = (event: string): string => event.replace(/\B[A-Z]/g, "_$&").toLowerCase();

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);

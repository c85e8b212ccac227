import type { Client, Places } from "../../clients/client.ts";
import type { ClientFindings, FileChange, HookFindings } from "../../clients/client-files.ts";
import { codexFolder } from "../../clients/codex/settings.ts";
import { isOurServer } from "../../clients/our-entries.ts";
import type { SettingsFile } from "../../clients/settings-file.ts";
import { untrustedHooks } from "./codex-trust.ts";
import { readState } from "./file-state.ts";
import { findInJson } from "./json-settings.ts";
import { problemOf } from "./plan-change.ts";
import { contentOf } from "./settings-texts.ts";
import { serverInToml } from "./toml-settings.ts";

type Found = Pick<ClientFindings["servers"][number], "path" | "entry"> & { readonly hooks?: HookFindings };

/** What a client has in its files for one scope. */
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

import { choicesInChangelog } from "../../domain/harvest/changelog-choices.ts";
import type { FoundWriting, HarvestSource } from "../../domain/harvest/found-writing.ts";
import { type ChoiceInFile, rulesInFile } from "../../domain/harvest/rules-in-file.ts";
import {
  type AdrFolderFound,
  adrFolders,
  isChangelog,
  isRulesFile,
} from "../../domain/harvest/written-places.ts";
import type { HarvestDeps } from "./deps.ts";
import type { ReadHistory } from "./read-history.ts";

/** What the files of the repository say now: rules for agents and changelogs, and where records are to be imported from. */
export async function readFiles(
  { times }: Pick<ReadHistory, "times">,
  asked: { readonly paths: readonly string[]; readonly isLimited: boolean },
  { checkout }: Pick<HarvestDeps, "checkout">,
): Promise<{ readonly found: readonly FoundWriting[]; readonly adr: readonly AdrFolderFound[] }> {
  const isAsked = (path: string): boolean =>
    asked.paths.length === 0 ||
    asked.paths.some((one) => one === "." || path === one || path.startsWith(`${one}/`));
  const paths = (await checkout.files()).filter(isAsked);
  const found: FoundWriting[] = [];
  for (const path of paths) {
    const source: HarvestSource | undefined = isRulesFile(path)
      ? "rules"
      : isChangelog(path)
        ? "changelogs"
        : undefined;
    const text = source && (await checkout.textOf(path));
    if (!source || text === undefined) continue;
    const choices = source === "rules" ? rulesInFile(text) : choicesInChangelog(text);
    found.push(...(await dated(choices, path, source, times, checkout)).filter(isRecent));
  }
  return { found, adr: adrFolders(paths) };

  /** Of a part of the history, what was written before it is left out. */
  function isRecent({ place }: FoundWriting): boolean {
    return !asked.isLimited || place.at !== undefined || place.commit === undefined;
  }
}

async function dated(
  choices: readonly ChoiceInFile[],
  path: string,
  source: HarvestSource,
  times: ReadonlyMap<string, Date>,
  checkout: HarvestDeps["checkout"],
): Promise<FoundWriting[]> {
  const lines = choices.map(({ line }) => line);
  if (lines.length === 0) return [];
  const origins = await checkout.origins(path, Math.min(...lines), Math.max(...lines));
  const written = new Map(origins.map(({ line, commit }) => [line, commit]));
  return choices.map(({ line, ...choice }) => {
    const commit = written.get(line);
    const at = commit === undefined ? undefined : times.get(commit);
    return { ...choice, source, origin: "written", place: { file: path, line, commit, at }, files: [] };
  });
}

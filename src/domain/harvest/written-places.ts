/** Files that say how agents are to work in a repository, by the names that clients read. */
const RULES_FILE =
  /(?:^|\/)(?:CLAUDE|AGENTS?|GEMINI|CONVENTIONS|WARP)(?:\.local)?\.md$|(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules)$|(?:^|\/)(?:\.cursor\/rules|\.windsurf\/rules|\.clinerules|\.claude\/rules|\.roo\/rules)\/.+\.(?:mdc?|txt)$|(?:^|\/)(?:copilot-instructions|[\w.-]+\.instructions)\.md$/i;
const CHANGELOG =
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE[-_]?NOTES|BREAKING[-_]?CHANGES)(?:\.(?:md|markdown|rst|txt))?$/i;
const ADR_FOLDER =
  /^((?:.+\/)?(?:adrs?|decisions?|decision-records?|architecture[-_]decisions?|architectural[-_]decisions?))\/[^/]+\.(?:md|markdown)$/i;
/** Numbers or dates, as the tools name records. */
const ADR_NAME = /(?:^|\/)(?:adr[-_]?)?\d{2,8}[-_.][^/]*\.(?:md|markdown)$/i;
const NOT_OURS =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|fixtures?|__fixtures__|templates?|examples?|testdata|(?:[\w-]+-)?tests?)\//i;

export const isRulesFile = (path: string): boolean => RULES_FILE.test(path) && !NOT_OURS.test(path);
export const isChangelog = (path: string): boolean => CHANGELOG.test(path) && !NOT_OURS.test(path);

/** A folder of architecture decision records, which an import reads better than any rule here. */
export interface AdrFolderFound {
  readonly folder: string;
  readonly records: number;
}

export function adrFolders(paths: readonly string[]): AdrFolderFound[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = ADR_FOLDER.exec(path)?.[1];
    if (folder === undefined || !ADR_NAME.test(path) || NOT_OURS.test(path)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .map(([folder, records]) => ({ folder, records }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

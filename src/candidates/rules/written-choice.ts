import { isStopWord } from "../../decisions/index.ts";
import type { CommittedFile } from "../../shared/ports.ts";
import { searchTerms } from "../../shared/words/search-text.ts";
import type { CandidateOrigin } from "./candidate.ts";
import { type ChoiceParts, HAS_VERB, partsOf, withoutEmphasis } from "./choice-parts.ts";
import { statedChoice } from "./find-choices.ts";

/** A decision that seems to stand in something that is written already. Its texts are as they were written. */
export interface WrittenChoice {
  /** The words as they stand there. */
  readonly quote: string;
  /** The choice as a sentence that stands alone. */
  readonly statement: string;
  /** What was chosen against, where the words say so. */
  readonly alternatives: readonly string[];
  /** The reason, where the words give one. */
  readonly reasoning?: string | undefined;
  /** How sure the rule is that found it, from 1 on; what is surest is shown first. */
  readonly strength: number;
}

/** `…, as its document does`: a comparison. */
const COMPARISON = /\b(?:does|did|do|has(?: it)?|have(?: it)?|is|are|was|were|says?)$/i;
/** More commas than a reason has. */
const LIST = /,.*,/;
const OTHER_VERB = /\b(?:would|could|must|may|came|said|kept|stays?|stands?|holds?|\w{3,}ed)\b/i;
const SPOKEN = /^(?:we|i|let'?s|let us)\b/i;

/**
 * A written sentence taken apart. People write more carefully than they talk: after a colon stands a list as often as a
 * reason, and `otherwise` and `as` give one only after a mark.
 */
export function writtenParts(text: string, masked: string): ChoiceParts {
  const parts = partsOf(text, masked, 0, false);
  const { reasoning, maskedMain } = parts;
  if (reasoning === undefined) return parts;
  const word = masked.slice(maskedMain.length);
  const isNone =
    (/^:\s/.test(word) && (LIST.test(reasoning) || !isClause(reasoning) || reasoning.startsWith("`"))) ||
    /^\s*otherwise\b|^\W*since\s*[,.;]/i.test(word) ||
    (/^[,;(]\s*as\b/i.test(word) && COMPARISON.test(reasoning));
  return isNone ? { main: text, maskedMain: masked, alternatives: parts.alternatives } : parts;
}

const isClause = (text: string): boolean => HAS_VERB.test(text) || OTHER_VERB.test(text);

/** The choice as a sentence that stands alone. What somebody says of themselves is said as what to do. */
export function statedInWriting(main: string): string {
  if (SPOKEN.test(main)) return statedChoice(main);
  const text = withoutEmphasis(main).replace(/[\s,;:.!–—-]+$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

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

/** What was looked through; the report counts by it. */
export const HARVEST_SOURCES = ["commits", "reverts", "rules", "changelogs", "named"] as const;
export type HarvestSource = (typeof HARVEST_SOURCES)[number];

/** Where a choice stands, in words that nobody has screened yet. */
export interface Place {
  readonly commit?: string | undefined;
  readonly subject?: string | undefined;
  readonly pr?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly isOutside?: boolean | undefined;
  readonly at?: Date | undefined;
}

export interface FoundWriting extends WrittenChoice {
  readonly source: HarvestSource;
  readonly origin: CandidateOrigin;
  readonly place: Place;
  /** The files that the commit changed. */
  readonly files: readonly string[];
}

/** The surest first, and the newest among those that are equally sure. */
export function surestFirst(a: FoundWriting, b: FoundWriting): number {
  return b.strength - a.strength || timeOf(b) - timeOf(a);
}

const timeOf = ({ place }: FoundWriting): number => place.at?.getTime() ?? 0;

/** What kinds of files a commit changed, as far as it tells choices from chores. Of a merge nothing is known. */
export interface Touched {
  readonly onlyTests: boolean;
  readonly onlyDocs: boolean;
  /** What the program depends on, or how it is built. */
  readonly manifest: boolean;
}

const TEST =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|fixtures|benchmarks?|bench|examples?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.go$/i;
const DOCS = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:docs?|website)\//i;
/** What says how people work together is no documentation of the code. */
const RULES = /(?:^|\/)(?:CONTRIBUTING|GOVERNANCE|MAINTAINERS|SECURITY|AGENTS|CLAUDE|GEMINI)\b/i;
const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|setup\.(?:py|cfg)|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|[\w.-]+\.csproj|Dockerfile|\.travis\.yml|tsconfig[\w.-]*\.json)$/i;

export function touchedBy(files: readonly CommittedFile[]): Touched {
  const every = (matches: (path: string) => boolean): boolean =>
    files.length > 0 && files.every(({ path }) => matches(path));
  return {
    onlyTests: every((path) => TEST.test(path)),
    onlyDocs: every((path) => (DOCS.test(path) && !RULES.test(path)) || TEST.test(path)),
    manifest: files.some(({ path }) => MANIFEST.test(path)),
  };
}

/** So much of two statements is the same by no chance. */
const LEAST_SHARE = 0.8;

/** Tells whether a statement is among others in the same words, in whatever order. */
export function statedAlready(statements: readonly string[]): (statement: string) => boolean {
  const known = statements.map(wordsOf);
  const byWord = new Map<string, number[]>();
  known.forEach((words, i) => {
    for (const word of words) {
      const having = byWord.get(word);
      if (having) having.push(i);
      else byWord.set(word, [i]);
    }
  });
  return (statement) => {
    const words = wordsOf(statement);
    const shared = new Map<number, number>();
    for (const word of words) for (const i of byWord.get(word) ?? []) shared.set(i, (shared.get(i) ?? 0) + 1);
    return [...shared].some(([i, both]) => {
      const all = words.size + (known[i]?.size ?? 0) - both;
      return both >= LEAST_SHARE * all;
    });
  };
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(searchTerms(text).filter((word) => !isStopWord(word)));

/** How long a person looks at one candidate: a statement, a quotation and where it stands, answered with one key. */
const SECONDS_PER_CANDIDATE = 10;

const NUMBERS = [
  "",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** `about six minutes`. */
export function reviewTime(candidates: number): string {
  const minutes = Math.round((candidates * SECONDS_PER_CANDIDATE) / 60);
  if (minutes < 1) return "less than a minute";
  return `about ${NUMBERS[minutes] ?? minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}

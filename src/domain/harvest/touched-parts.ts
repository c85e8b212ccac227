import type { CommittedFile } from "../shared/ports.ts";

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

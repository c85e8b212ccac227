/** How one can know which commits carried a decision out. */
export type CarriedHow =
  | "linked commit"
  | "squash of the linked pull request"
  | "merge of the linked pull request"
  | "merge of the branch"
  | "message names the decision"
  | "first commit on its files";

export type AnchorState = "holds" | "changed" | "gone";

export interface FixtureAnchor {
  /** The path when the decision was carried out. */
  readonly path: string;
  /** The commit from which it is counted: the last one that carried the decision out. */
  readonly commit: string;
  /** The path at the end; null when it is gone. */
  readonly now: string | null;
  readonly state: AnchorState;
}

export interface FixtureDecision {
  readonly key: string;
  readonly statement: string;
  readonly alternatives: readonly string[];
  readonly reasoning: string;
  /** When it was captured. */
  readonly at: string;
  /** What was checked out at the capture. */
  readonly branch: string;
  readonly head: string;
  /** Paths at the time of the capture; one may come into being with the commit that carries the decision out. */
  readonly files: readonly string[];
  readonly linkedPr?: string;
  readonly linkedCommit?: string;
  /** Commits whose message names the id that `idOf` gave. */
  readonly mentionedIn?: readonly string[];
  /** An npm package that the statement names. */
  readonly dependency?: string;
  /** 30 days after the capture. */
  readonly due: string;
  /** Null when nothing on main carried it out. `merge` is the commit that brought the others to main. */
  readonly carried: {
    readonly how: CarriedHow;
    readonly commits: readonly string[];
    readonly merge?: string;
    readonly landedAt: string;
  } | null;
  /** A revert on main, which may have come after the due date and may have been taken back. */
  readonly reverted: {
    readonly by: string;
    readonly at: string;
    readonly form: "sha" | "short sha" | "two shas" | "subject" | "pull request" | "merge";
    readonly takenBack: { readonly by: string; readonly at: string } | null;
  } | null;
  /** On main and not reverted when it was due; null when it was not due by the end of the history. */
  readonly survived: boolean | null;
  /** Commits "fix: …" on the same files within 14 days after it came to main. */
  readonly fixes: readonly string[];
  readonly anchors: readonly FixtureAnchor[];
}

export interface FixtureFunctionAnchor {
  readonly decision: string;
  readonly path: string;
  readonly symbol: string;
  /** The line of the declaration in `commit`. */
  readonly line: number;
  readonly commit: string;
  readonly state: AnchorState;
  readonly now: { readonly path: string; readonly line: number } | null;
}

export interface FixtureCommit {
  readonly sha: string;
  readonly at: string;
  readonly subject: string;
  readonly parents: readonly string[];
  /** What differs from the first parent; a rename counts as both paths. */
  readonly paths: readonly string[];
  readonly onMain: boolean;
}

export interface FixtureRepository {
  readonly root: string;
  readonly head: string;
  /** The time of the last commit. */
  readonly end: string;
  readonly commits: readonly FixtureCommit[];
  readonly decisions: readonly FixtureDecision[];
  readonly functionAnchors: readonly FixtureFunctionAnchor[];
  /** Places at the end of the history, and the key of the decision that a maintainer would name there. */
  readonly places: readonly { readonly path: string; readonly line?: number; readonly decision: string }[];
  /** Keys of decisions whose dependency is not in package.json any more. */
  readonly goneDependencies: readonly string[];
}

export function makeFixtureRepository(
  folder: string,
  options?: { readonly idOf?: (key: string) => string },
): FixtureRepository;

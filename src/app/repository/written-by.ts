import type { LineOrigin } from "../../domain/shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../domain/shared/scope.ts";
import type { RepositoryDeps } from "./deps.ts";
import type { FoundAt } from "./found-at-place.ts";
import type { Place } from "./read-place.ts";

/** A longer function has many authors, and blaming it takes long. */
const MOST_LINES = 200;
const MOST_COMMITS = 8;
/** In a long history of a large file the answer would be late. */
const LONGEST_MS = 700;

export interface LineOrigins {
  readonly found: readonly FoundAt[];
  /** When the line was committed. */
  readonly writtenAt?: Date | undefined;
}

/** Who wrote a line and the function around it. Undefined if that takes too long: others know something, too. */
export async function readOrigins(
  { path, line, symbol, lines }: Place,
  { checkout }: Pick<RepositoryDeps, "checkout">,
): Promise<readonly LineOrigin[] | undefined> {
  const at = line ?? symbol?.first;
  if (at === undefined || !lines || at > lines.length) return [];
  const around = symbol && symbol.last - symbol.first < MOST_LINES ? symbol : { first: at, last: at };
  const read = checkout.origins(path, around.first, Math.min(around.last, lines.length));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, undefined);
  });
  return Promise.race([read, late])
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}

/** The decisions that were carried out by the commits that wrote a line and the function around it. */
export async function writtenBy(
  { line }: Place,
  origins: readonly LineOrigin[],
  scope: Scope,
  deps: RepositoryDeps,
): Promise<LineOrigins> {
  const own = line === undefined ? undefined : origins.find((one) => one.line === line)?.commit;
  const others = mostLines(origins).filter((commit) => commit !== own);
  const commits = [...(own === undefined ? [] : [own]), ...others].slice(0, MOST_COMMITS);
  const found = await Promise.all(
    commits.map(async (commit) =>
      (await decisionsOf(commit, scope, deps)).map(
        (decision): FoundAt => ({ decision, by: commit === own ? "line" : "function" }),
      ),
    ),
  );
  const [written] = own === undefined ? [] : await deps.checkout.commitsOf([own]);
  return { found: found.flat(), writtenAt: written?.at };
}

/** The commits of these lines, those of most lines first. */
function mostLines(origins: readonly LineOrigin[]): string[] {
  const counts = new Map<string, number>();
  for (const { commit } of origins)
    if (commit !== undefined) counts.set(commit, (counts.get(commit) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([commit]) => commit);
}

async function decisionsOf(commit: string, scope: Scope, { store }: RepositoryDeps): Promise<string[]> {
  const [carried, reported] = await Promise.all([
    store.decisionsOfCommit(scope, commit),
    scope === ALL_PROJECTS ? [] : store.reportsNaming(scope, { commits: [commit] }),
  ]);
  return [...carried, ...reported.filter(({ kind }) => kind === "carried").map(({ decision }) => decision)];
}

import { Fault, type Notice } from "../../shared/errors.ts";
import type { Commit, FileChange } from "../../shared/ports.ts";
import { startScreening } from "../../shared/screening.ts";
import type { Checkpoint } from "../rules/checkpoint.ts";
import type { Claim } from "../rules/continuity.ts";
import { type Doubt, doubtsAbout, type Excerpt, pathsIn } from "../rules/restart.ts";
import type { ContinuityDeps } from "./deps.ts";

/** More files than a session has open. */
const MOST_PATHS = 200;
const WHOLE_REPOSITORY = ".";

export interface RepositoryChanges {
  readonly head: Commit;
  readonly commits: Excerpt<Commit>;
  /** Changes of the files that were open at the checkpoint. */
  readonly openFiles: readonly FileChange[];
}

export interface RepositoryAnswer {
  readonly repository?: RepositoryChanges | undefined;
  readonly doubts: readonly Doubt[];
  readonly notices: readonly Notice[];
  /** False if there is a repository but reading it failed. */
  readonly known: boolean;
}

/** The changes of the code since a checkpoint, and the verified claims that they make doubtful. */
export async function repositoryChanges(
  checkpoint: Checkpoint,
  claims: readonly Claim[],
  limit: number,
  deps: ContinuityDeps,
): Promise<RepositoryAnswer> {
  try {
    return await queryRepository(checkpoint, claims, limit, deps);
  } catch (error) {
    const fault = Fault.from(error);
    if (fault.code === "internal") throw error;
    const text = `Whether files changed since, and whether what was verified still holds, is unknown: ${fault.sentence}`;
    return { doubts: [], notices: [{ text, remedies: fault.remedies }], known: false };
  }
}

async function queryRepository(
  { createdAt, head: from, openFiles }: Checkpoint,
  claims: readonly Claim[],
  limit: number,
  { checkout, secrets }: ContinuityDeps,
): Promise<RepositoryAnswer> {
  const head = await checkout.head();
  if (!head) {
    const notice =
      "No git repository of the project was looked at: whether files changed since is unknown, so check again what was verified.";
    return { doubts: [], notices: [notice], known: true };
  }
  const named = claims.filter(({ status }) => status === "verified").flatMap(({ text }) => pathsIn(text));
  const [{ commits, total }, open, touched, gone] = await Promise.all([
    checkout.commitsSince(createdAt, limit, from),
    checkout.changesSince(createdAt, openFiles.slice(0, MOST_PATHS), from),
    checkout.changesSince(createdAt, [WHOLE_REPOSITORY, ...named].slice(0, MOST_PATHS), from),
    from === undefined ? [] : checkout.goneCommits([from]),
  ]);
  const screen = startScreening(secrets);
  // Text from the repository has not been screened yet.
  const clean = (commit: Commit): Commit => ({ ...commit, subject: screen.text("commit", commit.subject) });
  const files = touched.filter(({ path }) => path !== WHOLE_REPOSITORY);
  const known = new Set(files.map(({ path }) => path));
  return {
    repository: {
      head: clean(head),
      commits: { items: commits.map(clean), total },
      openFiles: open.map((change) => ({ ...change, path: screen.text("path", change.path) })),
    },
    doubts: doubtsAbout(claims, {
      files: [...files, ...open.filter(({ path }) => !known.has(path))],
      commits: total,
      any: touched.length > 0 || total > 0,
    }),
    notices:
      gone.length > 0
        ? [
            `The commit that was checked out then (${gone[0]?.slice(0, 10)}) is not part of the history that is checked out now: this is another branch or repository, or history was rewritten.`,
          ]
        : [],
    known: true,
  };
}

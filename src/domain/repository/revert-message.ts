import type { WholeCommit } from "../shared/ports.ts";

/** What a commit says that it takes back, each as it is named. */
export interface NamedReverts {
  /** Commits, whole or shortened. */
  readonly commits: readonly string[];
  /** The first line of the commit. */
  readonly subject?: string | undefined;
  /** Numbers of pull requests. */
  readonly prs: readonly number[];
}

/** git's own sentence, which begins a line. In the middle of one somebody speaks about reverting. */
const THIS_REVERTS = /^This reverts commits? ((?:[0-9a-f]{7,64}(?![\w-])(?:,? and |, |[ \n])?)+)/gim;
const COMMIT = /\b[0-9a-f]{7,64}\b/gi;
/** What hosting services write below the first line of a revert. */
const REVERTS_PR = /^(?:Reverts|This reverts merge request) (?:[\w.-]+(?:\/[\w.-]+)+)?[#!](\d+)\s*\.?\s*$/gim;
const FROM_COMMIT = /\(reverted from commit ([0-9a-f]{7,64})\)$/i;
const REVERT_BRANCH = /^Merge pull request #\d+ from [^\s/]+\/revert-(\d+)-/;
const QUOTED = /^Revert:? "(.+)"(?!\w)/i;
/** `revert: feat: …`. What follows has to be the first line of another commit, or it is prose. */
const UNQUOTED = /^revert(?:\([^)]*\))?(?::\s*| )(\S+\s+\S.*?)(?:\s\([#!]\d+\))?$/i;
/** Newer versions of git name the revert of a revert so. */
const AGAIN = /^Re(?:apply|land):? "(.+)"(?!\w)/i;

export function namedReverts({ subject, body }: Pick<WholeCommit, "subject" | "body">): NamedReverts {
  const named = subjectTakenBack(subject);
  const own = named === undefined ? body.slice(0, startOfList(body)) : body;
  const from = FROM_COMMIT.exec(subject)?.[1];
  const commits = [...own.matchAll(THIS_REVERTS)].flatMap(([, list = ""]) => list.match(COMMIT) ?? []);
  const prs = [...own.matchAll(REVERTS_PR)].map(([, number]) => Number(number));
  const branch = REVERT_BRANCH.exec(subject)?.[1];
  return {
    commits: [...new Set([...commits, ...(from === undefined ? [] : [from])].map((id) => id.toLowerCase()))],
    ...(named !== undefined && { subject: named }),
    prs: [...new Set([...prs, ...(branch === undefined ? [] : [Number(branch)])])],
  };
}

/** A squash lists the messages of its commits, of which one may take back another. */
function startOfList(body: string): number {
  const at = body.search(/^\* /m);
  return at < 0 ? body.length : at;
}

export const namesSomething = ({ commits, subject, prs }: NamedReverts): boolean =>
  commits.length > 0 || subject !== undefined || prs.length > 0;

function subjectTakenBack(subject: string): string | undefined {
  const again = AGAIN.exec(subject)?.[1];
  if (again !== undefined) return `Revert "${again}"`;
  return QUOTED.exec(subject)?.[1] ?? UNQUOTED.exec(subject)?.[1];
}

import { createHash } from "node:crypto";
import type { CommittedFile, WholeCommit } from "../../src/shared/ports.ts";
import { DAY } from "./decisions.ts";

export const hours = (n: number): Date => new Date(DAY.getTime() + n * 3_600_000);

export type Made = Partial<Omit<WholeCommit, "files">> & {
  readonly files?: readonly (string | CommittedFile)[];
};

/**
 * A history that is written down commit by commit, one hour after the other. Each has the one before it as its parent,
 * unless it says otherwise. A file is a path, or says more.
 */
export function writtenHistory() {
  const commits: WholeCommit[] = [];
  return {
    commits,
    commit(subject: string, { files = [], ...given }: Made = {}): WholeCommit {
      const before = commits.at(-1);
      const made: WholeCommit = {
        id: createHash("sha1").update(`${commits.length} ${subject}`).digest("hex"),
        parents: before ? [before.id] : [],
        at: hours(commits.length + 1),
        subject,
        body: "",
        ...given,
        files: files.map((file) => (typeof file === "string" ? { path: file, kind: "changed" } : file)),
      };
      commits.push(made);
      return made;
    },
  };
}

export const revertOf = ({
  id,
  subject,
}: Pick<WholeCommit, "id" | "subject">): [string, { body: string }] => [
  `Revert "${subject}"`,
  { body: `This reverts commit ${id}.` },
];

import type { CommittedFile } from "../shared/ports.ts";

/** Files under the names that they have had, one history at a time. */
export interface FollowedFiles {
  /** Whether a commit changes one of them. One that only gives them other names changes none. */
  touches(files: readonly CommittedFile[]): boolean;
  /** Call it with each commit, oldest first. */
  follow(files: readonly CommittedFile[]): void;
}

/** Files and folders. */
export function followedFiles(named: readonly string[]): FollowedFiles {
  const paths = new Set(named);
  const isOne = (path: string): boolean => {
    if (paths.has(path)) return true;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      if (paths.has(path.slice(0, end))) return true;
    return false;
  };
  return {
    touches: (files) => files.some(({ path, kind }) => kind !== "renamed" && isOne(path)),
    follow(files) {
      for (const { path, kind, from } of files)
        if (kind === "renamed" && from !== undefined && isOne(from)) paths.add(path);
    },
  };
}

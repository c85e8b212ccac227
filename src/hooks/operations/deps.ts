import type { ComparableVector } from "../../recall/index.ts";

import type { Clock, Ids, Log, SecretScanner } from "../../shared/ports.ts";
import type { Connection } from "../../store/file/connection.ts";
import type { HookEvent } from "../rules/hook-session.ts";

/** What handling an event needs: little, because a program that only handles one has to start fast. */
export interface HookDeps {
  readonly memory: Connection;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly log: Log;
  /** Undefined if it cannot be had in time; then words are searched. */
  meaningOf(text: string): Promise<ComparableVector | undefined>;
  /** The branch and the commit that are checked out in a folder, and the path of a file in its repository. */
  readonly worktree: Worktree;
  /** Whether the tools that are listed depend on what the work is about, as prompts show it. */
  readonly detectsContext: boolean;
  /** The events that are switched off, for everybody or in this project. */
  readonly off: ReadonlySet<HookEvent>;
}

export interface Worktree {
  checkedOut(
    folder: string,
  ): Promise<{ readonly branch?: string | undefined; readonly head?: string | undefined } | undefined>;
  /** Undefined for a file outside the repository of the folder. */
  pathIn(folder: string, file: string): Promise<string | undefined>;
}

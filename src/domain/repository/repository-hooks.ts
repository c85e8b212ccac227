/** The hooks of git that say that there is something new to read. */
export const GIT_HOOKS = ["post-commit", "post-merge"] as const;
export type GitHook = (typeof GIT_HOOKS)[number];

/** What became of one of them, or what it is. */
export interface HookState {
  readonly hook: GitHook;
  readonly path: string;
  /** `ours`: the file has nothing else. `joined`: it has more. `other`: it has nothing of ours. */
  readonly state: "missing" | "ours" | "joined" | "other";
  /** Why it was left as it is. */
  readonly left?: string | undefined;
}

/** The hooks of the repository that the work is in. Files of others keep what they have, byte by byte. */
export interface RepositoryHooks {
  /** Undefined outside a repository. */
  states(): Promise<readonly HookState[] | undefined>;
  /** Adds the command to each hook, so that git runs it beside what else is there and does not wait for it. */
  install(command: readonly string[]): Promise<readonly HookState[] | undefined>;
  /** Takes it out again, and a file that has nothing else with it. */
  remove(): Promise<readonly HookState[] | undefined>;
}

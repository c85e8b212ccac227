/**
 * What the caller can do after a refusal, or next after a result. The core picks the remedy, and every vocabulary puts
 * it into its own words: a tool over MCP, a command on the command line.
 */
export type Remedy =
  // Change the call.
  | { readonly remedy: "send-plain-text"; readonly field: string }
  | { readonly remedy: "send-one-of"; readonly fields: readonly string[] }
  | { readonly remedy: "name-project" }
  | { readonly remedy: "create-folder" }
  | { readonly remedy: "prefer-side" }
  | { readonly remedy: "set-project" }
  | { readonly remedy: "name-team-server" }
  | { readonly remedy: "choose-shared" }
  | { readonly remedy: "use-server-anyway" }
  | { readonly remedy: "confirm-fingerprint"; readonly fingerprint: string }
  // Look something up.
  | { readonly remedy: "list-decisions" }
  | { readonly remedy: "list-due" }
  | { readonly remedy: "list-skills" }
  | { readonly remedy: "list-insights" }
  | { readonly remedy: "list-pending-links" }
  | { readonly remedy: "list-proposals" }
  | { readonly remedy: "list-candidates" }
  | { readonly remedy: "list-keys" }
  | { readonly remedy: "list-imports" }
  | { readonly remedy: "list-backups" }
  | { readonly remedy: "list-projects" }
  | { readonly remedy: "list-guidance" }
  | { readonly remedy: "list-members" }
  | { readonly remedy: "show-team" }
  | { readonly remedy: "show-latest-checkpoint" }
  | { readonly remedy: "get-confidence-guidance" }
  | { readonly remedy: "run-doctor" }
  | { readonly remedy: "examine-damage" }
  | { readonly remedy: "bring-back-memory" }
  // Do something.
  | { readonly remedy: "record-outcome" }
  | { readonly remedy: "relearn-skills" }
  | { readonly remedy: "save-checkpoint" }
  | { readonly remedy: "propose-link" }
  | { readonly remedy: "supersede-decision"; readonly id: string }
  | { readonly remedy: "reject-pending-link" }
  | { readonly remedy: "approve-link-all-the-same"; readonly id: string }
  | { readonly remedy: "back-up-links" }
  | { readonly remedy: "create-key" }
  | { readonly remedy: "export-json" }
  | { readonly remedy: "import-json"; readonly file: string }
  | { readonly remedy: "overwrite-file" }
  | { readonly remedy: "switch-model" }
  | { readonly remedy: "fit-model" }
  | { readonly remedy: "sync-team" }
  // Ask a person to do it.
  | { readonly remedy: "retract-decision"; readonly id: string }
  | { readonly remedy: "edit-decision"; readonly id: string }
  | { readonly remedy: "restore-decision"; readonly id: string }
  | { readonly remedy: "merge-decisions"; readonly keep: string; readonly duplicate: string }
  | { readonly remedy: "supersede-by"; readonly supersedes: readonly string[]; readonly by: string }
  | { readonly remedy: "reopen-decision"; readonly id: string }
  | ({ readonly remedy: "replace-decision" } & Replacement)
  | { readonly remedy: "accept-proposal"; readonly id: string }
  | { readonly remedy: "reject-link"; readonly id: string }
  | { readonly remedy: "erase-memory"; readonly id: string }
  | { readonly remedy: "restore-backup"; readonly file: string; readonly project: string }
  | { readonly remedy: "undo-import-all-the-same"; readonly run: string }
  | { readonly remedy: "rotate-key"; readonly id: string }
  | ({ readonly remedy: "move-project" } & MoveBetweenProjects)
  | { readonly remedy: "undo-project-move" }
  | { readonly remedy: "join-team" }
  | { readonly remedy: "leave-team"; readonly project: string }
  | { readonly remedy: "trust-project" };

/** Everything of one project to another, which may have records of its own. */
export interface MoveBetweenProjects {
  readonly from: string;
  readonly to: string;
  readonly merges: boolean;
}

/** A decision that only a person can save, because it replaces one of theirs. */
export interface Replacement {
  readonly statement: string;
  readonly topic?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly supersedes: readonly string[];
  readonly project: string;
}

/**
 * A message that comes with a result. Its field and remedies are separate from the text, so that each vocabulary can
 * use its own names: it puts the field before the text and the remedies after it.
 */
export type Notice =
  | string
  | {
      /** A field of the operation's input. */
      readonly field?: string | undefined;
      readonly text: string;
      readonly remedies?: readonly Remedy[] | undefined;
    };

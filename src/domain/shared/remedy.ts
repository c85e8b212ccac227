/**
 * What would help after a refusal or beside a result. The core says which of these it is, and every vocabulary says it
 * in its own words: a tool over MCP, a command on the command line.
 */
export type Remedy =
  // About the call itself.
  | { readonly remedy: "send-plain-text"; readonly field: string }
  | { readonly remedy: "send-one-of"; readonly fields: readonly string[] }
  | { readonly remedy: "name-project" }
  | { readonly remedy: "set-project" }
  // What shows more.
  | { readonly remedy: "list-decisions" }
  | { readonly remedy: "list-due" }
  | { readonly remedy: "list-skills" }
  | { readonly remedy: "list-insights" }
  | { readonly remedy: "list-pending-links" }
  | { readonly remedy: "list-proposals" }
  | { readonly remedy: "list-keys" }
  | { readonly remedy: "list-imports" }
  | { readonly remedy: "show-latest-checkpoint" }
  | { readonly remedy: "get-confidence-guidance" }
  | { readonly remedy: "run-doctor" }
  // What does something.
  | { readonly remedy: "record-outcome" }
  | { readonly remedy: "relearn-skills" }
  | { readonly remedy: "save-checkpoint" }
  | { readonly remedy: "propose-link" }
  | { readonly remedy: "reject-pending-link" }
  | { readonly remedy: "approve-link-all-the-same"; readonly id: string }
  | { readonly remedy: "back-up-links" }
  | { readonly remedy: "create-key" }
  | { readonly remedy: "export-json" }
  | { readonly remedy: "switch-model" }
  // What is for a person to do.
  | { readonly remedy: "retract-decision"; readonly id: string }
  | ({ readonly remedy: "replace-decision" } & Replacement)
  | { readonly remedy: "accept-proposal"; readonly id: string }
  | { readonly remedy: "reject-link"; readonly id: string }
  | { readonly remedy: "erase-memory"; readonly id: string }
  | { readonly remedy: "restore-backup"; readonly file: string; readonly project: string }
  | { readonly remedy: "undo-import-all-the-same"; readonly run: string }
  | { readonly remedy: "rotate-key"; readonly id: string };

/** A decision that a person would have to make, because it takes the place of one of theirs. */
export interface Replacement {
  readonly statement: string;
  readonly topic?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly supersedes: readonly string[];
  readonly project: string;
}

/**
 * What a reply says besides its result. The field that it is about, and what would help, stand beside the text, so that
 * each vocabulary can name them in its own words: the field before the text, the remedies after it.
 */
export type Notice =
  | string
  | {
      /** A field of the operation's input. */
      readonly field?: string | undefined;
      readonly text: string;
      readonly remedies?: readonly Remedy[] | undefined;
    };

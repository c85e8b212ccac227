/** What other rooms do when a checkpoint or an insight is saved. `app/follow-up.ts` implements it. */
export interface NoteFollowUp {
  /** Runs in the background. */
  saved(): void;
}

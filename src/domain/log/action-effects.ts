import type { RecordKind } from "../shared/ids.ts";

/** What somebody who follows the log has to know about an action. */
export interface ActionEffects {
  /** The kind of record that the entry names. */
  readonly kind: RecordKind;
  /**
   * What it writes. `said`: what somebody said, which can be made again from the log. `derived`: what is computed from
   * the said, and can be computed again. `local`: what concerns this machine alone.
   */
  readonly writes: "said" | "derived" | "local";
  /**
   * What holds if two machines did it to the same record without knowing of each other: `both` are kept, the `last` by
   * time and then id, the `first` in the order that the machines agree on, or this one `always`, whatever came before or
   * comes after. `never` means that it does not leave its machine.
   */
  readonly merges: "both" | "last" | "first" | "always" | "never";
  /** Answers that were computed before the action may be different now. */
  readonly changesAnswers: boolean;
  /** The links that may have changed: those of the decision or link that the entry names, or any. */
  readonly changesLinks: "none" | "of-decision" | "of-link" | "any";
  /** The areas of resources that changed; `decision` and `domains` are those behind the record. */
  readonly areas: readonly ("decisions" | "standings" | "outcomes" | "skills" | "decision" | "domains")[];
  /** The record is gone afterwards, with all that was computed from it. */
  readonly removes?: true;
  /** The record has other words afterwards, so what was computed from the earlier ones is gone. */
  readonly replacesText?: true;
  /** An import writes it, or takes it back, so it does not show that somebody worked on the record since. */
  readonly byImport?: true;
  /** All that is derived was made again, in every project, so anything that was computed from it may be different. */
  readonly rebuilds?: true;
  /** The context of the project changed, which the list of tools may follow. */
  readonly changesContext?: true;
  /** Only in logs of version 0.1.0, and no longer written. */
  readonly retired?: true;
}

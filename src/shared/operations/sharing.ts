import type { Notice } from "../errors.ts";

/** What a write was about, for a team that the project may be shared with. */
export interface SharedWrite {
  readonly project: string;
  /**
   * The records that something was said about: none if what was said stays on this machine, as a draft does. `many` if
   * it is not worth naming them.
   */
  readonly records: readonly string[] | "many";
  /** Those among them of which only one machine can have it its way: a decision to replace, a proposal to settle. */
  readonly claims?: readonly string[] | undefined;
}

/** A claim that another machine was first with. */
export interface LostTo {
  readonly subject: string;
  /** What was first. */
  readonly winner: string;
  /** The decision that was kept as a draft, if one was. */
  readonly draft?: string | undefined;
  /** Where a person says what becomes of the draft. */
  readonly proposal?: string | undefined;
}

/** How one call gets along with the team, if there is one. It knows what the reply should say of it. */
export interface CallSharing {
  /** Told after a write. Waits for the team only if something was claimed, and not for long. Never throws. */
  written(write: SharedWrite): Promise<readonly LostTo[]>;
  /** Told after an answer that would be another one if others of the team had said something meanwhile. Never throws. */
  answered(project: string): Promise<void>;
  /** What the reply should say. Each is given once. */
  takeNotices(): readonly Notice[];
}

/** What an operation says to a team, found in its result. */
export interface Shares<O> {
  records(done: O): SharedWrite["records"];
  claims?(done: O): readonly string[];
  /** The result if others were first with some of what was claimed. */
  withoutLost?(done: O, lost: readonly LostTo[]): O;
}

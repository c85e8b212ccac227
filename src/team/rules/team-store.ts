import type { OrderedChange } from "./member-change.ts";
import type { SetAsideReason } from "./membership.ts";
import type { SharedPartsOf } from "./team-log.ts";

/** What would be shared, for a person to look at before joining. */
export interface SharePreview {
  readonly decisions: number;
  readonly outcomes: number;
  readonly signals: number;
  readonly links: number;
  readonly insights: number;
  readonly proposals: number;
  /** How many of the decisions have a source passage. */
  readonly withSource: number;
  /** Drafts, which stay here until they are accepted. */
  readonly drafts: number;
}

/** How a change is made ready to leave this machine. */
export interface Sealing {
  sign(header: string): string;
  /** Where the repository is on this machine: paths in it go out relative to it, other absolute paths do not go out. */
  readonly root?: string | undefined;
  readonly home?: string | undefined;
}

/**
 * The machine that captured a decision or an insight: of several changes that claim it, the first in the order of the
 * team. Undefined while it is not known here.
 */
export type CapturedBy = (record: string) => string | undefined;

/** Whether a change of another machine may be applied, by its signature and the role of its author. */
export type Judge = (
  change: OrderedChange,
  /** A machine may erase what it captured itself. Without it, only an admin may erase. */
  capturedBy?: CapturedBy | undefined,
) => SetAsideReason | undefined;

/** A claim of this machine that another one was first with. */
export interface LostClaim {
  /** What was claimed: a decision to replace, a link or a proposal to settle. */
  readonly subject: string;
  /** The decision that was kept as a draft, if one was. */
  readonly draft?: string | undefined;
  readonly proposal?: string | undefined;
  /** What was first: the decision that replaced the subject, or the verdict. */
  readonly winner: string;
}

export interface ReceivedChanges {
  readonly applied: number;
  readonly setAside: number;
  /** Decisions whose outcome is another one now. */
  readonly settled: readonly string[];
  readonly lost: readonly LostClaim[];
  /** Text about erased records came in: the log has to lose it. */
  readonly toErase: readonly SharedPartsOf[];
}

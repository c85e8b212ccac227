import type { Act } from "../../shared/actor.ts";
import type { ChangeKey, OrderedChange, SharedChange } from "./member-change.ts";
import type { Membership, SetAsideReason, TeamProgress } from "./membership.ts";
import type {
  AppendedChange,
  LogCursor,
  LogEntry,
  OfferedChange,
  Projection,
  SharedPartsOf,
} from "./team-log.ts";

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

/** What a store does for a team: hand out what was said here, and apply what was said elsewhere. */
export interface TeamStore {
  teams(): Promise<readonly TeamProgress[]>;
  teamOf(project: string): Promise<TeamProgress | undefined>;
  /**
   * `first` is the change by which this machine came in, with its number, in the same unit of work: without it, nobody
   * would know this machine.
   * @throws Fault `conflict` if the project is shared with a team already.
   */
  joinTeam(membership: Membership, act: Act, first?: (seq: number) => SharedChange): Promise<void>;
  /** What came from others stays. */
  leaveTeam(project: string, act: Act): Promise<void>;
  previewShared(project: string, sharedAfter: number): Promise<SharePreview>;
  /** This machine goes on under another name: what was not confirmed under the old one is shared under the new one. */
  renameOrigin(project: string, origin: string): Promise<void>;
  /**
   * Own changes that the log has not confirmed, oldest first. Those that were not handed out before get their number and
   * are sealed; from then on they are always the same to the letter.
   */
  outgoing(project: string, sealing: Sealing, limit: number): Promise<readonly SharedChange[]>;
  /**
   * Adds a change about members, which is in no audit log, to those that are handed out. It gets the next number of this
   * machine in the same unit of work, so that no other process can hand out the same one.
   */
  addMemberChange(project: string, seal: (seq: number) => SharedChange): Promise<void>;
  memberChanges(
    project: string,
  ): Promise<readonly (SharedChange & { readonly position?: number | undefined })[]>;
  /** Notes the positions that the log gave. */
  confirmShared(project: string, appended: readonly AppendedChange[]): Promise<void>;
  /**
   * Applies entries of the log, in one unit of work with the cursor. What is known already only gets its position.
   * Changes that could not be applied before are tried again.
   */
  receive(
    project: string,
    entries: readonly LogEntry[],
    cursor: LogCursor & { readonly life: number },
    judge: Judge,
    now: Date,
  ): Promise<ReceivedChanges>;
  /** All changes of the team, in the order of the team, confirmed ones first, for a log that lost them. */
  everyChange(
    project: string,
    after: number,
    limit: number,
  ): Promise<{
    readonly changes: readonly OfferedChange[];
    readonly next?: number | undefined;
  }>;
  /** The changes that lost text, as the log must have them. */
  emptiedChanges(project: string, records?: readonly string[]): Promise<readonly SharedPartsOf[]>;
  noteContact(
    project: string,
    contact: { readonly at: Date; readonly problem?: string | undefined },
  ): Promise<void>;
  /** What the projection needs after the entries up to `from`; undefined if own changes wait, which it must not show. */
  projectionAfter(project: string, from: number, most: number): Promise<Projection | undefined>;
  /** Who captured a decision or an insight of a team, as `CapturedBy` says; undefined if it was never shared. */
  sharedOrigin(record: string): Promise<{ readonly project: string; readonly origin: string } | undefined>;
  /** What this machine keeps and does not apply. */
  setAsideChanges(
    project: string,
    limit: number,
  ): Promise<readonly (ChangeKey & { readonly action: string; readonly reason: SetAsideReason })[]>;
  /** Whether all own changes about a record are confirmed, and which claims among them were lost. */
  claimsAbout(
    project: string,
    records: readonly string[],
  ): Promise<{
    readonly confirmed: boolean;
    readonly lost: readonly LostClaim[];
  }>;
}

import type { Clock } from "../../shared/ports.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { PlacedChange } from "../rules/members.ts";
import type { Membership } from "../rules/membership.ts";
import type { LogHead, TeamLog } from "../rules/team-log.ts";
import type { Judge, Sealing } from "../rules/team-store.ts";
import type { SyncOptions } from "./team-sync.ts";

/** The part of this machine in a team, which needs its keys. */
export interface TeamIdentity {
  /** `ownSeq`: see `continuityOf`. @throws OriginTaken if this memory is a copy, or older than what it shared. */
  sealing(team: Membership, ownSeq: number): Promise<Sealing>;
  /** Notes up to which number changes are about to be shared, so that an older copy of the memory is noticed. */
  noteHandedOut(team: Membership, seq: number): Promise<void>;
  /** Judges by these changes about members, and no others. */
  judge(team: Membership, memberChanges: readonly PlacedChange[]): Judge;
  /** Whether the team takes what this machine says. A machine that is not known to be in it yet says so first. */
  mayShare(team: Membership, memberChanges: readonly PlacedChange[]): boolean;
  /** Goes on under another name, because another machine uses this one's. */
  takeNewOrigin(team: Membership): Promise<void>;
}

/** What one project is kept in step with. */
export interface TeamLink {
  readonly teamLog: TeamLog;
  readonly identity: TeamIdentity;
}

export interface RoundDeps extends TeamLink {
  readonly memory: Memory;
  readonly clock: Clock;
  /** Lets waiting calls run. */
  breathe(): Promise<void>;
}

/** What a program remembers from round to round. All of it can be forgotten: the next round then does a little more. */
export interface RoundMemory {
  /** Whether the log was made to lose everything that was erased here, which a killed program may have left undone. */
  emptied: boolean;
  reported?: { readonly at: number; readonly lifeId: string; readonly entry: number } | undefined;
  /** Up to where the projection was when it was seen to be behind. */
  projectionSeen?: number | undefined;
  /** How often the server is still asked to write its files anew, because they have what should not be in them. */
  rewritesLeft: number;
}

export const newRoundMemory = (): RoundMemory => ({ emptied: false, rewritesLeft: 0 });

export interface RoundOptions extends SyncOptions {
  readonly remembered: RoundMemory;
}

/** The log is not the one that this machine knows, or it is gone. */
export class LogLost extends Error {
  readonly head: LogHead | undefined;
  constructor(head: LogHead | undefined) {
    super("The log is not the one that was read before.");
    this.head = head;
  }
}

/** Another machine has shared something under the name of this one. */
export class OriginTaken extends Error {}

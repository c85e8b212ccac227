import { Fault } from "../../shared/errors.ts";
import type { CallSharing, LostTo, SharedWrite } from "../../shared/operations/sharing.ts";
import type { TeamProgress } from "../rules/membership.ts";
import type { GraphAnswer, GraphQuestion, SeenMachine, ServerFinding } from "../rules/team-log.ts";

/** Whether the log of a team answers, as far as is known without asking it. */
export type Contact =
  | { readonly state: "in_touch"; readonly at: Date }
  /** `since`: when it first did not answer. `at`: when it answered last, which is how old the copy here is. */
  | {
      readonly state: "away";
      readonly since: Date;
      readonly why: string;
      readonly at?: Date | undefined;
      /** Seconds until it is tried again. */
      readonly retryAfter: number;
    }
  /** Nobody has asked it lately. */
  | { readonly state: "unknown"; readonly at?: Date | undefined };

/** What became of a write in a shared project when the reply was due. */
export type Sharing =
  /** The project is not shared, or nothing of it is: there is nothing to say. */
  | { readonly as: "local" }
  /** The log has it. */
  | { readonly as: "shared"; readonly lost: readonly LostTo[] }
  /** It waits here. `by`: a program that keeps running shares it, or another one has to. */
  | { readonly as: "waiting"; readonly by: "this" | "another" }
  | { readonly as: "away"; readonly since: Date; readonly why: string }
  /** In the team this machine only reads. */
  | { readonly as: "kept" };

export interface SyncOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
}

export interface SyncProgress {
  /** `returning`: a log that was lost gets everything again. */
  readonly doing: "sharing" | "reading" | "returning" | "projecting";
  readonly done: number;
  readonly total: number;
}

/** What one round did. */
export interface SyncReport {
  /** Changes of others that were applied. */
  readonly received: number;
  readonly setAside: number;
  /** Own changes that the log has now. */
  readonly shared: number;
  readonly lost: readonly LostTo[];
  /** Decisions whose outcome is another one now. */
  readonly settled: readonly string[];
  /** Set if the log had been lost or rolled back, and got everything again. */
  readonly healed: boolean;
  /** Set if the server was made to write its files anew, because they had what should not be in them. */
  readonly rewritten: boolean;
  /** How many entries the log has, and how many of them the projection shows. */
  readonly entries: number;
  readonly projected: number;
}

/** What the log says after an erasure. */
export interface ErasedEverywhere {
  /** Whether the server writes its files anew. */
  readonly rewritten: boolean;
  /** Machines that have not read the erasure yet, so that they may still have the text. */
  readonly behind: readonly SeenMachine[];
}

/** An answer of the graph as of now. */
export interface FreshAnswer extends GraphAnswer {
  readonly at: Date;
  /** How many entries the log had. `asOf` is less if the projection does not show all of them yet. */
  readonly entries: number;
}

/**
 * Keeps the projects of this machine that are shared in step with their teams. Only exclusive claims, and those who ask
 * for the team's latest, wait for it.
 */
export interface TeamSync {
  /** Goes on in the background until it is stopped. */
  start(): void;
  /** Waits for the round that is under way, within a bounded time. */
  stop(): Promise<void>;
  /** The next round comes at once. */
  wake(project?: string): void;
  /** One whole round. @throws Fault of `TeamLog`, or `not_found` if the project is not shared. */
  syncNow(project: string, options?: SyncOptions): Promise<SyncReport>;
  /** What one call has to do with its team, if there is one. */
  sharingOf(scope: string): CallSharing | undefined;
  /** What the reply to a write may say of it. Waits for claims only. Never throws. */
  afterWrite(write: SharedWrite): Promise<Sharing>;
  /** For a program that ends: shares what it wrote, if the log answered a moment ago. Never throws. */
  shareWithin(ms: number): Promise<void>;
  /** Claims of this machine that were found to be lost after their replies. Each is given once. */
  takeNews(project: string): readonly LostTo[];
  /** Undefined if the project is not shared. Does not ask the log. */
  contact(project: string): Promise<Contact | undefined>;
  /**
   * What the graph of the team says now, after everything was read and projected; `question` is asked for then.
   * @throws Fault `unavailable`, with the time after which to try again.
   */
  askFresh(
    project: string,
    question: () => Promise<GraphQuestion>,
    signal?: AbortSignal,
  ): Promise<FreshAnswer | undefined>;
  /** Sees to it that the log loses what was erased here, and its server's files too. @throws Fault of `TeamLog`. */
  eraseEverywhere(project: string): Promise<ErasedEverywhere | undefined>;
  /** How far each shared project is, as the store has it. */
  teams(): Promise<readonly TeamProgress[]>;
  /** @throws Fault of `TeamLog`, or `not_found` if the project is not shared. */
  examine(
    project: string,
  ): Promise<{ readonly version: string; readonly findings: readonly ServerFinding[] }>;
  machines(project: string): Promise<readonly SeenMachine[]>;
}

const notShared = (project: string): Fault =>
  new Fault("not_found", `The project ${project} is not shared with a team.`, {
    field: "project",
    received: project,
    reason: "not_shared",
  });

/** Where nothing is shared. */
export const noTeams: TeamSync = {
  start: () => {},
  stop: async () => {},
  wake: () => {},
  syncNow: async (project) => {
    throw notShared(project);
  },
  sharingOf: () => undefined,
  afterWrite: async () => ({ as: "local" }),
  shareWithin: async () => {},
  takeNews: () => [],
  contact: async () => undefined,
  askFresh: async () => undefined,
  eraseEverywhere: async () => undefined,
  teams: async () => [],
  examine: async (project) => {
    throw notShared(project);
  },
  machines: async () => [],
};

import type { CheckpointStore } from "../../domain/continuity/checkpoint-store.ts";
import type { ContextStore } from "../../domain/continuity/context-store.ts";
import type { DecisionStore } from "../../domain/decisions/decision-store.ts";
import type { OutcomeStore } from "../../domain/decisions/outcome-store.ts";
import type { HookEvent } from "../../domain/hooks/hook-events.ts";
import type { HookStore } from "../../domain/hooks/hook-store.ts";
import type { DependenceStore } from "../../domain/links/dependence-store.ts";
import type { SearchStore } from "../../domain/recall/search-store.ts";
import type { AnchorStore } from "../../domain/repository/anchor-store.ts";
import type { ReportStore } from "../../domain/repository/report-store.ts";
import type { Clock, Ids, Log, SecretScanner } from "../../domain/shared/ports.ts";
import type { ComparableVector } from "../recall/comparable-vector.ts";

/** What handling an event needs: little, because a program that only handles one has to start fast. */
export interface HookDeps {
  readonly store: HookStore &
    Pick<SearchStore, "findCandidates"> &
    Pick<DecisionStore, "decisionsById" | "findDecision" | "updateDecision" | "listDecisions"> &
    Pick<OutcomeStore, "historiesOf" | "dueDecisions"> &
    Pick<ContextStore, "saveContext"> &
    Pick<AnchorStore, "decisionsAboutFile"> &
    DependenceStore &
    Pick<ReportStore, "decisionsWithReports" | "reportsOf"> &
    Pick<CheckpointStore, "latestCheckpoint" | "memoryChangesSince">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SecretScanner;
  readonly log: Log;
  /** Undefined if it cannot be had in time; then words are searched. */
  meaningOf(text: string): Promise<ComparableVector | undefined>;
  /** The branch and the commit that are checked out in a folder, and the path of a file in its repository. */
  readonly worktree: Worktree;
  /** Whether the tools that are listed depend on what the work is about, as prompts show it. */
  readonly detectsContext: boolean;
  /** The events that are switched off, for everybody or in this project. */
  readonly off: ReadonlySet<HookEvent>;
}

export interface Worktree {
  checkedOut(
    folder: string,
  ): Promise<{ readonly branch?: string | undefined; readonly head?: string | undefined } | undefined>;
  /** Undefined for a file outside the repository of the folder. */
  pathIn(folder: string, file: string): Promise<string | undefined>;
}

import { type ChangeableState, changeDecision, type DecisionChange } from "../decisions/decision.ts";
import { type OutcomeStatus, progressAfter, progressWithout } from "../decisions/outcome.ts";
import type { Screened } from "../shared/text.ts";
import { inTimeOrder } from "./positions.ts";
import type { ChangeKey } from "./shared-change.ts";

/**
 * What happened to a decision after it was captured. Claims that were lost and outcomes that nobody knows are left out, and
 * so is where it came from, which is no matter of the team.
 */
export type DecisionEvent<By> = ChangeKey & { readonly at: number } & (
    | (Omit<DecisionChange, "capturedIn"> & { readonly kind: "changed"; readonly by: By })
    /** Its words, or what replaced it, are told elsewhere. */
    | { readonly kind: "touched" }
    | { readonly kind: "replaced" }
    | { readonly kind: "outcome"; readonly id: string; readonly status: OutcomeStatus }
    | {
        readonly kind: "reopened";
        readonly outcomes: readonly string[];
        readonly note?: Screened | undefined;
        readonly by: By;
      }
  );

export interface Withdrawn<By> {
  readonly at: number;
  readonly by: By;
}

export interface SettledDecision<By> {
  readonly state: ChangeableState<By>;
  /** By the id of the outcome: the first withdrawal by time. */
  readonly withdrawn: ReadonlyMap<string, Withdrawn<By>>;
}

/**
 * The state of a decision from how it began and everything that happened to it. Time decides, then the key: which change
 * arrived first, and on which machine, does not matter.
 */
export function settleDecision<By>(
  first: ChangeableState<By>,
  events: readonly DecisionEvent<By>[],
): SettledDecision<By> {
  const withdrawn = new Map<string, Withdrawn<By>>();
  const outcomes = new Set<string>();
  let state = first;
  for (const event of [...events].sort(inTimeOrder)) {
    const at = new Date(event.at);
    const touched = { ...state, updatedAt: at > state.updatedAt ? at : state.updatedAt };
    switch (event.kind) {
      case "changed":
        state = changeDecision(state, event, event.by, at);
        break;
      case "touched":
        state = touched;
        break;
      case "replaced":
        state = { ...touched, standing: "superseded" };
        break;
      case "outcome":
        outcomes.add(event.id);
        // A withdrawal by a machine whose clock is behind may stand before the outcome that it withdraws.
        state = withdrawn.has(event.id)
          ? touched
          : { ...touched, progress: progressAfter(state, event.status) };
        break;
      case "reopened": {
        for (const id of event.outcomes)
          if (!withdrawn.has(id)) withdrawn.set(id, { at: event.at, by: event.by });
        const someCounts = [...outcomes].some((id) => !withdrawn.has(id));
        const progress = someCounts ? undefined : progressWithout(state);
        state = changeDecision(state, { progress, note: event.note }, event.by, at);
      }
    }
  }
  return { state, withdrawn };
}

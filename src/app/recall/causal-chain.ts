import type { Decision } from "../../domain/decisions/decision.ts";
import { countingOutcome, type Outcome } from "../../domain/decisions/outcome.ts";
import type { Signal } from "../../domain/decisions/signal.ts";
import type { RecallDeps } from "./deps.ts";
import { replacementChain } from "./recall-topic.ts";

export interface ChainStep {
  readonly decision: Decision;
  /** What happened to it before its outcome was known, oldest first. */
  readonly signals: readonly Signal[];
  /** Its current outcome. */
  readonly outcome?: Outcome | undefined;
}

/** The decisions that a decision replaced and was replaced by, oldest first. */
export async function chainOf(decision: Decision, mostSteps: number, deps: RecallDeps) {
  const found = await replacementChain(decision, mostSteps, deps);
  const members = [...found.values()].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  const histories = await deps.store.historiesOf(
    decision.project,
    members.map(({ id }) => id),
  );
  const steps = members.map((member): ChainStep => {
    const { outcomes, signals } = histories.get(member.id) ?? { outcomes: [], signals: [] };
    return { decision: member, signals, outcome: countingOutcome(member, outcomes) };
  });
  const replaced = members.flatMap(({ id, supersedes }) =>
    supersedes.map((older) => ({ from: id, to: older })),
  );
  return {
    steps,
    links: replaced.filter(({ to }) => found.has(to)),
    /** Whether the chain is longer than what was read. */
    cut: members.some(({ supersedes, supersededBy }) =>
      [...supersedes, ...supersededBy].some((id) => !found.has(id)),
    ),
  };
}

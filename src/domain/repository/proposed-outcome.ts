import type { Decision } from "../decisions/decision.ts";
import type { OutcomeStatus } from "../decisions/outcome.ts";
import { carriedState } from "./carried-state.ts";
import type { Report } from "./report.ts";

/**
 * What the repository suggests as the outcome of a decision. It counts for nothing until somebody who knows says so: that
 * nothing went wrong visibly is not that it was right.
 */
export interface ProposedOutcome {
  readonly status: Extract<OutcomeStatus, "success" | "failure">;
  /** Why: it was taken back, or it is still there. */
  readonly because: "reverted" | "survived";
  /** What it follows from, oldest first. */
  readonly from: readonly Report[];
}

/** `reports` is what is said of the decision, oldest first. Undefined if nothing follows from it, or somebody said so. */
export function proposedOutcome(
  decision: Pick<Decision, "outcome" | "standing" | "dueAt">,
  reports: readonly Report[],
  now: Date,
): ProposedOutcome | undefined {
  if (decision.outcome || decision.standing !== "active") return undefined;
  const { carriers, reverts, partlyReverted, lastCheck, lastDeployment } = carriedState(reports);
  if (reverts.length > 0)
    return reverts.every(isDismissed)
      ? undefined
      : { status: "failure", because: "reverted", from: [...carriers, ...reverts] };
  const isDue = decision.dueAt !== undefined && decision.dueAt <= now;
  const merged = reports.filter(({ kind }) => kind === "merged");
  const carried = carriers.length > 0 ? carriers : merged;
  const from = [...carried, ...reports.filter(isReinstated)];
  const failed = [lastCheck, lastDeployment].some((report) => report?.passed === false);
  if (!isDue || carried.length === 0 || partlyReverted || failed || from.every(isDismissed)) return undefined;
  const passed = [lastCheck, lastDeployment].filter((report) => report !== undefined);
  return { status: "success", because: "survived", from: [...from, ...passed] };
}

const isDismissed = ({ dismissedAt }: Report): boolean => dismissedAt !== undefined;
const isReinstated = ({ kind }: Report): boolean => kind === "reinstated";

import type { AnomalyStore } from "../domain/anomalies/anomaly-store.ts";
import type { AuditEntry } from "../domain/log/audit.ts";

/** A part of a project's memory. A write touches some areas, and each resource depends on some. */
export type Area =
  /** Any decision or its outcome. */
  | "decisions"
  /** Whether decisions still hold, which also determines what is due. */
  | "standings"
  /** Any outcome. */
  | "outcomes"
  /** Skills that were learned from outcomes. */
  | "skills"
  | `decision/${string}`
  | `domain/${string}`;

/** The decision behind an audit entry about an outcome, a signal or a link. */
export type DecisionOfEntry = Awaited<ReturnType<AnomalyStore["decisionBehind"]>>;

/** The areas that a write touched. Other kinds of records do not appear in any resource. */
export function areasTouchedBy(
  { kind, action, subject }: AuditEntry,
  behind?: DecisionOfEntry,
): readonly Area[] {
  switch (kind) {
    case "decision":
      return action === "decision.captured"
        ? ["decisions", `decision/${subject}`]
        : ["decisions", `decision/${subject}`, "standings"];
    case "outcome":
      return ["decisions", "outcomes", "standings", ...decisionOf(behind), ...domainsOf(behind)];
    case "signal":
      return decisionOf(behind);
    case "skill":
      // Showing a skill to a session does not change the skill.
      return action === "skill.tried" ? [] : ["skills"];
    case "link":
      // Only approved links are shown.
      return action === "link.approved" ? decisionOf(behind) : [];
    default:
      return [];
  }
}

const decisionOf = (behind: DecisionOfEntry): Area[] =>
  [behind?.decisionId, behind?.pointsTo].flatMap((id): Area[] =>
    id === undefined ? [] : [`decision/${id}`],
  );
const domainsOf = (behind: DecisionOfEntry): Area[] =>
  behind?.domains.map((domain): Area => `domain/${domain}`) ?? [];

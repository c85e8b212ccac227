import type { WatchStore } from "../domain/anomalies/watch-store.ts";
import type { AuditEntry } from "../domain/log/audit.ts";

/** A part of a project's memory. A write touches some; what a resource shows is made of some. */
export type Area =
  /** Any decision and how it worked out. */
  | "decisions"
  /** Whether decisions hold, and with it what is due. */
  | "standings"
  /** Any outcome. */
  | "outcomes"
  /** What was learned from outcomes. */
  | "skills"
  | `decision/${string}`
  | `domain/${string}`;

/** The decision that an entry is about where its subject is not the decision itself. */
export type Behind = Awaited<ReturnType<WatchStore["decisionBehind"]>>;

/** What a write touched. Other kinds of record touch nothing that a resource shows. */
export function touchedBy({ kind, action, subject }: AuditEntry, behind?: Behind): readonly Area[] {
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
      // That a session was shown one changes nothing of it.
      return action === "skill.tried" ? [] : ["skills"];
    case "link":
      // One that nobody approved is shown nowhere.
      return action === "link.approved" ? decisionOf(behind) : [];
    default:
      return [];
  }
}

const decisionOf = (behind: Behind): Area[] =>
  [behind?.decisionId, behind?.pointsTo].flatMap((id): Area[] =>
    id === undefined ? [] : [`decision/${id}`],
  );
const domainsOf = (behind: Behind): Area[] => behind?.domains.map((domain): Area => `domain/${domain}`) ?? [];

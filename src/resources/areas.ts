import type { decisionBehind } from "../learning/index.ts";
import { DECISION_ID } from "../shared/ids.ts";
import type { AuditEntry } from "../store/log/audit.ts";
import { effectsOf } from "../store/log/audit-actions.ts";

/** A part of a project's memory. A write touches some areas, and each resource depends on some. */
export type Area =
  /** Anything that was written at all. */
  | "log"
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
export type DecisionOfEntry = Awaited<ReturnType<typeof decisionBehind>>;

/** The areas that a write touched, as the table of actions has them. */
export function areasTouchedBy(
  { kind, action, subject, refs }: AuditEntry,
  behind?: DecisionOfEntry,
): readonly Area[] {
  const areas = effectsOf(action).areas.flatMap((area): readonly Area[] => {
    if (area === "decision")
      return kind === "decision" ? [subject, ...decisionsIn(refs)].map(areaOf) : decisionOf(behind, refs);
    return area === "domains" ? domainsOf(behind) : [area];
  });
  return ["log", ...areas];
}

const areaOf = (id: string): Area => `decision/${id}`;

const decisionsIn = (refs: readonly string[]): string[] => refs.filter((ref) => DECISION_ID.test(ref));

/** An outcome may count for the decision that its own one was merged into. */
const decisionOf = (behind: DecisionOfEntry, refs: readonly string[]): Area[] =>
  behind === undefined
    ? []
    : [
        ...new Set([
          behind.decisionId,
          ...(behind.pointsTo === undefined ? [] : [behind.pointsTo]),
          ...decisionsIn(refs),
        ]),
      ].map(areaOf);
const domainsOf = (behind: DecisionOfEntry): Area[] =>
  behind?.domains.map((domain): Area => `domain/${domain}`) ?? [];

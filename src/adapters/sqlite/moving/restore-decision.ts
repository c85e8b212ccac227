import { mergeStays, nothingToRestore, requireHoldingKept } from "../../../domain/decisions/correcting.ts";
import type { RestorePlan } from "../../../domain/decisions/correction-store.ts";
import type { Decision, Progress } from "../../../domain/decisions/decision.ts";
import type { LinkMerge } from "../../../domain/links/link.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { requireDecision } from "../decisions/find-decision.ts";
import { outcomesOf } from "../decisions/history-rows.ts";
import { duplicatesOf, isMerge } from "../decisions/merged-decisions.ts";
import { beforeRetraction, lastDoneBy } from "../decisions/standing-before.ts";
import { activeOnTopic } from "../decisions/supersede.ts";
import { makeChange } from "../log/change.ts";
import { storeAuthor } from "../log/people.ts";
import type { Row, Sql } from "../shared/connection.ts";
import { decisionRestored, type Restore } from "./merge-changes.ts";

type TakenBack = Extract<Restore, { standing: unknown }>["merge"];

interface Planned {
  readonly plan: RestorePlan;
  readonly merge?: TakenBack;
}

export const planRestore = (sql: Sql, scope: Scope, ref: string): RestorePlan =>
  planned(sql, scope, ref).plan;

function planned(sql: Sql, scope: Scope, ref: string): Planned {
  const decision = requireDecision(sql, scope, ref);
  if (decision.standing === "deprecated") {
    const { standing, doneBy } = beforeRetraction(sql, decision.id);
    return {
      plan: { decision, undoes: "retraction", doneBy, standing, sameTopic: others(sql, decision, standing) },
    };
  }
  const link = mergingLink(sql, decision.id);
  if (!link) throw nothingToRestore(decision);
  const keep = requireDecision(sql, decision.project, link["from_id"] as string);
  requireHoldingKept(keep, decision);
  const { standing, progress } = JSON.parse(link["merge"] as string) as LinkMerge;
  return {
    plan: {
      decision,
      undoes: "merge",
      doneBy: lastDoneBy(sql, decision.id, "decision.merged"),
      standing,
      keep,
      sameTopic: others(sql, decision, standing),
    },
    merge: {
      keep: keep.id,
      link: link["id"] as string,
      taken_over: takenOver(sql, keep, decision),
      progress: progressAlone(sql, keep, progress),
    },
  };
}

const others = (sql: Sql, decision: Decision, standing: string): Decision[] =>
  standing === "active" ? activeOnTopic(sql, decision) : [];

const mergingLink = (sql: Sql, id: string): Row | undefined =>
  sql.get(
    `SELECT l.id, l.from_id, json_extract(l.body, '$.merge') AS merge FROM links l
     WHERE l.to_id = ? AND ${isMerge("l")} ORDER BY l.from_id LIMIT 1`,
    id,
  );

/** The links that go again. @throws Fault `conflict` if somebody reviewed one of them since. */
function takenOver(sql: Sql, keep: Decision, duplicate: Decision): string[] {
  const sources = [duplicate.id, ...duplicatesOf(sql, duplicate.id)];
  const rows = sql.all(
    `SELECT id, EXISTS (SELECT 1 FROM audit WHERE subject = links.id AND action IN ('link.approved', 'link.rejected'))
       AS reviewed
     FROM links WHERE json_extract(body, '$.merged_from') IN (SELECT value FROM json_each(?1))
       AND (from_id = ?2 OR to_id = ?2) ORDER BY id`,
    JSON.stringify(sources),
    keep.id,
  );
  const reviewed = rows.find((row) => row["reviewed"] === 1);
  if (reviewed)
    throw mergeStays(duplicate, `The link ${reviewed["id"]}, which ${keep.id} took over, was reviewed since`);
  return rows.map((row) => row["id"] as string);
}

/** The progress of the kept decision without the duplicate: as before the merge, if it is as the outcome made it. */
function progressAlone(sql: Sql, keep: Decision, before: Progress): Progress {
  const { outcome, progress } = keep;
  const isOwn = outcome !== undefined && outcomesOf(sql, keep.id).some(({ id }) => id === outcome.id);
  if (!outcome || isOwn) return progress;
  const made = outcome.status === "failure" ? "failed" : "completed";
  return progress === made ? before : progress;
}

export function restoreDecision(
  sql: Sql,
  scope: Scope,
  ref: string,
  note: Screened | undefined,
  act: Act,
): RestorePlan {
  const { plan, merge } = planned(sql, scope, ref);
  const { id, project } = plan.decision;
  const by = storeAuthor(sql, act.by.author);
  makeChange(
    sql,
    act,
    decisionRestored,
    { kind: "decision", id, project },
    [
      { about: [], args: { standing: plan.standing, ...(merge && { merge }) } },
      ...(note === undefined ? [] : [{ about: [id], args: { note, by } }]),
    ],
    merge ? [merge.keep, merge.link, ...merge.taken_over, ...outcomesOf(sql, id).map((one) => one.id)] : [],
  );
  return {
    ...plan,
    decision: requireDecision(sql, project, id),
    ...(merge && { keep: requireDecision(sql, project, merge.keep) }),
  };
}

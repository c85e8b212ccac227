import type { CarriedBy } from "../../../domain/repository/report.ts";
import { type Clues, concernedBy } from "../../../domain/repository/webhooks/clues.ts";
import type { Concerned } from "../../../domain/repository/webhooks/told-by-event.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import { DECISION_COLUMNS, decisionOf } from "../decisions/rows.ts";
import type { Sql } from "../shared/connection.ts";

/** An event that would be about more is about none of them in particular. */
const MOST_CONCERNED = 50;
/** A text is searched for so many parts at most. */
const MOST_SOUGHT = 10;
/** As long as the shortest that a decision may name. */
const SHORT_COMMIT = 7;
const NUMBER_IN_ADDRESS = /(?:pull|merge_requests)\/\d+$/;

export function decisionsConcerned(sql: Sql, scope: Scope, clues: Clues): Concerned[] {
  const found = new Map<string, CarriedBy>();
  for (const decision of perhapsConcerned(sql, scope, clues)) {
    const by = concernedBy(decision, clues);
    if (by !== undefined) found.set(decision.id, by);
  }
  for (const id of joinedBefore(sql, scope, clues)) if (!found.has(id)) found.set(id, "pull request");
  return [...found].slice(0, MOST_CONCERNED).map(([decision, by]) => ({ decision, by }));
}

/** Reading the body of every decision would take long, so those that cannot be meant are left out by their text. */
function perhapsConcerned(sql: Sql, scope: Scope, clues: Clues) {
  const commits = clues.commits.map((commit) => commit.slice(0, SHORT_COMMIT));
  const pullRequests = clues.pullRequests.map((address) => NUMBER_IN_ADDRESS.exec(address)?.[0] ?? address);
  const parts = [
    ...(commits.length > MOST_SOUGHT ? ['"linked_commit"'] : commits),
    ...(pullRequests.length > MOST_SOUGHT ? ['"linked_pr"'] : pullRequests),
  ];
  const rows = sql.all(
    `SELECT ${DECISION_COLUMNS} FROM memories m WHERE (?1 = '${ALL_PROJECTS}' OR m.project = ?1) AND m.type = 'decision' AND m.standing = 'active'
       AND (m.id IN (SELECT value FROM json_each(?2))
         OR EXISTS (SELECT 1 FROM json_each(?3) part WHERE instr(lower(m.body), part.value) > 0)
         OR instr(m.body, ?4) > 0)
     ORDER BY m.seq DESC`,
    scope,
    JSON.stringify(clues.ids),
    JSON.stringify(parts),
    clues.branch === undefined ? null : JSON.stringify(clues.branch),
  );
  return rows.map(decisionOf);
}

/** By an earlier report of the same commit or pull request, and by the signal that the pull request was opened. */
function joinedBefore(sql: Sql, scope: Scope, { commits, prs, pullRequests }: Clues): string[] {
  const rows = sql.all(
    `SELECT r.decision AS id FROM reports r JOIN memories m ON m.id = r.decision AND m.standing = 'active'
     WHERE (r.commit_id IN (SELECT value FROM json_each(?2)) OR r.pr IN (SELECT value FROM json_each(?4)))
       AND r.kind IN ('carried', 'merged') AND (?1 = '${ALL_PROJECTS}' OR +r.project = ?1)
     UNION
     SELECT s.decision_id FROM signals s JOIN memories m ON m.id = s.decision_id AND m.standing = 'active'
     WHERE (?1 = '${ALL_PROJECTS}' OR s.project = ?1) AND s.type IN ('pr_created', 'pr_merged')
       AND s.body ->> '$.metrics.pull_request' IN (SELECT value FROM json_each(?3))`,
    scope,
    JSON.stringify(commits),
    JSON.stringify(pullRequests),
    JSON.stringify(prs),
  );
  return rows.map(({ id }) => id as string);
}

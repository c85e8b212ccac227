import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { allOf, ofScope } from "../../store/file/conditions.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { CarriedBy } from "../rules/report.ts";
import { type Clues, type Concerned, concernedBy, type Followed } from "../rules/webhooks/clues.ts";

/** An event that would be about more is about none of them in particular. */
const MOST_CONCERNED = 50;

export function decisionsConcernedIn(sql: Sql, scope: Scope, clues: Clues): Concerned[] {
  const found = new Map<string, CarriedBy>();
  const byWhat = concernedBy(clues);
  for (const decision of perhapsConcerned(sql, scope, clues)) {
    const by = byWhat(decision);
    if (by !== undefined) found.set(decision.id, by);
  }
  for (const id of joinedBefore(sql, scope, clues)) if (!found.has(id)) found.set(id, "pull request");
  return [...found].slice(0, MOST_CONCERNED).map(([decision, by]) => ({ decision, by }));
}

/** Word for word as in the indexes of `schema/deliveries.ts`, which SQLite would not use otherwise. */
const PR = "body ->> '$.linked_pr'";

const COMMIT = "body ->> '$.linked_commit'";

const BRANCH = "body ->> '$.captured_in.branch'";

/** Only what the clues are compared with is read: the body of a decision takes long. */
function perhapsConcerned(sql: Sql, scope: Scope, { ids, branch }: Clues): Followed[] {
  const inScope = allOf(ofScope(scope, "project"));
  const columns = `id, created_at, ${PR} AS pr, ${COMMIT} AS commit_id, ${BRANCH} AS branch`;
  const active = `type = 'decision' AND standing = 'active' AND ${inScope.sql}`;
  const select = (table: string, condition: string, ...values: readonly string[]) =>
    sql.all<FollowedRow>(
      `SELECT ${columns} FROM ${table} WHERE ${active} AND ${condition}`,
      ...inScope.values,
      ...values,
    );
  return [
    // SQLite would take the index by time, and read the body of every decision.
    ...select("memories INDEXED BY memories_linked", `(${PR} IS NOT NULL OR ${COMMIT} IS NOT NULL)`),
    ...(ids.length > 0
      ? select("memories", "id IN (SELECT value FROM json_each(?))", JSON.stringify(ids))
      : []),
    ...(branch === undefined ? [] : select("memories", `${BRANCH} = ?`, branch)),
  ].map(followedOf);
}

type FollowedRow = {
  id: string;
  created_at: number;
  pr: string | null;
  commit_id: string | null;
  branch: string | null;
};

function followedOf(row: FollowedRow): Followed {
  return {
    id: row.id,
    createdAt: new Date(row.created_at),
    linkedPr: row.pr ?? undefined,
    linkedCommit: row.commit_id ?? undefined,
    branch: row.branch ?? undefined,
  };
}

/** By an earlier report of the same commit or pull request, and by the signal that the pull request was opened. */
function joinedBefore(sql: Sql, scope: Scope, { commits, prs, pullRequests }: Clues): string[] {
  const rows = sql.all<{ id: string }>(
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
  return rows.map(({ id }) => id);
}

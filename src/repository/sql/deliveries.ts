import { addSignalIn, findDecisionIn } from "../../decisions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Scope } from "../../shared/scope.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import type { Clues, Concerned } from "../rules/webhooks/clues.ts";
import {
  DELIVERIES_KEPT_MS,
  type Delivery,
  MOST_DELIVERIES_A_DAY,
  type Received,
  type Told,
} from "../rules/webhooks/delivery.ts";
import { decisionsConcernedIn } from "./concerned-decisions.ts";
import { addReport } from "./report-rows.ts";

/** The projects with memories that are about a repository with one of these names, the most likely first. */
export function projectsAbout(
  memory: Connection,
  repositories: readonly string[],
): Promise<readonly string[]> {
  return memory.read((sql) => projectsAboutIn(sql, repositories));
}

/** The active decisions of a scope that the clues lead to, with those that earlier reports joined to them. */
export function decisionsConcerned(
  memory: Connection,
  scope: Scope,
  clues: Clues,
): Promise<readonly Concerned[]> {
  return memory.read((sql) => decisionsConcernedIn(sql, scope, clues));
}

/**
 * Writes what a delivery says together with the delivery, so that neither can be there without the other. Leaves out
 * what is known already, from whichever delivery, and signals about decisions that are gone.
 */
export function addDelivery(
  memory: Connection,
  delivery: Delivery,
  { project, reports, signals }: Told,
  act: Act,
): Promise<Received> {
  return memory.write((sql) => {
    const taken = take(sql, delivery, act.at);
    if (taken !== "new") return { received: taken };
    return {
      received: "new",
      reports: reports.filter((report) => addReport(sql, report)).length,
      signals: signals
        .filter((signal) => addNewSignal(sql, project, signal, act))
        .map(({ id, decision }) => ({ id, decision })),
    };
  });
}

/** A name in a project file that was bound to the repository counts before the one that the repository has by itself. */
function projectsAboutIn(sql: Sql, repositories: readonly string[]): string[] {
  const rows = sql.all<{ project: string }>(
    `SELECT project FROM (
       SELECT project, 0 AS rank, seq FROM project_bindings
       WHERE repository IN (SELECT 'origin:' || value FROM json_each(?1))
       UNION ALL SELECT value, 1, 0 FROM json_each(?1)
     ) named WHERE EXISTS (SELECT 1 FROM memories m WHERE m.project = named.project AND m.type <> 'context')
     GROUP BY project ORDER BY min(rank), max(seq) DESC, project`,
    JSON.stringify(repositories),
  );
  return rows.map(({ project }) => project);
}

function take(sql: Sql, { forge, id, digest }: Delivery, at: Date): "new" | "again" | "too_many" {
  sql.run("DELETE FROM webhook_deliveries WHERE at < ?", at.getTime() - DELIVERIES_KEPT_MS);
  const known = sql.get(
    "SELECT 1 FROM webhook_deliveries WHERE (forge = ? AND id = ?) OR digest = ?",
    forge,
    id,
    digest,
  );
  if (known) return "again";
  const row = sql.one<{ n: number }>(
    "SELECT count(*) AS n FROM webhook_deliveries WHERE at > ?",
    at.getTime() - DAY_MS,
  );
  if (row.n >= MOST_DELIVERIES_A_DAY) return "too_many";
  sql.run(
    "INSERT INTO webhook_deliveries (forge, id, digest, at) VALUES (?, ?, ?, ?)",
    forge,
    id,
    digest,
    at.getTime(),
  );
  return "new";
}

/** Another machine of a team may have been told of the same event, and its signal is here by now. */
function addNewSignal(
  sql: Sql,
  project: string,
  { decision: ref, ...signal }: Told["signals"][number],
  act: Act,
): boolean {
  const known = sql.get(
    "SELECT 1 FROM signals WHERE decision_id = ? AND body ->> '$.metrics.event' = ? LIMIT 1",
    ref,
    signal.metrics.event,
  );
  const decision = known ? undefined : findDecisionIn(sql, project, ref);
  if (!decision) return false;
  addSignalIn(sql, decision, signal, act);
  return true;
}

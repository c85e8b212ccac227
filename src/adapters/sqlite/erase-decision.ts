import type { Act } from "../../domain/shared/act.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { uncount } from "./calibration/tallies.ts";
import { requireDecision } from "./decisions/find-decision.ts";
import { forgetGuidance } from "./guidance/guidance.ts";
import { appendAudit, forgetSalts } from "./log/audit-log.ts";
import { rememberErasure } from "./moving/erased-sources.ts";
import { forgetProposals } from "./proposals/proposal-rows.ts";
import type { Connection, Sql } from "./shared/connection.ts";
import { emptyWriteAheadLog } from "./shared/write-ahead-log.ts";
import { countSkillAgain, groupIdOf } from "./skills/skill-rows.ts";

/** Removes a decision with everything that any subject keeps of its words. */
export async function eraseDecision(
  connection: Connection,
  scope: Scope,
  ref: string,
  act: Act,
): Promise<{ id: string; project: string }> {
  const erased = await connection.write((sql) => removeRows(sql, scope, ref, act));
  // Pages that the index no longer uses may still hold what stood in them.
  await connection.outside("VACUUM");
  await emptyWriteAheadLog(connection);
  return erased;
}

function removeRows(sql: Sql, scope: Scope, ref: string, act: Act): { id: string; project: string } {
  const decision = requireDecision(sql, scope, ref);
  const { id, project } = decision;
  const group = groupIdOf(sql, id);
  uncount(sql, id);
  rememberErasure(sql, decision);
  sql.run("DELETE FROM memories_text WHERE rowid = (SELECT seq FROM memories WHERE id = ?)", id);
  // A deleted word may stay behind as the key of an index page, so the index is written anew.
  sql.run("INSERT INTO memories_text (memories_text) VALUES ('rebuild')");
  forgetSalts(sql, id);
  forgetGuidance(sql, decision);
  sql.run("DELETE FROM memories WHERE id = ?", id);
  forgetProposals(sql, decision);
  if (group !== undefined) countSkillAgain(sql, group);
  appendAudit(sql, act, "decision.erased", { kind: "decision", id, project }, "");
  return { id, project };
}

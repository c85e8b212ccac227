import type { Act } from "../../domain/shared/act.ts";
import type { Scope } from "../../domain/shared/scope.ts";
import { stopCounting } from "./decisions/current-outcome.ts";
import { requireDecision } from "./decisions/find-decision.ts";
import { forgetGuidance } from "./guidance/guidance.ts";
import { appendAudit, forgetSalts } from "./log/audit-log.ts";
import { rememberErasure } from "./moving/erased-sources.ts";
import { forgetProposals } from "./proposals/proposal-rows.ts";
import type { Connection, Sql } from "./shared/connection.ts";
import { emptyWriteAheadLog } from "./shared/write-ahead-log.ts";
import { groupIdOf, recountSkill } from "./skills/skill-rows.ts";

/** Removes a decision and everything that any subject stores of its text. */
export async function eraseDecision(
  connection: Connection,
  scope: Scope,
  ref: string,
  act: Act,
): Promise<{ id: string; project: string }> {
  const erased = await connection.write((sql) => removeRows(sql, scope, ref, act));
  // Free pages of the index may still contain the old text.
  await connection.outsideTransaction("VACUUM");
  await emptyWriteAheadLog(connection);
  return erased;
}

function removeRows(sql: Sql, scope: Scope, ref: string, act: Act): { id: string; project: string } {
  const decision = requireDecision(sql, scope, ref);
  const { id, project } = decision;
  const group = groupIdOf(sql, id);
  stopCounting(sql, id);
  rememberErasure(sql, decision);
  sql.run("DELETE FROM memories_text WHERE rowid = (SELECT seq FROM memories WHERE id = ?)", id);
  // A deleted word may remain as a key in an index page, so the index is rebuilt.
  sql.run("INSERT INTO memories_text (memories_text) VALUES ('rebuild')");
  forgetSalts(sql, id);
  forgetGuidance(sql, decision);
  sql.run("DELETE FROM memories WHERE id = ?", id);
  forgetProposals(sql, decision);
  if (group !== undefined) recountSkill(sql, group);
  appendAudit(sql, act, "decision.erased", { kind: "decision", id, project }, "");
  return { id, project };
}

import type { Decision } from "../../../domain/decisions/decision.ts";
import type { Act } from "../../../domain/shared/act.ts";
import type { Erased } from "../../../domain/shared/erasure.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import { stopCounting } from "../decisions/current-outcome.ts";
import { requireDecision } from "../decisions/find-decision.ts";
import { removeDecisionWords, rewriteDecisionWords } from "../decisions/index-decision.ts";
import { revisionsOf } from "../decisions/revision-rows.ts";
import { forgetGuidance } from "../guidance/guidance.ts";
import { forgetHookTexts } from "../hooks/candidate-rows.ts";
import { takenOverFrom } from "../links/link-rows.ts";
import { defineChange, makeChange } from "../log/change.ts";
import { emptyParts } from "../log/change-parts.ts";
import { forgetProposals, proposalsAbout } from "../proposals/proposal-rows.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { erase } from "../shared/erasure.ts";
import { groupIdOf, recountSkill } from "../skills/skill-rows.ts";
import { type ErasedSources, rememberErasure, sourcesOf } from "./erased-sources.ts";
import { mergedWith, settleDecisions } from "./settle-decisions.ts";

/** Removes a decision and everything that any subject stores of its text. */
export function eraseDecision(connection: Connection, scope: Scope, ref: string, act: Act): Promise<Erased> {
  return erase(connection, (sql) => removeDecision(sql, scope, ref, act));
}

/** Call it within an erasure. */
export function removeDecision(
  sql: Sql,
  scope: Scope,
  ref: string,
  act: Act,
): { readonly id: string; readonly project: string } {
  const decision = requireDecision(sql, scope, ref);
  const { id, project } = decision;
  const proposals = proposalsAbout(sql, decision);
  const args = { sources: sourcesOf(sql, decision), proposals };
  const subject = { kind: "decision", id, project } as const;
  makeChange(sql, act, decisionErased, subject, [{ about: [], args }], proposals);
  return { id, project };
}

/** What keeps it from coming back, and the ids of the proposals that go with it. */
type ErasedDecision = { readonly sources: ErasedSources; readonly proposals: readonly string[] };

export const decisionErased = defineChange<"decision.erased", ErasedDecision>({
  action: "decision.erased",
  version: 1,
  apply(sql, [erased], { subject, project }) {
    const { sources, proposals } = erased as ErasedDecision;
    rememberErasure(sql, subject, project, sources);
    emptyParts(sql, [subject, ...recordsOf(sql, subject)]);
    forgetProposals(sql, proposals);
    const row = sql.get("SELECT content, body ->> '$.source' AS source FROM memories WHERE id = ?", subject);
    if (!row) return;
    const source = (row["source"] as Screened | null) ?? undefined;
    removeRows(sql, { id: subject, project, statement: row["content"] as Screened, source });
  },
});

function removeRows(sql: Sql, decision: Pick<Decision, "id" | "project" | "statement" | "source">): void {
  const { id } = decision;
  const group = groupIdOf(sql, id);
  const others = mergedWith(sql, { memories: [id] });
  stopCounting(sql, id);
  removeDecisionWords(sql, id);
  rewriteDecisionWords(sql);
  for (const { statement, source } of [decision, ...revisionsOf(sql, id).map(({ content }) => content)]) {
    forgetGuidance(sql, { ...decision, statement });
    forgetHookTexts(sql, { ...decision, statement, source });
  }
  for (const link of takenOverFrom(sql, [id])) sql.run("DELETE FROM links WHERE id = ?", link);
  sql.run("DELETE FROM memories WHERE id = ?", id);
  if (group !== undefined) recountSkill(sql, group);
  settleDecisions(sql, others);
}

/** Its outcomes, signals and links. Entries of version 0.1.0 name them, and not the decision. */
function recordsOf(sql: Sql, id: string): string[] {
  const rows = sql.all(
    `SELECT id FROM outcomes WHERE decision_id = ?1 UNION SELECT id FROM signals WHERE decision_id = ?1
     UNION SELECT id FROM links WHERE from_id = ?1 UNION SELECT id FROM links WHERE to_id = ?1`,
    id,
  );
  return [...rows.map((row) => row["id"] as string), ...takenOverFrom(sql, [id])];
}

import { forgetHookTexts } from "../../candidates/index.ts";
import {
  type Decision,
  forgetProposals,
  proposalsAbout,
  readRequiredDecision,
  removeDecisionWords,
  revisionsOfIn,
  rewriteDecisionWords,
  stopCounting,
  takenOverFrom,
} from "../../decisions/index.ts";
import {
  forgetGuidance,
  groupIdOf,
  mergedWith,
  recountSkill,
  settleDecisions,
} from "../../learning/index.ts";
import { removeCheckpoint, removeInsight, requireCheckpoint, requireInsight } from "../../sessions/index.ts";
import type { Act } from "../../shared/actor.ts";
import type { Erased } from "../../shared/erasure.ts";
import { Fault } from "../../shared/errors.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { erase } from "../../store/file/erasure.ts";
import { defineChange, emptyParts, makeChange } from "../../store/log/change.ts";
import type { ErasedPerson } from "../../store/log/people.ts";
import {
  type ErasedSources,
  forgetWords,
  recordsWithWords,
  rememberErasure,
  sourcesOf,
  wordsOf,
} from "./erased-words.ts";

type Remove = (sql: Sql, scope: Scope, ref: string, act: Act) => void;
type Require = (sql: Sql, scope: Scope, ref: string) => { readonly id: string; readonly project: string };

/**
 * Removes a memory with what every subject stores of it and of its words, and then searches the whole file for them: what
 * still has some is named.
 */
async function eraseRecord(
  memory: Connection,
  record: { readonly require: Require; readonly remove: Remove },
  scope: Scope,
  ref: string,
  act: Act,
): Promise<Erased> {
  const { words, ...erased } = await erase(memory, (sql) => {
    const { id, project } = record.require(sql, scope, ref);
    const said = wordsOf(sql, id);
    record.remove(sql, scope, ref, act);
    forgetWords(sql, { project, at: act.at }, said);
    return { id, project, words: said.words };
  });
  const records = await recordsWithWords(memory, words);
  if (records.length === 0) return erased;
  return { ...erased, remaining: { file: memory.path, because: "quoted", ...erased.remaining, records } };
}

/** Removes all text of a decision. The audit log keeps an entry of the erasure. @throws Fault `not_found`. */
export const eraseDecision = (memory: Connection, scope: Scope, ref: string, act: Act): Promise<Erased> =>
  eraseRecord(memory, { require: readRequiredDecision, remove: removeDecision }, scope, ref, act);

/** The same for a checkpoint, by id or alias. @throws Fault `not_found`. */
export const eraseCheckpoint = (memory: Connection, scope: Scope, ref: string, act: Act): Promise<Erased> =>
  eraseRecord(memory, { require: requireCheckpoint, remove: removeCheckpoint }, scope, ref, act);

/** The same for an insight. @throws Fault `not_found`. */
export const eraseInsight = (memory: Connection, scope: Scope, id: string, act: Act): Promise<Erased> =>
  eraseRecord(memory, { require: requireInsight, remove: removeInsight }, scope, id, act);

/** Removes a decision with the rows that other subjects have of it. Call it within an erasure. */
export function removeDecision(sql: Sql, scope: Scope, ref: string, act: Act): void {
  const decision = readRequiredDecision(sql, scope, ref);
  const { id, project } = decision;
  const proposals = proposalsAbout(sql, decision);
  const args = { sources: sourcesOf(sql, decision), proposals };
  const subject = { kind: "decision", id, project } as const;
  makeChange(sql, act, decisionErased, subject, [{ about: [], args }], proposals);
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
    const row = sql.get<{ source: Screened | null; content: Screened }>(
      "SELECT content, body ->> '$.source' AS source FROM memories WHERE id = ?",
      subject,
    );
    if (!row) return;
    const source = row.source ?? undefined;
    removeRows(sql, { id: subject, project, statement: row.content, source });
  },
});

function removeRows(sql: Sql, decision: Pick<Decision, "id" | "project" | "statement" | "source">): void {
  const { id } = decision;
  const group = groupIdOf(sql, id);
  const others = mergedWith(sql, { memories: [id] });
  stopCounting(sql, id);
  removeDecisionWords(sql, id);
  rewriteDecisionWords(sql);
  for (const { statement, source } of [decision, ...revisionsOfIn(sql, id).map(({ content }) => content)]) {
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
  const rows = sql.all<{ id: string }>(
    `SELECT id FROM outcomes WHERE decision_id = ?1 UNION SELECT id FROM signals WHERE decision_id = ?1
     UNION SELECT id FROM links WHERE from_id = ?1 UNION SELECT id FROM links WHERE to_id = ?1`,
    id,
  );
  return [...rows.map((row) => row.id), ...takenOverFrom(sql, [id])];
}

/** Everything else has the id of the person, so removing the name is enough. */
export const personErased = defineChange<"person.erased", Record<string, never>>({
  action: "person.erased",
  version: 1,
  apply(sql, _, { subject }) {
    sql.run("UPDATE people SET name = NULL, logged = 1 WHERE id = ?", subject);
    emptyParts(sql, [subject]);
  },
});

export function erasePerson(memory: Connection, id: string, act: Act): Promise<ErasedPerson> {
  return erase(memory, (sql) => {
    const row = sql.get<{ name: string | null }>("SELECT name FROM people WHERE id = ?", id);
    if (!row) throw personNotFound(id);
    // Who is signed in has the name in the file for some hours.
    for (const table of ["page_tickets", "page_sessions"])
      sql.run(`DELETE FROM ${table} WHERE person = ?`, row.name);
    const subject = { kind: "person", id, project: ALL_PROJECTS } as const;
    makeChange(sql, act, personErased, subject, [{ about: [], args: {} }]);
    const entriesWithName = namedInOldEntries(sql, row.name);
    return { id, project: ALL_PROJECTS, entriesWithName };
  });
}

function namedInOldEntries(sql: Sql, name: string | null): number {
  return sql.value<number>("SELECT count(*) AS n FROM audit WHERE chain = 1 AND author = ?", name);
}

function personNotFound(id: string): Fault {
  return new Fault("not_found", `There is no person ${id} in this memory.`, {
    field: "ref",
    received: id,
    reason: "person_not_found",
    hint: "Nothing was changed. The audit log names people by their ids.",
  });
}

import type { Decision, DecisionChange } from "../../../domain/decisions/decision.ts";
import {
  type AddedDecision,
  type DecisionFilter,
  type DecisionStore,
  type NewDecision,
  NO_OUTCOME,
} from "../../../domain/decisions/decision-store.ts";
import type { Act } from "../../../domain/shared/act.ts";
import { AUTHOR_KINDS } from "../../../domain/shared/actor.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { makeChange } from "../log/change.ts";
import { storeAuthor } from "../log/people.ts";
import { allOf, type Condition, ofScope } from "../shared/conditions.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { decisionCaptured, decisionRetracted, decisionUpdated, storedChange } from "./decision-changes.ts";
import { decisionsById, findDecision, requireDecision } from "./find-decision.ts";
import { firstStateOf } from "./first-state.ts";
import { revisionsOf } from "./revision-rows.ts";
import { DECISION_COLUMNS, decisionOf, memoryRowOf } from "./rows.ts";
import { activeOnTopic, requireHolding, supersede } from "./supersede.ts";

/** Everything except `eraseDecision` and `editDecision`, which also change what other subjects store about a decision. */
export function sqliteDecisions(
  connection: Connection,
): Omit<DecisionStore, "eraseDecision" | "editDecision"> {
  return {
    addDecision: (added, act, meanwhile) =>
      connection.write((sql) => addDecision(sql, added, act), meanwhile),

    findDecision: (scope, ref) => connection.read((sql) => findDecision(sql, scope, ref)),
    decisionsById: (scope, ids) => connection.read((sql) => decisionsById(sql, scope, ids)),

    decisionIds: (scope, prefix, limit) =>
      connection.read((sql) => {
        // The plus keeps SQLite from using an index by project: the prefix matches fewer rows.
        const inScope = allOf(ofScope(scope, "+project"));
        const rows = sql.all(
          `SELECT id FROM memories WHERE id >= ? AND id < ? AND +type = 'decision' AND ${inScope.sql}
           ORDER BY id DESC LIMIT ?`,
          prefix,
          `${prefix}\u{10ffff}`,
          ...inScope.values,
          limit,
        );
        return rows.map((row) => row["id"] as string);
      }),

    listDecisions: (filter, limit, cursor, offset = 0) =>
      connection.read((sql) => {
        const { where, values } = conditions(filter);
        const after = cursor === undefined ? undefined : parseCursor(cursor);
        const { total } = sql.get(
          `SELECT count(*) AS total FROM memories m WHERE ${where}`,
          ...values,
        ) as Row;
        const rows = sql.all(
          `SELECT ${DECISION_COLUMNS} FROM memories m
           WHERE ${where}${after ? " AND (m.created_at, m.id) < (?, ?)" : ""}
           ORDER BY m.created_at DESC, m.id DESC LIMIT ? OFFSET ?`,
          ...values,
          ...(after ?? []),
          limit + 1,
          offset,
        );
        const items = rows.slice(0, limit);
        const last = items.at(-1);
        return {
          items: items.map(decisionOf),
          total: total as number,
          cursor: rows.length > limit && last ? `${last["created_at"]}_${last["id"]}` : undefined,
        };
      }),

    revisionsOf: (scope, id) => connection.read((sql) => revisionsOf(sql, id, scope)),

    updateDecision: (scope, ref, change, act) =>
      connection.write((sql) => {
        const before = requireDecision(sql, scope, ref);
        updateDecision(sql, before, change, act);
        return { before, after: requireDecision(sql, before.project, before.id) };
      }),
  };
}

/** `alongside` runs in the same transaction, after the decision is inserted. */
export function addDecision(
  sql: Sql,
  added: NewDecision,
  act: Act,
  alongside: () => void = () => {},
): AddedDecision {
  const { decision, repeatedSince, reportSameTopic, holding } = added;
  const sameTopic = reportSameTopic ? activeOnTopic(sql, decision) : [];
  const earlier = repeatedSince && findRepeated(sql, decision, repeatedSince);
  if (earlier)
    return { decision: earlier, repeated: true, superseded: [], sameTopic: without(sameTopic, earlier) };
  if (holding) requireHolding(sql, decision, holding);
  captureDecision(sql, decision, act);
  alongside();
  const superseded = supersede(sql, added, act, "made");
  return {
    decision: { ...decision, supersedes: superseded.map(({ id }) => id) },
    repeated: false,
    superseded,
    sameTopic: without(sameTopic, ...superseded),
  };
}

const subjectOf = ({ id, project }: Pick<Decision, "id" | "project">) =>
  ({ kind: "decision", id, project }) as const;

const without = (decisions: readonly Decision[], ...others: readonly Decision[]): Decision[] =>
  decisions.filter(({ id }) => !others.some((other) => other.id === id));

export function updateDecision(
  sql: Sql,
  decision: Pick<Decision, "id" | "project">,
  change: DecisionChange,
  act: Act,
  proposal?: string,
): void {
  const type = change.standing === "deprecated" ? decisionRetracted : decisionUpdated;
  const args = storedChange(change, storeAuthor(sql, act.by.author), proposal);
  makeChange(sql, act, type, subjectOf(decision), [{ about: [decision.id], args }]);
}

function findRepeated(sql: Sql, { contextHash, project }: Decision, since: Date): Decision | undefined {
  // By the hash, which hardly anything else has, and not by the time: there may be many of the last minutes.
  const row = sql.get(
    `SELECT ${DECISION_COLUMNS} FROM memories m
     WHERE m.id IN (SELECT id FROM memories WHERE context_hash = ?1
                    UNION ALL SELECT decision_id FROM revisions WHERE context_hash = ?1)
       AND +m.project = ?2 AND +m.created_at >= ?3 ORDER BY m.created_at DESC, m.id DESC LIMIT 1`,
    contextHash,
    project,
    since.getTime(),
  );
  return row && decisionOf(row);
}

export function captureDecision(sql: Sql, decision: Decision, act: Act): void {
  const args = memoryRowOf(sql, decision);
  const stored = { row: decision.id, ...firstStateOf(args) };
  makeChange(sql, act, decisionCaptured, subjectOf(decision), [{ about: [decision.id], args, stored }]);
}

function conditions(filter: DecisionFilter): { where: string; values: readonly SqlValue[] } {
  const { sql, values } = allOf(
    ofScope(filter.scope),
    ["m.domain = ?", filter.domain],
    ["m.topic = ?", filter.topic],
    ["m.topic_stated = ?", filter.topicStated === undefined ? undefined : Number(filter.topicStated)],
    ["m.created_at >= ?", filter.since?.getTime()],
    ["m.created_at < ?", filter.until?.getTime()],
    ["m.progress = ?", filter.progress],
    ["m.standing = ?", filter.standing],
    [`coalesce(m.outcome, '${NO_OUTCOME}') = ?`, filter.outcome],
    byAuthor(filter.author),
    [HAS_TEXT, filter.text === undefined ? undefined : comparable(filter.text)],
  );
  return { where: `m.type = 'decision' AND ${sql}`, values };
}

const comparable = (text: string): string => text.trim().normalize().toLowerCase();

const HAS_TEXT = `instr(lower_case(m.content || char(10) || coalesce(m.body ->> '$.reasoning', '')), ?) > 0`;

/** A kind is looked for where it stands, because a program may call itself `human`. */
function byAuthor(given: string | undefined): Condition {
  const author = given === undefined ? undefined : comparable(given);
  if ((AUTHOR_KINDS as readonly unknown[]).includes(author)) return ["m.author_kind = ?", author];
  return ["? IN (lower_case(m.author), (SELECT lower_case(name) FROM people WHERE id = m.person))", author];
}

/** The time and the id of the last decision of a page. Imported decisions may have any id. */
function parseCursor(cursor: string): [number, string] {
  const [, at, id] = /^(-?\d{1,16})_(.+)$/s.exec(cursor) ?? [];
  if (id !== undefined) return [Number(at), id];
  throw new Fault("invalid", "That cursor is not one this memory gave out.", {
    field: "cursor",
    received: cursor,
    hint: "Leave it out to begin with the newest.",
  });
}

/** The store of decisions: adds, lists and changes them, and lets one supersede others. */

import { type Act, AUTHOR_KINDS } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import type { Page } from "../../shared/page.ts";
import type { Scope } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import { allOf, type Condition, ofScope } from "../../store/file/conditions.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import { makeChange } from "../../store/log/change.ts";
import { storeAuthor } from "../../store/log/people.ts";
import { requireHoldingReplacement, sameDecision, wouldBeCycle } from "../rules/corrections.ts";
import {
  type AddedDecision,
  type Decision,
  type DecisionChange,
  type DecisionFilter,
  MOST_REPLACED,
  type NewDecision,
  NO_OUTCOME,
  type OnTopic,
  type Progress,
} from "../rules/decision.ts";
import { type OutcomeStatus, worked } from "../rules/outcome.ts";
import type { Revision } from "../rules/revision.ts";
import {
  decisionCaptured,
  decisionRetracted,
  decisionSuperseded,
  decisionUpdated,
  firstStateOf,
  storedChange,
} from "./decision-changes.ts";
import {
  DECISION_COLUMNS,
  type DecisionRow,
  decisionOf,
  decisionsByIdIn,
  findDecisionIn,
  memoryRowOf,
  readRequiredDecision,
} from "./decision-rows.ts";
import { revisionsOfIn } from "./revisions.ts";

/** Everything except `eraseDecision` and `editDecision`, which also change what other subjects store about a decision. */

/**
 * It is kept when the promise resolves. `meanwhile` runs while it is being put on disk; it must not tell anybody.
 * @throws Fault `not_found` or `conflict` if a decision cannot be replaced.
 */
export function addDecision(
  memory: Connection,
  added: NewDecision,
  act: Act,
  meanwhile?: (added: AddedDecision) => Promise<unknown>,
): Promise<AddedDecision> {
  return memory.write((sql) => addDecisionIn(sql, added, act), meanwhile);
}

/** By id or alias. */
export function findDecision(memory: Connection, scope: Scope, ref: string): Promise<Decision | undefined> {
  return memory.read((sql) => findDecisionIn(sql, scope, ref));
}

/** In the order of the ids, without those that do not exist or are out of scope. */
export function decisionsById(
  memory: Connection,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly Decision[]> {
  return memory.read((sql) => decisionsByIdIn(sql, scope, ids));
}

/**
 * For each of these with a stated topic the newest other active ones on it, by its id; nothing where there are none.
 * Every search asks for it, so they are not read whole.
 */
export function othersOnTopic(
  memory: Connection,
  decisions: readonly Decision[],
  limit: number,
): Promise<ReadonlyMap<string, readonly OnTopic[]>> {
  return memory.read((sql) => {
    const found = decisions.map((one) => [one.id, othersOnTopicIn(sql, one, limit)] as const);
    return new Map(found.filter(([, others]) => others.length > 0));
  });
}

/** The ids that begin with `prefix`, newest first. */
export function decisionIds(
  memory: Connection,
  scope: Scope,
  prefix: string,
  limit: number,
): Promise<readonly string[]> {
  return memory.read((sql) => {
    // The plus keeps SQLite from using an index by project: the prefix matches fewer rows.
    const inScope = allOf(ofScope(scope, "+project"));
    const rows = sql.all<{ id: string }>(
      `SELECT id FROM memories WHERE id >= ? AND id < ? AND +type = 'decision' AND ${inScope.sql}
           ORDER BY id DESC LIMIT ?`,
      prefix,
      `${prefix}\u{10ffff}`,
      ...inScope.values,
      limit,
    );
    return rows.map((row) => row.id);
  });
}

/** Newest first, after the first `offset`. @throws Fault `invalid` if the cursor is not one it returned. */
export function decisionPage(
  memory: Connection,
  filter: DecisionFilter,
  limit: number,
  cursor?: string,
  offset: number = 0,
): Promise<Page<Decision>> {
  return memory.read((sql) => {
    const { where, values } = conditions(filter);
    const after = cursor === undefined ? undefined : parseCursor(cursor);
    const { total } = sql.one<{ total: number }>(
      `SELECT count(*) AS total FROM memories m WHERE ${where}`,
      ...values,
    );
    const rows = sql.all<DecisionRow>(
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
      total: total,
      cursor: rows.length > limit && last ? `${last.created_at}_${last.id}` : undefined,
    };
  });
}

/** All wordings of a decision, the first one first; none if it was never edited. */
export function revisionsOf(memory: Connection, scope: Scope, id: string): Promise<readonly Revision[]> {
  return memory.read((sql) => revisionsOfIn(sql, id, scope));
}

/** @throws Fault `not_found`. */
export function writeDecisionChange(
  memory: Connection,
  scope: Scope,
  ref: string,
  change: DecisionChange,
  act: Act,
): Promise<{ before: Decision; after: Decision }> {
  return memory.write((sql) => {
    const before = readRequiredDecision(sql, scope, ref);
    storeDecisionChange(sql, before, change, act);
    return { before, after: readRequiredDecision(sql, before.project, before.id) };
  });
}

/**
 * Lets an existing decision replace others, or none of them. `note` is added to it.
 * @throws Fault `not_found`; `invalid` or `conflict` if one cannot be replaced by it.
 */
export function storeSuperseding(
  memory: Connection,
  scope: Scope,
  {
    supersedes,
    by,
    because,
    note,
  }: {
    readonly supersedes: readonly { readonly ref: string; readonly linkId: string }[];
    readonly by: string;
    readonly because: Screened | undefined;
    readonly note?: Screened | undefined;
  },
  act: Act,
): Promise<AddedDecision> {
  return memory.write((sql) => {
    const replacement = readRequiredDecision(sql, scope, by);
    if (note !== undefined) storeDecisionChange(sql, replacement, { note }, act);
    return storeSupersede(sql, replacement, supersedes, because, act);
  });
}

/** `alongside` runs in the same transaction, after the decision is inserted. */
export function addDecisionIn(
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

export function storeDecisionChange(
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
  const row = sql.get<DecisionRow>(
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

const MOST_REPORTED = 20;
const ON_TOPIC_COLUMNS =
  "m.id, m.content, m.created_at, m.progress, m.outcome AS status, m.outcome_score AS score";

/** Call it in the transaction that adds the new decision, so that nobody sees an incomplete chain. */
export function supersede(
  sql: Sql,
  { decision, supersedes = [], supersedesBecause }: NewDecision,
  act: Act,
  newer: "made" | "known" = "known",
): Decision[] {
  return supersedes.map(({ ref, linkId }) => {
    const old = readRequiredDecision(sql, decision.project, ref);
    if (old.standing === "superseded") throw alreadySuperseded(old);
    const replacement = {
      about: [],
      args: { by: decision.id, link: linkId, ...(newer === "made" && { made: true as const }) },
    };
    const why = { about: [old.id, decision.id], args: { reason: supersedesBecause ?? "" } };
    const subject = { kind: "decision", id: old.id, project: old.project } as const;
    makeChange(sql, act, decisionSuperseded, subject, [replacement, why], [decision.id, linkId]);
    return readRequiredDecision(sql, decision.project, old.id);
  });
}

/** As `storeSuperseding`, inside a transaction. The note is the caller's to add. */
function storeSupersede(
  sql: Sql,
  by: Decision,
  supersedes: NonNullable<NewDecision["supersedes"]>,
  because: Screened | undefined,
  act: Act,
): AddedDecision {
  requireHoldingReplacement(by, "supersededBy");
  for (const { ref } of supersedes) {
    const { id } = readRequiredDecision(sql, by.project, ref);
    if (id === by.id) throw sameDecision(id, "supersededBy");
    if (closesCycle(sql, by.id, id)) throw wouldBeCycle(by.id, id, "supersedes");
  }
  const superseded = supersede(sql, { decision: by, supersedes, supersedesBecause: because }, act);
  const decision = readRequiredDecision(sql, by.project, by.id);
  return { decision, repeated: false, superseded, sameTopic: activeOnTopic(sql, decision) };
}

/**
 * Whether a decision would replace one that replaced it. Searches upwards from the newer decision, which is fast: nothing
 * replaces it as a rule.
 */
export function closesCycle(sql: Sql, newer: string, older: string): boolean {
  return (
    sql.get(
      `WITH RECURSIVE above (id) AS (
         SELECT from_id FROM links WHERE to_id = ?1 AND relation = 'supersedes'
         UNION SELECT l.from_id FROM above a JOIN links l ON l.to_id = a.id AND l.relation = 'supersedes')
       SELECT 1 FROM above WHERE id = ?2`,
      newer,
      older,
    ) !== undefined
  );
}

/** @throws Fault `conflict` if the active decisions of the topic are not the expected ones. */
export function requireHolding(sql: Sql, decision: Decision, expected: readonly string[]): void {
  const holding = activeOnTopic(sql, decision, MOST_REPLACED).map(({ id }) => id);
  if (holding.length === expected.length && holding.every((id) => expected.includes(id))) return;
  throw new Fault("conflict", `What holds on ${JSON.stringify(decision.topic)} changed at the same moment.`, {
    field: "topic",
    received: decision.topic,
    reason: "topic_changed",
    hint: "Nothing was stored. Save it again.",
  });
}

/** Other active decisions with the same stated topic. */
export const activeOnTopic = (sql: Sql, decision: Decision, limit = MOST_REPORTED): Decision[] =>
  rowsOnTopic<DecisionRow>(sql, DECISION_COLUMNS, decision, limit).map(decisionOf);

/** The same, as far as they are needed to name them. */
const othersOnTopicIn = (sql: Sql, decision: Decision, limit: number): OnTopic[] =>
  rowsOnTopic<OnTopicRow>(sql, ON_TOPIC_COLUMNS, decision, limit).map(
    ({ id, content, created_at, progress, status, score }) => ({
      id,
      statement: content,
      createdAt: new Date(created_at),
      hasFailed: status === null ? progress === "failed" : !worked({ status, score }),
    }),
  );

type OnTopicRow = {
  id: string;
  content: Screened;
  created_at: number;
  progress: Progress;
  status: OutcomeStatus | null;
  score: number;
};

function rowsOnTopic<T extends Row>(
  sql: Sql,
  columns: string,
  { project, topic, topicStated, id }: Decision,
  limit: number,
): T[] {
  if (!topicStated) return [];
  return sql.all<T>(
    `SELECT ${columns} FROM memories m
     WHERE m.project = ? AND m.topic = ? AND m.topic_stated = 1 AND m.standing = 'active' AND m.type = 'decision' AND m.id <> ?
     ORDER BY m.created_at DESC, m.id DESC LIMIT ?`,
    project,
    topic,
    id,
    limit,
  );
}

function alreadySuperseded(old: Decision): Fault {
  const by = old.supersededBy.join(", ");
  return new Fault("conflict", `Decision ${old.id} was superseded already${by ? ` by ${by}` : ""}.`, {
    field: "supersedes",
    received: old.id,
    reason: "already_superseded",
    hint: by ? `Supersede ${by} instead. Nothing was changed.` : "Nothing was changed.",
  });
}

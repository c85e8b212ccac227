import { changeDecision, type Decision, type DecisionChange } from "../../../domain/decisions/decision.ts";
import { Fault } from "../../../domain/shared/errors.ts";
import { indexText } from "../../../domain/shared/search-text.ts";
import {
  type Act,
  ALL_PROJECTS,
  type DecisionFilter,
  type DecisionStore,
  type Scope,
} from "../../../domain/store.ts";
import { uncount } from "../calibration/tallies.ts";
import { forgetGuidance } from "../guidance/guidance.ts";
import { appendAudit, forgetSalts } from "../log/audit-log.ts";
import { rememberErasure } from "../moving/erased-sources.ts";
import { draftProposal, forgetProposals } from "../proposals/proposal-rows.ts";
import { queueEmbedding } from "../recall/embeddings.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import type { SqlValue } from "../shared/driver.ts";
import { emptyWriteAheadLog } from "../shared/write-ahead-log.ts";
import { countSkillAgain, groupIdOf } from "../skills/skill-rows.ts";
import { decisionsById, findDecision, requireDecision } from "./find-decision.ts";
import { bodyOf, DECISION_COLUMNS, decisionOf } from "./rows.ts";
import { activeOnTopic, requireHolding, supersede } from "./supersede.ts";

export function sqliteDecisions(connection: Connection): DecisionStore {
  return {
    addDecision: (added, act) =>
      connection.write((sql) => {
        const { decision, repeatedSince, reportSameTopic, holding, proposal } = added;
        const sameTopic = reportSameTopic ? activeOnTopic(sql, decision) : [];
        const earlier = repeatedSince && findRepeated(sql, decision, repeatedSince);
        if (earlier)
          return {
            decision: earlier,
            repeated: true,
            superseded: [],
            sameTopic: without(sameTopic, earlier),
          };
        if (holding) requireHolding(sql, decision, holding);
        captureDecision(sql, decision, act);
        if (proposal) draftProposal(sql, proposal, act);
        const superseded = supersede(sql, added, act);
        return {
          decision: { ...decision, supersedes: superseded.map(({ id }) => id) },
          repeated: false,
          superseded,
          sameTopic: without(sameTopic, ...superseded),
        };
      }),

    findDecision: (scope, ref) => connection.read((sql) => findDecision(sql, scope, ref)),
    decisionsById: (scope, ids) => connection.read((sql) => decisionsById(sql, scope, ids)),

    listDecisions: (filter, limit, cursor) =>
      connection.read((sql) => {
        const { where, values } = conditions(filter);
        const after = cursor === undefined ? undefined : parseCursor(cursor);
        const { total } = sql.get(
          `SELECT count(*) AS total FROM memories m WHERE ${where}`,
          ...values,
        ) as Row;
        const rows = sql.all(
          `SELECT ${DECISION_COLUMNS} FROM memories m
           WHERE ${where}${after ? " AND (m.created_at, m.seq) < (?, ?)" : ""}
           ORDER BY m.created_at DESC, m.seq DESC LIMIT ?`,
          ...values,
          ...(after ?? []),
          limit + 1,
        );
        const items = rows.slice(0, limit);
        const last = items.at(-1);
        return {
          items: items.map(decisionOf),
          total: total as number,
          cursor: rows.length > limit && last ? `${last["created_at"]}.${last["seq"]}` : undefined,
        };
      }),

    updateDecision: (scope, ref, change, act) =>
      connection.write((sql) => {
        const before = requireDecision(sql, scope, ref);
        const after = changeDecision(before, change, act.by.author, act.at);
        rewrite(sql, after);
        appendAudit(sql, act, actionOf(change), subjectOf(after), JSON.stringify(change));
        return { before, after };
      }),

    async eraseDecision(scope, ref, act) {
      const erased = await connection.write((sql) => eraseDecision(sql, scope, ref, act));
      // Pages that the index no longer uses may still hold what stood in them.
      await connection.outside("VACUUM");
      await emptyWriteAheadLog(connection);
      return erased;
    },
  };
}

const subjectOf = ({ id, project }: Decision) => ({ kind: "decision", id, project }) as const;

const without = (decisions: readonly Decision[], ...others: readonly Decision[]): Decision[] =>
  decisions.filter(({ id }) => !others.some((other) => other.id === id));

const actionOf = ({ standing }: DecisionChange) =>
  standing === "deprecated" ? "decision.retracted" : "decision.updated";

function findRepeated(sql: Sql, { contextHash, project }: Decision, since: Date): Decision | undefined {
  const row = sql.get(
    `SELECT ${DECISION_COLUMNS} FROM memories m
     WHERE m.context_hash = ? AND m.project = ? AND m.created_at >= ? ORDER BY m.seq DESC LIMIT 1`,
    contextHash,
    project,
    since.getTime(),
  );
  return row && decisionOf(row);
}

export function captureDecision(sql: Sql, decision: Decision, act: Act): void {
  insertDecision(sql, decision);
  appendAudit(sql, act, "decision.captured", subjectOf(decision), decision.contextHash);
}

function insertDecision(sql: Sql, decision: Decision): void {
  const row = sql.get(
    `INSERT INTO memories (id, type, project, content, topic, topic_stated, domain, standing, progress, confidence,
       confidence_stated, due_at, author_kind, author, session, context_hash, created_at, updated_at, body)
     VALUES (?, 'decision', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    decision.id,
    decision.project,
    decision.statement,
    decision.topic,
    decision.topicStated ? 1 : 0,
    decision.domain,
    decision.standing,
    decision.progress,
    decision.confidence ?? null,
    decision.confidenceStated ? 1 : 0,
    decision.dueAt?.getTime() ?? null,
    decision.author.kind,
    decision.author.name,
    decision.sessionId ?? null,
    decision.contextHash,
    decision.createdAt.getTime(),
    decision.updatedAt.getTime(),
    bodyOf(decision),
  ) as Row;
  const seq = row["seq"] as number;
  queueEmbedding(sql, seq);
  sql.run(
    "INSERT INTO memories_text (rowid, title, body) VALUES (?, ?, ?)",
    seq,
    // A topic that was derived from the statement would only count its words twice.
    indexText(decision.topicStated ? `${decision.statement}\n${decision.topic}` : decision.statement),
    indexText(
      [
        decision.reasoning ?? "",
        ...decision.alternatives,
        ...decision.assumptions,
        ...decision.risks,
        ...decision.consequences,
      ].join("\n"),
    ),
  );
  for (const alias of decision.aliases) {
    sql.run(
      "INSERT INTO aliases (alias, project, memory_id) VALUES (?, ?, ?)",
      alias,
      decision.project,
      decision.id,
    );
  }
}

/** Writes the columns that may change. What the decision meant is not among them. */
function rewrite(sql: Sql, decision: Decision): void {
  sql.run(
    "UPDATE memories SET standing = ?, progress = ?, updated_at = ?, body = ? WHERE id = ?",
    decision.standing,
    decision.progress,
    decision.updatedAt.getTime(),
    bodyOf(decision),
    decision.id,
  );
}

function eraseDecision(sql: Sql, scope: Scope, ref: string, act: Act): { id: string; project: string } {
  const decision = requireDecision(sql, scope, ref);
  const group = groupIdOf(sql, decision.id);
  uncount(sql, decision.id);
  rememberErasure(sql, decision);
  sql.run("DELETE FROM memories_text WHERE rowid = (SELECT seq FROM memories WHERE id = ?)", decision.id);
  // A deleted word may stay behind as the key of an index page, so the index is written anew.
  sql.run("INSERT INTO memories_text (memories_text) VALUES ('rebuild')");
  forgetSalts(sql, decision.id);
  forgetGuidance(sql, decision);
  sql.run("DELETE FROM memories WHERE id = ?", decision.id);
  forgetProposals(sql, decision);
  if (group !== undefined) countSkillAgain(sql, group);
  appendAudit(sql, act, "decision.erased", subjectOf(decision), "");
  return { id: decision.id, project: decision.project };
}

function conditions(filter: DecisionFilter): { where: string; values: SqlValue[] } {
  const wanted: [string, SqlValue | undefined][] = [
    ["m.project = ?", filter.scope === ALL_PROJECTS ? undefined : filter.scope],
    ["m.domain = ?", filter.domain],
    ["m.topic = ?", filter.topic],
    ["m.topic_stated = ?", filter.topicStated === undefined ? undefined : Number(filter.topicStated)],
    ["m.created_at >= ?", filter.since?.getTime()],
    ["m.progress = ?", filter.progress],
    ["m.standing = ?", filter.standing],
  ];
  const given = wanted.filter((pair): pair is [string, SqlValue] => pair[1] !== undefined);
  return {
    where: ["m.type = 'decision'", ...given.map(([condition]) => condition)].join(" AND "),
    values: given.map(([, value]) => value),
  };
}

function parseCursor(cursor: string): [number, number] {
  const match = /^(\d{1,16})\.(\d{1,16})$/.exec(cursor);
  if (match) return [Number(match[1]), Number(match[2])];
  throw new Fault("invalid", "That cursor is not one this memory gave out.", {
    field: "cursor",
    received: cursor,
    hint: "Leave it out to begin with the newest.",
  });
}

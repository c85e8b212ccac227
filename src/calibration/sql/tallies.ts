/** Reads the sums that calibration is computed from. `tally-changes.ts` keeps them. */
import { type Author, personOf } from "../../shared/actor.ts";
import { ALL_DOMAINS } from "../../shared/names.ts";
import type { Scope } from "../../shared/scope.ts";
import { allOf, ofDomain, ofScope, ofScopeAndDomain } from "../../store/file/conditions.ts";
import type { Connection, Row, Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import {
  BINS,
  type BinSums,
  type ConfidenceLevel,
  roundForSum,
  type Sums,
  type Tally,
} from "../rules/calibration.ts";
import { type ConfidenceEvidence, MOST_RECENT, type StatedOutcome } from "../rules/recalibration.ts";

/** For one domain, or for all of them under the name `all`. Without outcomes the sums are zero. */
export function readTally(memory: Connection, scope: Scope, domain?: string): Promise<Tally> {
  return memory.read((sql) => tallyOf(sql, scope, domain));
}

/** The outcomes that tell how far stated confidence can be trusted. */
export function confidenceEvidence(
  memory: Connection,
  scope: Scope,
  { domain = ALL_DOMAINS, author }: ConfidenceLevel,
): Promise<ConfidenceEvidence> {
  return memory.read((sql): ConfidenceEvidence => {
    const authors = author && JSON.stringify(authorKeys(sql, author));
    const inScope = allOf(ofScope(scope, "project"));
    const rows = sql.all<BinsRow & { of_domain: number; of_author: number }>(
      `SELECT (? = '${ALL_DOMAINS}' OR domain = ?) AS of_domain,
       ${authors === undefined ? "1" : "author IN (SELECT value FROM json_each(?))"} AS of_author, bin,
       sum(outcomes) AS outcomes, sum(score) AS score, sum(confidence) AS confidence,
       sum(squared_error) AS squared_error
     FROM tally_bins WHERE bin >= 0 AND ${inScope.sql} GROUP BY of_domain, of_author, bin`,
      domain,
      domain,
      ...(authors === undefined ? [] : [authors]),
      ...inScope.values,
    );
    const level = (ofDomain: 0 | 1, ofAuthor: 0 | 1): BinSums[] =>
      binsOf(rows.filter((row) => row.of_domain === ofDomain && row.of_author === ofAuthor));
    return {
      own: level(1, 1),
      recent: recentOutcomesIn(sql, scope, domain, authors),
      elsewhere: [level(0, 1), level(1, 0), level(0, 0)],
    };
  });
}

/** For every domain that has outcomes. */
export function readTallies(memory: Connection, scope: Scope): Promise<readonly Tally[]> {
  return memory.read((sql) => domainsOf(sql, scope).map((domain) => tallyOf(sql, scope, domain)));
}

/** The number of active decisions without an outcome that were due by `by`. */
export function dueCount(memory: Connection, scope: Scope, by: Date, domain?: string): Promise<number> {
  return memory.read((sql) => dueCountIn(sql, scope, by, domain));
}

export function tallyOf(sql: Sql, scope: Scope, domain?: string): Tally {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  const rows = sql.all<BinsRow>(
    `SELECT bin, sum(outcomes) AS outcomes, sum(score) AS score, sum(confidence) AS confidence,
       sum(squared_error) AS squared_error
     FROM tally_bins WHERE ${where} GROUP BY bin`,
    ...values,
  );
  const sumOf = (sum: "outcomes" | "score"): number => rows.reduce((all, row) => all + row[sum], 0);
  const outcomes = sumOf("outcomes");
  return {
    domain: domain ?? ALL_DOMAINS,
    outcomes,
    score: sumOf("score"),
    earlier: firstOutcomes(sql, scope, domain, Math.floor(outcomes / 2)),
    bins: binsOf(rows),
    lastOutcomeAt: lastOutcomeAt(sql, scope, domain),
  };
}

function domainsOf(sql: Sql, scope: Scope): string[] {
  const { sql: where, values } = ofScopeAndDomain(scope);
  return sql.column<string>(
    `SELECT DISTINCT domain FROM tally_bins WHERE ${where} ORDER BY domain`,
    ...values,
  );
}

type BinsRow = {
  bin: number;
  outcomes: number;
  score: number;
  confidence: number;
  squared_error: number;
};

/** The sums of each tenth of confidence; zero where no row has any. */
function binsOf(rows: readonly BinsRow[]): BinSums[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const row = rows.find((candidate) => candidate.bin === bin);
    return {
      outcomes: row?.outcomes ?? 0,
      score: row?.score ?? 0,
      confidence: row?.confidence ?? 0,
      squaredError: row?.squared_error ?? 0,
    };
  });
}

/** The last outcomes of an author are looked for among this many of the domain. */
const MOST_READ = 1_000;

/** By time, then by id, oldest first. */
function recentOutcomesIn(
  sql: Sql,
  scope: Scope,
  domain: string,
  authors: string | undefined,
): StatedOutcome[] {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  const last = `SELECT decision_id, stated_confidence, score FROM outcomes
    WHERE counts = 1 AND ${where} ORDER BY at DESC, id DESC LIMIT ${MOST_READ}`;
  const rows = sql.all(
    `SELECT o.stated_confidence AS confidence, o.score FROM (${last}) o
     ${authors === undefined ? "" : "CROSS JOIN memories m ON m.id = o.decision_id"}
     WHERE o.stated_confidence IS NOT NULL
       ${authors === undefined ? "" : `AND ${authorKeyOf("m")} IN (SELECT value FROM json_each(?))`}
     LIMIT ${MOST_RECENT}`,
    ...values,
    ...(authors === undefined ? [] : [authors]),
  );
  return rows.map((row) => row as unknown as StatedOutcome).reverse();
}

/** Whose decision a memory is, as far as calibration goes: the kind of author and the person. The program is left out. */
export const authorKeyOf = (memory: string): string =>
  `${memory}.author_kind || coalesce(' ' || ${memory}.person, '')`;

/** The keys of an author. Memories of several machines may know a person under several ids. */
function authorKeys(sql: Sql, author: Author): readonly string[] {
  const name = personOf(author);
  if (name === undefined) return [author.kind];
  return sql
    .all<{ id: string }>("SELECT id FROM people WHERE name = ?", name)
    .map(({ id }) => `${author.kind} ${id}`);
}

/** Active decisions without an outcome that were due by `by`. */
export function dueCondition(
  scope: Scope,
  by: Date,
  domain: string | undefined,
): { where: string; values: readonly SqlValue[] } {
  const filter = allOf(["m.due_at <= ?", by.getTime()], ofScope(scope), ofDomain(domain));
  return {
    where: `m.type = 'decision' AND m.outcome IS NULL AND m.standing = 'active' AND ${filter.sql}`,
    values: filter.values,
  };
}

export function dueCountIn(sql: Sql, scope: Scope, by: Date, domain: string | undefined): number {
  const { where, values } = dueCondition(scope, by, domain);
  const row = sql.one<{ total: number }>(
    `SELECT count(*) AS total FROM memories m WHERE ${where}`,
    ...values,
  );
  return row.total;
}

/**
 * `tally_times` sums the outcomes in slots of time, on several levels: a slot of the first level is 2³⁵ ms long, about a
 * year, and has 128 slots of the next level. The sum over the first outcomes takes whole slots and then goes down into
 * the one where they end, so that it reads no more rows when there are more outcomes.
 */
export const LEVELS = [35, 28, 21, 14, 7].map((shift, level) => ({ level, shift }));
/** A slot with at most this many outcomes is not divided further: its outcomes are read. */
const READ_AT_ONCE = 128;
/** No date is further from 1970 than this many milliseconds. */
const FURTHEST = 8.64e15;

/** Times before 1970 are negative, so it rounds down, as SQL's `at >> shift` does. Times have more than 32 bits. */
export const slotOf = (at: number, shift: number): number => Math.floor(at / 2 ** shift);

/** The sums over the first `limit` outcomes by time, then by id. */
function firstOutcomes(sql: Sql, scope: Scope, domain: string | undefined, limit: number): Sums {
  const { sql: where, values } = ofExistingPairs(scope, domain);
  const sums = { outcomes: 0, score: 0 };
  let [from, to] = [-FURTHEST, FURTHEST + 1];
  for (const { level, shift } of LEVELS) {
    const slots = sql.all<OutcomesRow>(
      `SELECT slot, sum(outcomes) AS outcomes, sum(score) AS score FROM tally_times
       WHERE ${where} AND level = ? AND slot >= ? AND slot < ? GROUP BY slot ORDER BY slot`,
      ...values,
      level,
      slotOf(from, shift),
      Math.ceil(to / 2 ** shift),
    );
    const last = addWhile(sums, slots, limit);
    if (sums.outcomes === limit || !last) return sums;
    [from, to] = [(last["slot"] as number) * 2 ** shift, ((last["slot"] as number) + 1) * 2 ** shift];
    if ((last["outcomes"] as number) <= READ_AT_ONCE) break;
  }
  const rows = sql.all<{ score: number }>(
    `SELECT 1 AS outcomes, score FROM outcomes WHERE ${where} AND counts = 1 AND at >= ? AND at < ?
     ORDER BY at, id LIMIT ?`,
    ...values,
    from,
    to,
    limit - sums.outcomes,
  );
  addWhile(
    sums,
    rows.map((row) => ({ outcomes: 1, score: roundForSum(row.score) })),
    limit,
  );
  return sums;
}

type OutcomesRow = { outcomes: number; score: number };

/** Adds rows as long as all their outcomes are below the limit. Returns the first row with too many. */
function addWhile(
  sums: { outcomes: number; score: number },
  rows: readonly OutcomesRow[],
  limit: number,
): Row | undefined {
  for (const row of rows) {
    if (sums.outcomes + row.outcomes > limit) return row;
    sums.outcomes += row.outcomes;
    sums.score += row.score;
  }
  return undefined;
}

/** The time of the last outcome. The index gives it for each domain of each project. */
function lastOutcomeAt(sql: Sql, scope: Scope, domain: string | undefined): Date | undefined {
  const { sql: where, values } = ofScopeAndDomain(scope, domain);
  const last = sql.value<SqlValue | undefined>(
    `SELECT max((SELECT max(at) FROM outcomes o WHERE o.project = own.project AND o.domain = own.domain AND o.counts = 1))
       AS at FROM (SELECT DISTINCT project, domain FROM tally_bins WHERE ${where}) own`,
    ...values,
  );
  return typeof last === "number" ? new Date(last) : undefined;
}

/** Names project and domain in every scope, because the primary key and the index of outcomes begin with them. */
function ofExistingPairs(scope: Scope, domain: string | undefined): ReturnType<typeof ofScopeAndDomain> {
  const own = ofScopeAndDomain(scope, domain);
  if (own.values.length === 2) return own;
  return {
    sql: `(project, domain) IN (SELECT project, domain FROM tally_bins WHERE ${own.sql})`,
    values: own.values,
  };
}

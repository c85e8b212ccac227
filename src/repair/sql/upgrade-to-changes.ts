import {
  aboutProposal,
  addDecisionRow,
  DECISION_COLUMNS,
  firstStateOf,
  type HistoryRow,
  insertHistory,
  insertLink,
  insertProposal,
  type LinkRow,
  type PointerToDecision,
  type PointerToHistory,
  type ProposalRow,
  readHistory,
  readLink,
  readProposal,
  rowAtFirst,
  settleOutcome,
  wholeDecision,
} from "../../decisions/index.ts";
import {
  addCheckpointRow,
  addInsightRow,
  type CheckpointRow,
  firstHashOfCheckpoint,
  hashOfCheckpoint,
  type InsightRow,
  insightHash,
  insightOf,
} from "../../sessions/index.ts";
import { type Act, type Author, MEMORY_AUTHOR } from "../../shared/actor.ts";
import type { Json } from "../../shared/canonical-json.ts";
import type { RecordKind } from "../../shared/ids.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import type { Screened } from "../../shared/text.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import {
  type MemoryRow,
  type PointerToMemory,
  readMemory,
  readMemoryAtFirst,
} from "../../store/file/memory-row.ts";
import { addOwnOrigin, defineChange, logChange, type Part } from "../../store/log/change.ts";
import { storeAuthor } from "../../store/log/people.ts";
import { changes } from "../schema/changes.ts";

/** Brings a file of version 0.1.0 to the log of changes. In a new file there is nothing to bring. */
export function upgradeToChanges(sql: Sql): void {
  sql.script(changes);
  addOwnOrigin(sql);
  namePeople(sql);
  hashNotes(sql);
  sql.run(
    "UPDATE erased_sources SET salt = (SELECT value FROM facts WHERE name = 'source_salt') WHERE salt IS NULL",
  );
  logExistingRecords(sql);
}

const human = (name: unknown): Author => ({ kind: "human", name: name as Screened });

/** Moves the names of people out of the rows that named them. */
function namePeople(sql: Sql): void {
  for (const table of ["memories", "outcomes", "signals"]) {
    for (const { author } of sql.all<{ author: string }>(
      `SELECT DISTINCT author FROM ${table} WHERE author_kind = 'human'`,
    )) {
      const { person } = storeAuthor(sql, human(author));
      sql.run(
        `UPDATE ${table} SET author = '', person = ? WHERE author_kind = 'human' AND author = ?`,
        person as string,
        author,
      );
    }
  }
  for (const table of ["memories", "links"]) {
    for (const { seq, body } of sql.all<{ seq: number; body: string }>(
      `SELECT seq, body FROM ${table} WHERE body LIKE '%"human"%'`,
    )) {
      const named = withoutNames(sql, JSON.parse(body) as Json);
      sql.run(`UPDATE ${table} SET body = ? WHERE seq = ?`, JSON.stringify(named), seq);
    }
  }
}

/** The hashes of notes had the names of people in them. A note that does not match its hash is damaged, and stays so. */
function hashNotes(sql: Sql): void {
  const notes = sql.all<CheckpointRow & InsightRow & { type: string; seq: number }>(
    `SELECT ${DECISION_COLUMNS}, m.type FROM memories m WHERE m.type IN ('checkpoint', 'insight')`,
  );
  for (const row of notes) {
    const isCheckpoint = row.type === "checkpoint";
    const first = isCheckpoint ? firstHashOfCheckpoint(row) : insightHash(insightOf(row), 1);
    const hash = isCheckpoint ? hashOfCheckpoint(row) : insightHash(insightOf(row));
    if (first !== row.context_hash || hash === undefined) continue;
    sql.run("UPDATE memories SET context_hash = ? WHERE seq = ?", hash, row.seq);
  }
}

/** Replaces `by` and `proposed_by`, wherever they stand in a body. */
function withoutNames(sql: Sql, value: Json | undefined): Json | undefined {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutNames(sql, item) as Json);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const author = field as { readonly kind?: Json; readonly name?: Json } | null;
      const isAuthor = (key === "by" || key === "proposed_by") && author?.kind === "human";
      return [key, isAuthor ? storeAuthor(sql, human(author.name)) : withoutNames(sql, field as Json)];
    }),
  );
}

/** A record of a file of version 0.1.0, as it was when the file was upgraded. */
type Existing =
  | { readonly kind: "decision" | "checkpoint" | "insight"; readonly memory: MemoryRow }
  | { readonly kind: "outcomes" | "signals"; readonly row: HistoryRow }
  | { readonly kind: "link"; readonly link: LinkRow }
  | { readonly kind: "proposal"; readonly proposal: ProposalRow }
  | { readonly kind: "erasures"; readonly rows: readonly Erasure[] };

type Erasure = { readonly project: string; readonly digest: string; readonly salt: string };

/** Rows that never change are named, the others are copied. */
type StoredExisting =
  | { readonly kind: "decision"; readonly memory: PointerToDecision }
  | { readonly kind: "checkpoint" | "insight"; readonly memory: PointerToMemory }
  | ({ readonly kind: "outcomes" | "signals" } & PointerToHistory)
  | Extract<Existing, { kind: "link" | "proposal" | "erasures" }>;

export const recordExisting = defineChange<"record.existing", Existing>({
  action: "record.existing",
  version: 1,
  apply(sql, [existing]) {
    if (existing) addExisting(sql, existing);
  },
  whole: (sql, stored) => wholeExisting(sql, stored as StoredExisting),
});

function addExisting(sql: Sql, existing: Existing): void {
  switch (existing.kind) {
    case "decision":
      addDecisionRow(sql, existing.memory);
      break;
    case "checkpoint":
      addCheckpointRow(sql, existing.memory);
      break;
    case "insight":
      addInsightRow(sql, existing.memory);
      break;
    case "outcomes":
    case "signals":
      insertHistory(sql, existing.kind, existing.row);
      if (existing.kind === "outcomes") settleOutcome(sql, existing.row.decision_id);
      break;
    case "link":
      insertLink(sql, existing.link);
      break;
    case "proposal":
      insertProposal(sql, existing.proposal);
      break;
    case "erasures":
      for (const { project, digest, salt } of existing.rows)
        sql.run("INSERT INTO erased_sources (project, digest, salt) VALUES (?, ?, ?)", project, digest, salt);
  }
}

function wholeExisting(sql: Sql, stored: StoredExisting): Existing | undefined {
  switch (stored.kind) {
    case "decision": {
      const memory = wholeDecision(sql, stored.memory);
      return memory && { kind: stored.kind, memory };
    }
    case "checkpoint":
    case "insight": {
      const memory = readMemoryAtFirst(sql, stored.memory);
      return memory && { kind: stored.kind, memory };
    }
    case "outcomes":
    case "signals": {
      const row = readHistory(sql, stored.kind, stored.row, stored.project);
      return row && { kind: stored.kind, row };
    }
    default:
      return stored;
  }
}

/** Logs one change for each record that is in the file. */
function logExistingRecords(sql: Sql): void {
  const last = sql.value<SqlValue | undefined>("SELECT max(at) AS at FROM audit");
  if (typeof last !== "number") return;
  const by = { author: MEMORY_AUTHOR, role: "admin", client: MEMORY_AUTHOR.name } as const;
  const act: Act = { by, at: new Date(last) };
  const log = (kind: RecordKind, id: string, project: string, part: Part<Existing>): void => {
    const refs = part.about.filter((record) => record !== id);
    const { action, version } = recordExisting;
    logChange(sql, act, { action, version, subject: { kind, id, project }, parts: [part], refs });
  };

  for (const { id } of sql.all<{ id: string }>(
    "SELECT id FROM memories WHERE type <> 'context' ORDER BY seq",
  )) {
    const row = readMemory(sql, id) as MemoryRow;
    log(row.type as "decision", row.id, row.project, { about: [row.id], ...memoryPart(row) });
  }
  for (const table of ["outcomes", "signals"] as const) {
    for (const { id } of sql.all<{ id: string }>(`SELECT id FROM ${table} ORDER BY seq`)) {
      const row = readHistory(sql, table, id) as HistoryRow;
      const part = { args: { kind: table, row }, stored: { kind: table, row: row.id } };
      const kind = table === "outcomes" ? "outcome" : "signal";
      log(kind, row.id, row["project"] as string, { about: [row.decision_id], ...part });
    }
  }
  for (const { id } of sql.all<{ id: string }>("SELECT id FROM links ORDER BY seq")) {
    const link = readLink(sql, id) as LinkRow;
    log("link", link.id, link.project as string, {
      about: [link.from_id, link.to_id],
      args: { kind: "link", link },
    });
  }
  for (const { id } of sql.all<{ id: string }>("SELECT id FROM proposals ORDER BY seq")) {
    const proposal = readProposal(sql, id) as ProposalRow;
    log("proposal", proposal.id, proposal.project, {
      about: aboutProposal({ ...proposal, target: proposal.target as Screened }),
      args: { kind: "proposal", proposal },
    });
  }
  const rows = sql.all("SELECT project, digest, salt FROM erased_sources") as unknown as Erasure[];
  if (rows.length > 0)
    log("decision", "erasures", ALL_PROJECTS, { about: [], args: { kind: "erasures", rows } });
}

function memoryPart(row: MemoryRow): Pick<Part<Existing>, "args" | "stored"> {
  const kind = row.type as "decision" | "checkpoint" | "insight";
  if (kind !== "decision") return { args: { kind, memory: row }, stored: { kind, memory: { row: row.id } } };
  const first = firstStateOf(row);
  return {
    args: { kind, memory: rowAtFirst(row, first) },
    stored: { kind, memory: { row: row.id, ...first } },
  };
}

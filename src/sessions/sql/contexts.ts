import { createHash } from "node:crypto";
import type { Act } from "../../shared/actor.ts";
import type { Connection, Sql } from "../../store/file/connection.ts";
import { logWrite } from "../../store/log/change.ts";
import { type AuthorRow, authorColumns, authorOf, personName } from "../../store/log/people.ts";
import type { ExposureContext, ProjectContext } from "../rules/exposure.ts";

const SCHEMA_VERSION = 1;
/** Stored if no context was detected, because the content may not be empty. */
const NONE = "none";

export function projectContext(memory: Connection, project: string): Promise<ProjectContext | undefined> {
  return memory.read((sql) => find(sql, project));
}

/** Returns false and writes nothing if it equals the stored one. */
export function saveContext(memory: Connection, context: ProjectContext, act: Act): Promise<boolean> {
  return memory.write((sql) => {
    const known = find(sql, context.project);
    if (known && known.context === context.context && known.confidence === context.confidence) return false;
    const stored = { ...context, id: known?.id ?? context.id };
    writeContext(sql, stored);
    const subject = { kind: "context", id: stored.id, project: stored.project } as const;
    logWrite(sql, act, "context.detected", subject, {
      context: stored.context ?? NONE,
      confidence: stored.confidence,
    });
    return true;
  });
}

function find(sql: Sql, project: string): ProjectContext | undefined {
  const row = sql.get<ContextRow>(
    `SELECT m.*, ${personName("m")} FROM memories m WHERE m.project = ? AND m.type = 'context'`,
    project,
  );
  return row && contextOf(row);
}

export type ContextRow = AuthorRow & {
  content: string;
  id: string;
  project: string;
  body: string;
  created_at: number;
};

export function contextOf(row: ContextRow): ProjectContext {
  const content = row.content;
  return {
    id: row.id,
    project: row.project,
    context: content === NONE ? undefined : (content as ExposureContext),
    confidence: (JSON.parse(row.body) as { confidence: number }).confidence,
    author: authorOf(row),
    at: new Date(row.created_at),
  };
}

const contentOf = ({ context, confidence }: ProjectContext): string =>
  JSON.stringify([context ?? NONE, confidence]);

export function writeContext(sql: Sql, stored: ProjectContext): void {
  const { author_kind, author, person } = authorColumns(sql, stored.author);
  sql.run(
    `INSERT INTO memories (id, type, project, content, author_kind, author, context_hash, created_at, updated_at, body, person)
     VALUES (?1, 'context', ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9)
     ON CONFLICT (id) DO UPDATE SET content = ?3, author_kind = ?4, author = ?5, context_hash = ?6, created_at = ?7,
       updated_at = ?7, body = ?8, person = ?9`,
    stored.id,
    stored.project,
    stored.context ?? NONE,
    author_kind,
    author,
    createHash("sha256").update(contentOf(stored)).digest("hex"),
    stored.at.getTime(),
    JSON.stringify({ schema_version: SCHEMA_VERSION, confidence: stored.confidence }),
    person,
  );
}

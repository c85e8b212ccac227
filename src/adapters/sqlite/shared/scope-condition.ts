import { ALL_PROJECTS, type Scope } from "../../../domain/store.ts";

/** What a statement says about the project of its rows, and the value for it. */
export interface ScopeCondition {
  /** ` AND column = ?`; empty where all projects are meant, so that no index is kept away. */
  readonly sql: string;
  readonly values: readonly string[];
}

/**
 * The one way to keep a statement inside a scope. Where rows are looked up by id, a plus before the column keeps the
 * indexes of a project away from the few rows that the ids find.
 */
export function scopeCondition(scope: Scope, column: string): ScopeCondition {
  return scope === ALL_PROJECTS ? { sql: "", values: [] } : { sql: ` AND ${column} = ?`, values: [scope] };
}

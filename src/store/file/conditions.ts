import { ALL_DOMAINS } from "../../shared/names.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import type { SqlValue } from "./driver.ts";

/** A condition with one parameter. It is dropped if the value is undefined. */
export type Condition = readonly [sql: string, value: SqlValue | undefined];

interface Conditions {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * Every statement is limited to a scope by this condition. When rows are looked up by id, put a plus before the column:
 * it keeps SQLite from using an index by project instead of the ids.
 */
export const ofScope = (scope: Scope, column = "m.project"): Condition => [
  `${column} = ?`,
  scope === ALL_PROJECTS ? undefined : scope,
];

export const ofDomain = (domain: string | undefined, column = "m.domain"): Condition => [
  `${column} = ?`,
  domain === ALL_DOMAINS ? undefined : domain,
];

/** For tables whose columns are named `project` and `domain`. */
export const ofScopeAndDomain = (scope: Scope, domain?: string): Conditions =>
  allOf(ofScope(scope, "project"), ofDomain(domain, "domain"));

/** Joins the conditions that have a value, to be put after WHERE or AND, with their parameters in order. */
export function allOf(...conditions: readonly Condition[]): Conditions {
  const active = conditions.filter(
    (condition): condition is [string, SqlValue] => condition[1] !== undefined,
  );
  return {
    sql: active.length === 0 ? "TRUE" : active.map(([sql]) => sql).join(" AND "),
    values: active.map(([, value]) => value),
  };
}

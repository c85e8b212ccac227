import { ALL_DOMAINS } from "../../../domain/shared/domain-slug.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import type { SqlValue } from "./driver.ts";

/** A condition with its one parameter; without a value nobody asked for it. */
type Condition = readonly [sql: string, value: SqlValue | undefined];

interface Conditions {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/**
 * The one way to keep a statement inside a scope. Where rows are looked up by id, a plus before the column keeps the
 * indexes of a project away from the few rows that the ids find.
 */
export const ofScope = (scope: Scope, column = "m.project"): Condition => [
  `${column} = ?`,
  scope === ALL_PROJECTS ? undefined : scope,
];

export const ofDomain = (domain: string | undefined, column = "m.domain"): Condition => [
  `${column} = ?`,
  domain === ALL_DOMAINS ? undefined : domain,
];

/** What is filed under a project and a domain, in the tables that have no other name for them. */
export const ofScopeAndDomain = (scope: Scope, domain?: string): Conditions =>
  allOf(ofScope(scope, "project"), ofDomain(domain, "domain"));

/** All that were asked for, to stand behind WHERE or AND, and their parameters in the same order. */
export function allOf(...conditions: readonly Condition[]): Conditions {
  const asked = conditions.filter((one): one is [string, SqlValue] => one[1] !== undefined);
  return {
    sql: asked.length === 0 ? "TRUE" : asked.map(([sql]) => sql).join(" AND "),
    values: asked.map(([, value]) => value),
  };
}

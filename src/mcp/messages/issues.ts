import { shown } from "./refusal.ts";

/** One problem that a validator found in a message. */
export interface Issue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
  readonly expected?: unknown;
  readonly values?: unknown;
  /** The issues of each alternative of a union. */
  readonly errors?: readonly (readonly Issue[])[] | undefined;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["int", "an integer"],
  ["boolean", "true or false"],
  ["object", "an object"],
  ["record", "an object"],
  ["array", "an array"],
]);

const SHOWN_ISSUES = 5;

/** The issues of a validator as one sentence about the parameters. */
export function describeIssues(issues: readonly Issue[], method: string): string {
  const problems = issues.slice(0, SHOWN_ISSUES).map(problemOf);
  const more = issues.length > SHOWN_ISSUES ? `; and ${issues.length - SHOWN_ISSUES} more` : "";
  return `Invalid params for ${shown(method)}: ${problems.join("; ") || "they are malformed"}${more}.`;
}

function problemOf(issue: Issue): string {
  const { message, path = [] } = issue;
  const place = path[0] === "params" && path.length > 1 ? path.slice(1) : path;
  const field = shown(place.map(String).join("."));
  const expected = expectedBy(issue);
  const received = /received (\w+)/.exec(message)?.[1];
  if (received === "undefined") return `${field} is required${expected && `: ${expected}`}`;
  if (!expected) return `${field} is not valid`;
  return `${field} must be ${expected}${received ? `, received ${KINDS.get(received) ?? received}` : ""}`;
}

function expectedBy({ expected, values, errors }: Issue): string {
  if (values !== undefined) return `one of ${[values].flat().map(shown).join(", ")}`;
  if (errors) return errors.flatMap((alternative) => alternative.map(expectedBy)).join(" or ");
  return typeof expected === "string" ? (KINDS.get(expected) ?? "") : "";
}

/** The issues in an error message that ends with the JSON dump of a validator. */
export function issuesIn(message: string): readonly Issue[] | undefined {
  const start = message.search(/\[\s*\{/);
  if (start === -1) return undefined;
  try {
    const value: unknown = JSON.parse(message.slice(start));
    return Array.isArray(value) && value.every(isIssue) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isIssue = (value: unknown): value is Issue =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Issue).message === "string" &&
  Array.isArray((value as Issue).path);

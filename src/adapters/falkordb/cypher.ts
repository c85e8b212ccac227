import { Fault } from "../../domain/shared/errors.ts";

/** What a parameter of a query can be. */
export type CypherValue =
  | string
  | number
  | boolean
  | null
  | readonly CypherValue[]
  | { readonly [name: string]: CypherValue };

export type CypherParameters = Readonly<Record<string, CypherValue>>;

/** A query with its parameters in front. They never become part of the query, so one plan serves all values. */
export function withParameters(query: string, parameters: CypherParameters): string {
  const values = Object.entries(parameters).map(([name, value]) => `${ownName(name)}=${literal(value)}`);
  return values.length > 0 ? `CYPHER ${values.join(" ")} ${query}` : query;
}

function literal(value: CypherValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return quoted(value);
  if (isList(value)) return `[${value.map(literal).join(",")}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${ownName(name)}:${literal(item)}`)
    .join(",")}}`;
}

const isList = (value: CypherValue): value is readonly CypherValue[] => Array.isArray(value);

function number(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is no number that a graph can hold.`);
  return String(value);
}

/** The server's parser knows no escape for a NUL and ends the text there. Texts of people come as JSON, which has one. */
function quoted(text: string): string {
  if (text.includes("\0")) {
    throw new Fault("invalid", "A text for the team has a NUL character in a place where none can be.", {
      reason: "text_with_nul",
    });
  }
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Names are not escaped by the server, so they must be ours and never somebody's text. */
function ownName(name: string): string {
  if (!/^[A-Za-z]\w*$/.test(name))
    throw new Error(`${JSON.stringify(name)} cannot be the name of a parameter.`);
  return name;
}

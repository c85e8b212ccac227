/** A value in a row of a reply. Nodes and edges never are: the names of their properties would have to be looked up. */
export type GraphValue = string | number | boolean | null | readonly GraphValue[];

export type GraphRow = readonly GraphValue[];

/** The kinds of values in a compact reply, by the numbers of the protocol. */
const NULL = 1;
const STRING = 2;
const INTEGER = 3;
const BOOLEAN = 4;
const DOUBLE = 5;
const ARRAY = 6;

/** The rows of a reply in the compact form: column names, rows, statistics. A query without columns has statistics only. */
export function rowsOf(reply: unknown): GraphRow[] {
  if (!Array.isArray(reply)) throw unexpected(reply);
  if (reply.length < 3) return [];
  const rows: unknown = reply[1];
  if (!Array.isArray(rows)) throw unexpected(rows);
  return rows.map((row: unknown) => {
    if (!Array.isArray(row)) throw unexpected(row);
    return row.map(decoded);
  });
}

function decoded(cell: unknown): GraphValue {
  const [kind, value]: unknown[] = Array.isArray(cell) ? cell : [];
  if (kind === NULL) return null;
  if (kind === STRING && typeof value === "string") return value;
  if (kind === INTEGER && typeof value === "number") return value;
  if (kind === BOOLEAN) return value === "true";
  if (kind === DOUBLE) return Number(value);
  if (kind === ARRAY && Array.isArray(value)) return value.map(decoded);
  throw unexpected(cell);
}

const unexpected = (part: unknown): Error =>
  new Error(`A reply has an unexpected form: ${String(JSON.stringify(part)).slice(0, 200)}`);

/** Text of a column that our queries always fill. */
export function text(value: GraphValue | undefined): string {
  if (typeof value !== "string") throw unexpected(value);
  return value;
}

/** A number, also one that came as text because the server rounds large ones. */
export function number(value: GraphValue | undefined): number {
  const result = typeof value === "string" ? Number(value) : value;
  if (typeof result !== "number" || Number.isNaN(result)) throw unexpected(value);
  return result;
}

export function list(value: GraphValue | undefined): readonly GraphValue[] {
  if (!Array.isArray(value)) throw unexpected(value);
  return value;
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, smoke } from "../workplace.ts";

const FOLDER = join(root, "..", "shared", "data", "retrieval");
const SMOKE_QUERIES = 5;
const SMOKE_DOCUMENTS = 40;

export interface Document {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly group?: string;
  /** The project it is a record of. */
  readonly repo?: string;
}

export interface Query {
  readonly id: string;
  readonly text: string;
  /** Where given, only documents of this group are looked at. */
  readonly group?: string;
  readonly exclude?: readonly string[];
  readonly repo?: string;
  /** A decision that was superseded, and the ends of its chain. */
  readonly old?: string;
  readonly heads?: readonly string[];
  /** The grade of every document that answers it. */
  readonly grades: ReadonlyMap<string, number>;
}

export interface DataSet {
  readonly name: string;
  /** Sets that share their records say nothing about each other's queries. */
  readonly family: string;
  readonly documents: readonly Document[];
  readonly queries: readonly Query[];
}

/** Undefined if the data is not available: it belongs to others and is not part of this repository. */
export function loadSets(): DataSet[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  return readdirSync(FOLDER).map(loadSet);
}

function loadSet(name: string): DataSet {
  const rows = (file: string): Record<string, unknown>[] =>
    readFileSync(join(FOLDER, name, file), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const grades = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(FOLDER, name, "qrels.tsv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)) {
    const [query = "", document = "", grade] = line.split("\t");
    grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(document, Number(grade)));
  }
  const documents = rows("corpus.jsonl") as unknown as Document[];
  const queries = (rows("queries.jsonl") as unknown as Query[]).map((query) => ({
    ...query,
    grades: grades.get(query.id) ?? new Map<string, number>(),
  }));
  const whole = { name, family: familyOf(name), documents, queries };
  return smoke ? small(whole) : whole;
}

function familyOf(name: string): string {
  return name.startsWith("adr") || name.startsWith("supersede") ? "decision records" : name;
}

function small(set: DataSet): DataSet {
  const queries = set.queries.slice(0, SMOKE_QUERIES);
  const needed = new Set(queries.flatMap(({ grades }) => [...grades.keys()]));
  const documents = set.documents.filter(({ id }, i) => i < SMOKE_DOCUMENTS || needed.has(id));
  return { ...set, queries, documents };
}

import { LINK_ID } from "../../shared/ids.ts";
import { keyText, type SharedPart } from "../rules/member-change.ts";
import { positionOf } from "../rules/membership.ts";
import type {
  AppendedChange,
  AppendResult,
  LogCursor,
  LogEntry,
  LogSlice,
  OfferedChange,
} from "../rules/team-log.ts";
import {
  type Connection,
  type CypherParameters,
  type GraphRow,
  graphFault,
  isMissingGraph,
  list,
  numberIn,
  rowsOf,
  text,
  withParameters,
} from "./connection.ts";
import { HEAD, HEAD_COLUMNS, headOf, readHead } from "./head.ts";

/**
 * Both ends of the range are given, because with an open one the server would sort the whole log. Positions come as text:
 * the driver rounds large integers.
 */
const AFTER = `
  MATCH (l:Log)
  OPTIONAL MATCH (at:Change {entry: $entry})
  OPTIONAL MATCH (c:Change) WHERE c.entry > $entry AND c.entry <= $last
  WITH l, at, c ORDER BY c.entry
  RETURN ${HEAD}, at.key, c.entry, toString(c.position), c.key, c.header, c.signature, c.parts`;

export async function readAfter(graph: Graph, cursor: LogCursor, limit: number): Promise<LogSlice> {
  const { lifeId, entry, key } = cursor;
  const rows = (await graph.read(AFTER, { entry, last: entry + limit })) ?? [];
  const head = rows[0] && headOf(rows[0]);
  // Beyond the end there is no key.
  const isLost = head?.lifeId !== lifeId || (entry > 0 && rows[0]?.[HEAD_COLUMNS] !== key);
  if (isLost) return { state: "lost", head };
  const found = rows.map((row) => row.slice(HEAD_COLUMNS + 1)).filter(([number]) => number !== null);
  return { state: "read", head, entries: found.map(entryOf) };
}

function entryOf([entry, position, key, header, signature, parts]: GraphRow): LogEntry {
  return {
    ...keyOf(text(key)),
    entry: numberIn(entry),
    position: numberIn(position),
    header: text(header),
    signature: text(signature),
    parts: JSON.parse(text(parts)) as readonly SharedPart[],
  };
}

function keyOf(key: string): { origin: string; seq: number } {
  const colon = key.lastIndexOf(":");
  return { origin: key.slice(0, colon), seq: Number(key.slice(colon + 1)) };
}

/**
 * The log counts its entries inside this query: if machines counted, each would have to try again whenever another was
 * faster. All keys are looked for at once, because a server that has just started has no index yet for some seconds and
 * would look through the log for each of them. That happens before anything is made, so no two rows may have one key.
 */
const APPEND = `
  MATCH (l:Log) WHERE l.lifeId = $lifeId
  OPTIONAL MATCH (at:Change {entry: $entry})
  WITH l, at WHERE $entry = 0 OR at.key = $key
  OPTIONAL MATCH (c:Change) WHERE c.key IN $keys
  WITH l, collect(c.key) AS keys, collect([c.key, toString(c.position), c.header]) AS known
  WITH l, l.entries AS n, known, [row IN $rows WHERE NOT row.key IN keys] AS fresh
  FOREACH (i IN range(0, size(fresh) - 1) | CREATE (:Change {
    entry: n + 1 + i,
    key: fresh[i].key,
    position: coalesce(fresh[i].position, l.life * ${positionOf(1, 0)} + n + 1 + i),
    header: fresh[i].header,
    signature: fresh[i].signature,
    parts: fresh[i].parts
  }))
  SET l.entries = n + size(fresh)
  RETURN l.life, n, known`;

interface Place {
  readonly position: number;
  readonly header: string;
  /** The change that was taken just now, if one was. */
  readonly taken?: OfferedChange | undefined;
}

export async function append(
  graph: Graph,
  changes: readonly OfferedChange[],
  cursor: LogCursor,
): Promise<AppendResult> {
  // The query would give no row, as for a log that was lost.
  if (changes.length === 0) {
    const { state, head } = await readAfter(graph, cursor, 0);
    return state === "lost" ? { state, head } : { state: "appended", changes: [] };
  }
  const { lifeId, entry, key = null } = cursor;
  const offered = firstOfEachKey(changes);
  const rows = [...offered].map(([name, { header, signature, parts, position = null }]) => ({
    ...{ key: name, header, signature, position },
    parts: JSON.stringify(parts),
  }));
  const [row] = await graph.write(APPEND, { lifeId, entry, key, keys: [...offered.keys()], rows });
  if (!row) return { state: "lost", head: await readHead(graph) };
  const places = placesOf(row, offered);
  return { state: "appended", changes: changes.map((change) => appended(change, places)) };
}

function firstOfEachKey(changes: readonly OfferedChange[]): Map<string, OfferedChange> {
  const first = new Map<string, OfferedChange>();
  for (const change of changes) if (!first.has(keyText(change))) first.set(keyText(change), change);
  return first;
}

/** What the log has under each key now. New entries are in the order in which they were offered. */
function placesOf([life, before, known]: GraphRow, offered: ReadonlyMap<string, OfferedChange>) {
  const places = new Map<string, Place>();
  for (const each of list(known)) {
    const [name, position, header] = list(each);
    // A row without values is what the query has where nothing was found.
    if (name !== null) places.set(text(name), { position: numberIn(position), header: text(header) });
  }
  let entries = numberIn(before);
  for (const [name, taken] of offered) {
    if (places.has(name)) continue;
    entries += 1;
    const position = taken.position ?? positionOf(numberIn(life), entries);
    places.set(name, { position, header: taken.header, taken });
  }
  return places;
}

function appended(change: OfferedChange, places: ReadonlyMap<string, Place>): AppendedChange {
  const { origin, seq, header } = change;
  const place = places.get(keyText(change));
  if (!place) throw new Error(`The log did not say what became of ${keyText(change)}.`);
  const as = place.taken === change ? "new" : place.header === header ? "known" : "different";
  return { origin, seq, as, position: place.position };
}

interface Removal {
  readonly query: string;
  readonly parameters: CypherParameters;
}

/** Queries, or parts of one, that remove records of any kind from the projection, with what belongs to them alone. */
export function removeRecords(ids: readonly string[]): Removal[] {
  const links = ids.filter((id) => LINK_ID.test(id));
  const gone = ids.filter((id) => !LINK_ID.test(id));
  return [...(gone.length > 0 ? [removeNodes(gone)] : []), ...(links.length > 0 ? [removeLinks(links)] : [])];
}

const removeNodes = (gone: readonly string[]): Removal => ({
  query: `UNWIND $gone AS id
    OPTIONAL MATCH (d:Decision {id: id})
    OPTIONAL MATCH (s:Signal {id: id})
    OPTIONAL MATCH (o:Outcome {id: id})
    OPTIONAL MATCH (o)-[:TAUGHT]->(lesson:Lesson)
    DELETE d, s, o, lesson`,
  parameters: { gone },
});

/** Looks through all links: that one goes is rare, and an index for each kind of them would cost memory all the time. */
const removeLinks = (unlinked: readonly string[]): Removal => ({
  query: `OPTIONAL MATCH (:Decision)-[e:${LINK_EDGES.join("|")}]->() WHERE e.id IN $unlinked DELETE e`,
  parameters: { unlinked },
});

/** The types of edges that links between decisions become, by their relation. */
const EDGES: Readonly<Record<string, string>> = {
  supersedes: "SUPERSEDES",
  refines: "REFINES",
  contradicts: "CONTRADICTS",
  depends_on: "DEPENDS_ON",
};
/** Of a relation that only a newer Membria knows. */
const OTHER = "RELATED";

export const LINK_EDGES: readonly string[] = [...Object.values(EDGES), OTHER];

export const edgeOf = (relation: string): string => EDGES[relation] ?? OTHER;

/** One graph of the server. Every failure is a Fault. */
export interface Graph {
  readonly name: string;
  /** Also answered by a server without memory left. Undefined if there is no such graph. */
  read(query: string, parameters?: CypherParameters): Promise<readonly GraphRow[] | undefined>;
  /** One query is applied whole or not at all. It makes the graph if there is none. */
  write(query: string, parameters?: CypherParameters): Promise<readonly GraphRow[]>;
  /** Any other command; its own errors are thrown as they are. */
  send(...words: readonly string[]): Promise<unknown>;
}

export function openGraph(connection: Connection, name: string): Graph {
  const run = async (command: string, query: string, parameters: CypherParameters = {}) =>
    rowsOf(await connection.send([command, name, withParameters(query, parameters), "--compact"]));
  return {
    name,
    async read(query, parameters) {
      try {
        return await run("GRAPH.RO_QUERY", query, parameters);
      } catch (error) {
        if (isMissingGraph(error)) return undefined;
        throw graphFault(error);
      }
    },
    async write(query, parameters) {
      try {
        return await run("GRAPH.QUERY", query, parameters);
      } catch (error) {
        throw graphFault(error);
      }
    },
    send: (...words) => connection.send(words),
  };
}

import { positionOf } from "../../domain/team/positions.ts";
import { keyText, type SharedPart } from "../../domain/team/shared-change.ts";
import type {
  AppendedChange,
  AppendResult,
  LogCursor,
  LogEntry,
  LogSlice,
  OfferedChange,
} from "../../domain/team/team-log.ts";
import type { Graph } from "./graph.ts";
import { HEAD, HEAD_COLUMNS, headOf, readHead } from "./head.ts";
import { type GraphRow, list, number, text } from "./reply.ts";

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
    entry: number(entry),
    position: number(position),
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
    if (name !== null) places.set(text(name), { position: number(position), header: text(header) });
  }
  let entries = number(before);
  for (const [name, taken] of offered) {
    if (places.has(name)) continue;
    entries += 1;
    const position = taken.position ?? positionOf(number(life), entries);
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

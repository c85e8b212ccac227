import { type AuditAction, actionsThat } from "../../../domain/log/audit-actions.ts";
import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import { entriesAfter, headPosition } from "../log/audit-log.ts";
import type { Connection, Row, Sql } from "../shared/connection.ts";
import { yieldNowAndThen, yieldToEventLoop } from "../shared/yield-to-event-loop.ts";
import { exactVectors, type VectorHit, type VectorTables } from "./exact-vectors.ts";
import { agreementWith, bitsOf, bytesOf, codeOf, wordsOf } from "./vector-code.ts";

/**
 * A row number is given out again once its row is gone, so the code of the old row must go first. A rebuild removes codes
 * that should not have been there, and an edit those of the earlier words.
 */
const REMOVING: ReadonlySet<AuditAction> = new Set(
  (["removes", "replacesText", "rebuilds"] as const).flatMap(actionsThat),
);
/**
 * The search narrows down in three steps: the closest codes by Hamming distance are scored against the full query
 * vector, and the best of those, this many per requested result, are read and compared exactly. Recall@20 is above 0.99
 * at 100k vectors.
 */
const CODES_RESCORED = 2_000;
const EXACT_PER_RESULT = 2;
const MIN_EXACT = 200;
/** While the index catches up, other work runs after this many rows. */
const ROWS_PER_READ = 1_000;
/** During a scan, other work runs after this many codes. */
const CODES_PER_TURN = 25_000;
const INITIAL_CAPACITY = 1_024;

/**
 * The codes of one model's vectors, in memory. Before each search it catches up: new vectors by their sequence number,
 * erased memories by the audit log.
 */
export function vectorIndex(connection: Connection, model: string, tables: VectorTables) {
  const { codes: codeTable, item } = tables;
  const ofIndex = `model = ? AND seq > ?${tables.where === undefined ? "" : ` AND ${tables.where}`}`;
  let words = 0;
  let codes = new Uint32Array(0);
  let items = new Float64Array(0);
  let projects = new Uint32Array(0);
  let size = 0;
  let lastSeq = 0;
  let position: number | undefined;
  const projectNumbers = new Map<string, number>();
  const places = new Map<number, number>();
  const exact = exactVectors(model, tables);

  const projectNumber = (project: string): number => {
    const known = projectNumbers.get(project);
    if (known !== undefined) return known;
    projectNumbers.set(project, projectNumbers.size);
    return projectNumbers.size - 1;
  };

  const grow = (): void => {
    const capacity = Math.max(INITIAL_CAPACITY, size * 2);
    const larger = <T extends Uint32Array | Float64Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    codes = larger(new Uint32Array(capacity * words), codes);
    items = larger(new Float64Array(capacity), items);
    projects = larger(new Uint32Array(capacity), projects);
  };

  const put = (number: number, project: string, code: Uint32Array): void => {
    if (words === 0) words = code.length;
    if (code.length !== words) return;
    if (size === items.length) grow();
    exact.forget(number);
    const place = places.get(number) ?? size++;
    places.set(number, place);
    items[place] = number;
    projects[place] = projectNumber(project);
    codes.set(code, place * words);
  };

  /** Moves the last code into the gap. */
  const remove = (number: number): void => {
    const place = places.get(number);
    if (place === undefined) return;
    exact.forget(number);
    size--;
    places.delete(number);
    if (place === size) return;
    items[place] = items[size] as number;
    projects[place] = projects[size] as number;
    codes.copyWithin(place * words, size * words, (size + 1) * words);
    places.set(items[place] as number, place);
  };

  /** Whether a decision was erased, or taken back with its import, since the last call. */
  const anyErased = (sql: Sql): boolean => {
    const head = headPosition(sql);
    position ??= head;
    // Mostly nothing was written since, and the head is read faster than the entries after it.
    if (position === head) return false;
    let erased = false;
    for (
      let entries = entriesAfter(sql, position, ROWS_PER_READ);
      entries.length > 0;
      entries = entriesAfter(sql, position, ROWS_PER_READ)
    ) {
      position = entries.at(-1)?.seq ?? position;
      erased ||= entries.some(({ action }) => REMOVING.has(action));
    }
    return erased;
  };

  const removeErased = async (): Promise<void> => {
    const kept = new Set<number>();
    for (let after = 0, more = true; more; ) {
      const rows = await connection.read((sql) =>
        sql.all(
          `SELECT seq, ${item} AS item FROM ${codeTable} WHERE ${ofIndex} ORDER BY seq LIMIT ?`,
          model,
          after,
          ROWS_PER_READ * 5,
        ),
      );
      for (const row of rows) kept.add(row["item"] as number);
      after = (rows.at(-1)?.["seq"] as number | undefined) ?? after;
      more = rows.length === ROWS_PER_READ * 5;
      await yieldToEventLoop();
    }
    for (const number of [...places.keys()]) if (!kept.has(number)) remove(number);
  };

  let catchingUp: Promise<void> | undefined;
  /** Runs once at a time, so that a search that read a code earlier cannot put it back after it was erased. */
  const catchUp = (): Promise<void> => {
    catchingUp ??= readNewCodes().finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  };

  const newCodes = (sql: Sql): Row[] =>
    sql.all(
      `SELECT seq, ${item} AS item, project, code FROM ${codeTable} WHERE ${ofIndex} ORDER BY seq LIMIT ?`,
      model,
      lastSeq,
      ROWS_PER_READ,
    );

  const readNewCodes = async (): Promise<void> => {
    // One read is enough if nothing changed. What was erased has to go before a new code is put in.
    let rows = await connection.read((sql) => (anyErased(sql) ? undefined : newCodes(sql)));
    if (!rows) {
      await removeErased();
      rows = await connection.read(newCodes);
    }
    for (;;) {
      for (const row of rows) {
        put(row["item"] as number, row["project"] as string, wordsOf(row["code"] as Uint8Array));
        lastSeq = row["seq"] as number;
      }
      if (rows.length < ROWS_PER_READ) return;
      await yieldToEventLoop();
      rows = await connection.read(newCodes);
    }
  };

  const placesOf = (project: number | undefined, end: number): number[] => {
    const found: number[] = [];
    for (let place = 0; place < end; place++)
      if (project === undefined || projects[place] === project) found.push(place);
    return found;
  };

  /** The places of the closest codes. Counting the codes at each distance gives the distance limit. */
  const closestCodes = async (
    query: Uint32Array,
    project: number | undefined,
    wanted: number,
  ): Promise<number[]> => {
    const all = size;
    // Of a small memory every code is close enough, so that there is nothing to measure.
    if (all <= wanted) return placesOf(project, all);
    const distances = new Uint16Array(all);
    const counts = new Uint32Array(words * 32 + 1);
    for (let from = 0; from < all; from += CODES_PER_TURN) {
      if (from > 0) await yieldToEventLoop();
      measureDistances(query, project, from, Math.min(from + CODES_PER_TURN, all), distances, counts);
    }
    let limit = 0;
    for (let found = 0; limit < counts.length; limit++) {
      found += counts[limit] as number;
      if (found >= wanted) break;
    }
    const close: number[] = [];
    for (let place = 0; place < all; place++) if ((distances[place] as number) <= limit) close.push(place);
    // Other work ran meanwhile: an erasure may have moved another code to this place.
    return close.filter((place) => place < size && (project === undefined || projects[place] === project));
  };

  const measureDistances = (
    query: Uint32Array,
    project: number | undefined,
    from: number,
    to: number,
    distances: Uint16Array,
    counts: Uint32Array,
  ): void => {
    for (let place = from, at = from * words; place < to; place++, at += words) {
      if (project !== undefined && projects[place] !== project) {
        distances[place] = 0xffff;
        continue;
      }
      let distance = 0;
      for (let word = 0; word < words; word++)
        distance += bitsOf(((codes[at + word] as number) ^ (query[word] as number)) >>> 0);
      distances[place] = distance;
      counts[distance] = (counts[distance] as number) + 1;
    }
  };

  /** The memories among the closest codes that agree best with the full vector. */
  const preselect = async (vector: Float32Array, scope: Scope, wanted: number): Promise<number[]> => {
    const project = scope === ALL_PROJECTS ? undefined : projectNumbers.get(scope);
    if (scope !== ALL_PROJECTS && project === undefined) return [];
    const close = await closestCodes(codeOf(vector), project, Math.max(CODES_RESCORED, wanted));
    const itemsAt = (places: readonly number[]) => places.map((place) => items[place] as number);
    if (close.length <= wanted) return itemsAt(close);
    const bytes = bytesOf(codes);
    const agreement = agreementWith(vector);
    // Filled in a loop, which is several times faster than Float32Array.from with a function.
    const agreements = new Float32Array(close.length);
    for (let i = 0; i < close.length; i++) agreements[i] = agreement(bytes, (close[i] as number) * words * 4);
    const least = agreements.slice().sort()[agreements.length - wanted] as number;
    return itemsAt(close.filter((_, i) => (agreements[i] as number) >= least));
  };

  return {
    /** The nearest memories of a scope by exact cosine, nearest first. */
    async nearest(vector: Float32Array, scope: Scope, limit: number): Promise<VectorHit[]> {
      await catchUp();
      const found = await preselect(vector, scope, Math.max(MIN_EXACT, limit * EXACT_PER_RESULT));
      if (found.length === 0) return [];
      await yieldNowAndThen();
      const near = await connection.read((sql) => exact.cosines(sql, vector, found));
      return near.sort((a, b) => b.cosine - a.cosine || b.item - a.item).slice(0, limit);
    },
    /** For memories found by other means. Call it after `nearest`, when the index is up to date. */
    cosines: exact.cosines,
    /** The number of vectors, and their size in bytes. */
    describe: () => ({ vectors: size, bytes: codes.byteLength + items.byteLength + projects.byteLength }),
  };
}

import { ALL_PROJECTS, type Scope } from "../../../domain/shared/scope.ts";
import { entriesAfter, headPosition } from "../log/audit-log.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { letOthersIn } from "../shared/turn.ts";
import { exactVectors, type Near } from "./exact-vectors.ts";
import { agreementWith, bitsOf, bytesOf, codeOf, wordsOf } from "./vector-code.ts";

/**
 * How many codes with the fewest other bits are compared with the vector itself, and for each result that is wanted, how
 * many of the best of those are read and compared exactly. Recall@20 is then above 0.99 at 100k vectors.
 */
const COARSE = 2_000;
const RESCORED = 2;
const LEAST_RESCORED = 200;
/** Rows read at a time while the index catches up, so that other work comes through in between. */
const SLICE = 1_000;
/** Codes compared at a time, for the same reason. */
const SCANNED = 25_000;
const FIRST_CAPACITY = 1_024;

/**
 * The codes of one model's vectors, kept in memory and brought up to date before each search: new vectors by their
 * sequence, erased memories by the change feed.
 */
export function vectorIndex(connection: Connection, model: string) {
  let words = 0;
  let codes = new Uint32Array(0);
  let memories = new Float64Array(0);
  let projects = new Uint32Array(0);
  let size = 0;
  let lastSeq = 0;
  let position: number | undefined;
  const projectNumbers = new Map<string, number>();
  const places = new Map<number, number>();
  const exact = exactVectors(model);

  const numberOf = (project: string): number => {
    const known = projectNumbers.get(project);
    if (known !== undefined) return known;
    projectNumbers.set(project, projectNumbers.size);
    return projectNumbers.size - 1;
  };

  const grow = (): void => {
    const capacity = Math.max(FIRST_CAPACITY, size * 2);
    const larger = <T extends Uint32Array | Float64Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    codes = larger(new Uint32Array(capacity * words), codes);
    memories = larger(new Float64Array(capacity), memories);
    projects = larger(new Uint32Array(capacity), projects);
  };

  const put = (memory: number, project: string, code: Uint32Array): void => {
    if (words === 0) words = code.length;
    if (code.length !== words) return;
    if (size === memories.length) grow();
    exact.forget(memory);
    const place = places.get(memory) ?? size++;
    places.set(memory, place);
    memories[place] = memory;
    projects[place] = numberOf(project);
    codes.set(code, place * words);
  };

  /** The last one moves into the gap. */
  const remove = (memory: number): void => {
    const place = places.get(memory);
    if (place === undefined) return;
    exact.forget(memory);
    size--;
    places.delete(memory);
    if (place === size) return;
    memories[place] = memories[size] as number;
    projects[place] = projects[size] as number;
    codes.copyWithin(place * words, size * words, (size + 1) * words);
    places.set(memories[place] as number, place);
  };

  /** Whether anything was erased since the last time. */
  const someErased = (sql: Sql): boolean => {
    if (position === undefined) {
      position = headPosition(sql);
      return false;
    }
    let erased = false;
    for (
      let entries = entriesAfter(sql, position, SLICE);
      entries.length > 0;
      entries = entriesAfter(sql, position, SLICE)
    ) {
      position = entries.at(-1)?.seq ?? position;
      erased ||= entries.some(({ action }) => action === "decision.erased");
    }
    return erased;
  };

  const forgetErased = async (): Promise<void> => {
    if (!(await connection.read(someErased))) return;
    const kept = new Set<number>();
    for (let after = 0, more = true; more; ) {
      const rows = await connection.read((sql) =>
        sql.all(
          "SELECT seq, memory FROM vector_codes WHERE model = ? AND seq > ? ORDER BY seq LIMIT ?",
          model,
          after,
          SLICE * 5,
        ),
      );
      for (const row of rows) kept.add(row["memory"] as number);
      after = (rows.at(-1)?.["seq"] as number | undefined) ?? after;
      more = rows.length === SLICE * 5;
      await letOthersIn();
    }
    for (const memory of [...places.keys()]) if (!kept.has(memory)) remove(memory);
  };

  let catchingUp: Promise<void> | undefined;
  /** One at a time: what is erased must not be put back by a search that read it before. */
  const catchUp = (): Promise<void> => {
    catchingUp ??= readOn().finally(() => {
      catchingUp = undefined;
    });
    return catchingUp;
  };

  const readOn = async (): Promise<void> => {
    await forgetErased();
    for (;;) {
      const rows = await connection.read((sql) =>
        sql.all(
          "SELECT seq, memory, project, code FROM vector_codes WHERE model = ? AND seq > ? ORDER BY seq LIMIT ?",
          model,
          lastSeq,
          SLICE,
        ),
      );
      for (const row of rows) {
        put(row["memory"] as number, row["project"] as string, wordsOf(row["code"] as Uint8Array));
        lastSeq = row["seq"] as number;
      }
      if (rows.length < SLICE) return;
      await letOthersIn();
    }
  };

  /** The places of the codes that differ least, found by counting how many lie at each distance. */
  const closest = async (
    query: Uint32Array,
    project: number | undefined,
    wanted: number,
  ): Promise<number[]> => {
    const all = size;
    const distances = new Uint16Array(all);
    const counts = new Uint32Array(words * 32 + 1);
    for (let from = 0; from < all; from += SCANNED) {
      if (from > 0) await letOthersIn();
      measure(query, project, from, Math.min(from + SCANNED, all), distances, counts);
    }
    let limit = 0;
    for (let found = 0; limit < counts.length; limit++) {
      found += counts[limit] as number;
      if (found >= wanted) break;
    }
    const close: number[] = [];
    for (let place = 0; place < all; place++) if ((distances[place] as number) <= limit) close.push(place);
    // Others had their turn meanwhile, and what is erased leaves its place to another one.
    return close.filter((place) => place < size && (project === undefined || projects[place] === project));
  };

  const measure = (
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

  /** Of the closest codes those that agree best with the vector itself. */
  const promising = async (vector: Float32Array, scope: Scope, wanted: number): Promise<number[]> => {
    const project = scope === ALL_PROJECTS ? undefined : projectNumbers.get(scope);
    if (scope !== ALL_PROJECTS && project === undefined) return [];
    const close = await closest(codeOf(vector), project, Math.max(COARSE, wanted));
    const memoriesAt = (places: readonly number[]) => places.map((place) => memories[place] as number);
    if (close.length <= wanted) return memoriesAt(close);
    const bytes = bytesOf(codes);
    const agreement = agreementWith(vector);
    const agreements = Float32Array.from(close, (place) => agreement(bytes, place * words * 4));
    const least = agreements.slice().sort()[agreements.length - wanted] as number;
    return memoriesAt(close.filter((_, i) => (agreements[i] as number) >= least));
  };

  return {
    /** The nearest memories of a scope, the nearest first, by their exact cosine. */
    async nearest(vector: Float32Array, scope: Scope, limit: number): Promise<Near[]> {
      await catchUp();
      const found = await promising(vector, scope, Math.max(LEAST_RESCORED, limit * RESCORED));
      await letOthersIn();
      const near = await connection.read((sql) => exact.cosines(sql, vector, found));
      return near.sort((a, b) => b.cosine - a.cosine || b.memory - a.memory).slice(0, limit);
    },
    /** Of memories that were found in another way, once the index has caught up. */
    cosines: exact.cosines,
    /** Vectors held, and the bytes they take. */
    describe: () => ({ vectors: size, bytes: codes.byteLength + memories.byteLength + projects.byteLength }),
  };
}

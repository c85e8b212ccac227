import type { CandidateQuery } from "../../../domain/recall/search-store.ts";
import type { Scope } from "../../../domain/shared/scope.ts";
import { type PassageOwner, passagesNumbered } from "../decisions/passage-rows.ts";
import type { Connection, Sql } from "../shared/connection.ts";
import { DECISION_PASSAGES, DECISION_VECTORS, type VectorHit, type VectorTables } from "./exact-vectors.ts";
import { vectorIndex } from "./vector-index.ts";

type Meaning = NonNullable<CandidateQuery["meaning"]>;

/** A decision or one of its passages, and how close it is. */
export interface MeaningHit {
  readonly memory: number;
  readonly cosine: number;
  readonly passage?: PassageOwner | undefined;
}

/** The indexes of the vectors by model. */
export function vectorIndexes(connection: Connection, tables: VectorTables) {
  const indexes = new Map<string, ReturnType<typeof vectorIndex>>();
  return (model: string): ReturnType<typeof vectorIndex> => {
    const index = indexes.get(model) ?? vectorIndex(connection, model, tables);
    indexes.set(model, index);
    return index;
  };
}

/** Finds decisions by their own vectors and by those of their passages. */
export function meaningSearch(connection: Connection) {
  const decisions = vectorIndexes(connection, DECISION_VECTORS);
  const passages = vectorIndexes(connection, DECISION_PASSAGES);
  return {
    async nearest({ model, vector }: Meaning, scope: Scope, limit: number): Promise<MeaningHit[]> {
      const near = await decisions(model).nearest(vector, scope, limit);
      return near.map(ofDecision);
    },
    async nearestPassages({ model, vector }: Meaning, scope: Scope, limit: number): Promise<MeaningHit[]> {
      const near = await passages(model).nearest(vector, scope, limit);
      return near.length === 0 ? [] : connection.read((sql) => withOwners(sql, near));
    },
    /** Of decisions and passages that were found by other means. Call it after `nearest`. */
    cosines(
      sql: Sql,
      { model, vector }: Meaning,
      memories: readonly number[],
      found: readonly PassageOwner[],
    ): MeaningHit[] {
      const numbers = found.map(({ number }) => number);
      return [
        ...decisions(model).cosines(sql, vector, memories).map(ofDecision),
        ...withOwners(sql, passages(model).cosines(sql, vector, numbers)),
      ];
    },
  };
}

const ofDecision = ({ item, cosine }: VectorHit): MeaningHit => ({ memory: item, cosine });

/** A passage that was removed meanwhile is left out. */
export function withOwners(sql: Sql, hits: readonly VectorHit[]): MeaningHit[] {
  if (hits.length === 0) return [];
  const owners = passagesNumbered(
    sql,
    hits.map(({ item }) => item),
  );
  return hits.flatMap(({ item, cosine }) => {
    const passage = owners.get(item);
    return passage ? [{ memory: passage.memory, cosine, passage }] : [];
  });
}

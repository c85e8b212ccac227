import { changesAfter, type ReadChange } from "../../src/repair/sql/replay.ts";
import type { Connection } from "../../src/store/file/connection.ts";

/** A change with all records that it names or holds text of. */
export interface RelatedChange {
  readonly change: ReadChange;
  readonly records: ReadonlySet<string>;
}

export function relatedChanges(connection: Connection): Promise<RelatedChange[]> {
  return connection.read((sql) =>
    changesAfter(sql, 0, Number.MAX_SAFE_INTEGER).changes.map((change) => {
      const named = sql.all("SELECT record FROM change_refs WHERE change = ?", change.seq);
      const about = named.map(({ record }) => record as string);
      return { change, records: new Set([change.facts.subject, ...change.refs, ...about]) };
    }),
  );
}

/** In another order, in which changes that share a record keep theirs. `random` gives numbers of any size. */
export function shuffledWhereIndependent(
  changes: readonly RelatedChange[],
  random: () => number,
): readonly ReadChange[] {
  const left = [...changes];
  const shuffled: ReadChange[] = [];
  while (left.length > 0) {
    const blocked = new Set<string>();
    const ready = left.filter(({ records }) => {
      const first = [...records].every((record) => !blocked.has(record));
      for (const record of records) blocked.add(record);
      return first;
    });
    const next = ready[random() % ready.length] as RelatedChange;
    shuffled.push(next.change);
    left.splice(left.indexOf(next), 1);
  }
  return shuffled;
}

import { keeper, queriesBy, type Sql } from "../../src/store/file/connection.ts";
import type { SqlValue } from "../../src/store/file/driver.ts";
import type { Memory } from "../../src/store/file/memory.ts";

type Listener = (statement: string, values: readonly SqlValue[]) => unknown;

/**
 * The same memory, which tells of each statement before it runs. A statement fails with what the listener throws; when it
 * answers true, `after` runs before the read or write returns.
 */
export function listening(
  of: Memory & { readonly memory?: Memory },
  heard: Listener,
  after = async (): Promise<void> => {},
): Memory {
  const memory = of.memory ?? of;
  const told = async <T>(use: (hear: (sql: Sql) => Sql) => Promise<T>): Promise<T> => {
    let isAwaited = false;
    const telling =
      <R>(run: (statement: string, ...values: SqlValue[]) => R) =>
      (statement: string, ...values: SqlValue[]): R => {
        if (heard(statement, values) === true) isAwaited = true;
        return run(statement, ...values);
      };
    const result = await use((sql) => ({
      ...queriesBy(telling(sql.all), telling(sql.get)),
      run: telling(sql.run),
      script: sql.script,
    }));
    if (isAwaited) await after();
    return result;
  };
  const listened: Memory = {
    ...memory,
    read: (work) => told((hear) => memory.read((sql) => work(hear(sql)))),
    write: (work, meanwhile) => told((hear) => memory.write((sql) => work(hear(sql)), meanwhile)),
    writeSoon: (work) => told((hear) => memory.writeSoon((sql) => work(hear(sql)))),
    kept: keeper(() => listened),
  };
  return listened;
}

/** A part of the statement by which a search reads what it found. */
export const SEARCHED = "AS features FROM json_each(?) j CROSS JOIN memories m";

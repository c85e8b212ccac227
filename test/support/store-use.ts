import { type Connection, queriesBy, type Sql } from "../../src/store/file/connection.ts";
import type { SqlValue } from "../../src/store/file/driver.ts";

/**
 * A connection that counts its reads and writes, and the statements it runs; the BEGIN and COMMIT around a write are not
 * among them.
 */
export function countingConnection(connection: Connection): {
  connection: Connection;
  calls(): number;
  statements(): number;
} {
  let [calls, statements] = [0, 0];
  const counting =
    <T>(run: (statement: string, ...values: SqlValue[]) => T) =>
    (statement: string, ...values: SqlValue[]): T => {
      statements++;
      return run(statement, ...values);
    };
  const called = <T>(work: () => T): T => {
    calls++;
    return work();
  };
  const counted = (sql: Sql): Sql => ({
    ...queriesBy(counting(sql.all), counting(sql.get)),
    run: counting(sql.run),
    script: counting(sql.script),
  });
  return {
    connection: {
      ...connection,
      write: (work, meanwhile) => called(() => connection.write((sql) => work(counted(sql)), meanwhile)),
      writeSoon: (work) => called(() => connection.writeSoon((sql) => work(counted(sql)))),
      read: (work) => called(() => connection.read((sql) => work(counted(sql)))),
      outsideTransaction: counting(connection.outsideTransaction),
    },
    calls: () => calls,
    statements: () => statements,
  };
}

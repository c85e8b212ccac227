import type { Store } from "../../src/memory/store.ts";
import type { Connection, Sql } from "../../src/store/file/connection.ts";
import type { SqlValue } from "../../src/store/file/driver.ts";

/** A store that counts how often it is asked, by the name of the call. */
export function countingStore(store: Store): { store: Store; calls: ReadonlyMap<string, number> } {
  const calls = new Map<string, number>();
  const counted = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        calls.set(String(name), (calls.get(String(name)) ?? 0) + 1);
        return member.apply(target, args);
      };
    },
  });
  return { store: counted, calls };
}

/** A connection that counts the statements it runs; the BEGIN and COMMIT around a write are not among them. */
export function countingConnection(connection: Connection): {
  connection: Connection;
  statements(): number;
} {
  let statements = 0;
  const counting =
    <T>(run: (statement: string, ...values: SqlValue[]) => T) =>
    (statement: string, ...values: SqlValue[]): T => {
      statements++;
      return run(statement, ...values);
    };
  const counted = (sql: Sql): Sql => ({
    all: counting(sql.all),
    get: counting(sql.get),
    run: counting(sql.run),
    script: counting(sql.script),
  });
  return {
    connection: {
      ...connection,
      write: (work, meanwhile) => connection.write((sql) => work(counted(sql)), meanwhile),
      writeSoon: (work) => connection.writeSoon((sql) => work(counted(sql))),
      read: (work) => connection.read((sql) => work(counted(sql))),
      outsideTransaction: counting(connection.outsideTransaction),
    },
    statements: () => statements,
  };
}

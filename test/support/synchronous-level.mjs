/**
 * Loaded before the program, it opens every file at the level in SYNCHRONOUS_LEVEL instead of the program's own, so that
 * a check for syncs can be seen to fail.
 */
import { DatabaseSync, offer } from "./offered-database.mjs";

const changed = (sql) =>
  sql.replace(/synchronous\s*=\s*\w+/i, `synchronous = ${process.env.SYNCHRONOUS_LEVEL}`);

class Database extends DatabaseSync {
  exec(sql) {
    return super.exec(changed(sql));
  }
  prepare(sql) {
    return super.prepare(changed(sql));
  }
}

offer(Database);

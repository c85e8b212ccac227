import { type Connection, connect } from "../store/file/connection.ts";
import { FILE_FORMAT } from "../store/file/database-file.ts";
import { formatOf } from "../store/file/file-copies.ts";

/**
 * A connection for hooks, without what else opening a memory does. It waits for a writer at most as long as it is told,
 * because a person waits for the hook. Undefined for a file of another format: the next program that opens it whole brings
 * it up to date.
 */
export async function openForHooks(path: string, deadlineMs: number): Promise<Connection | undefined> {
  const connection = await connect(path, { deadlineMs });
  // What hooks note may be lost with the power; waiting for the disk would cost a person more.
  await connection.outsideTransaction("PRAGMA synchronous = NORMAL");
  if ((await connection.read(formatOf)) === FILE_FORMAT) return connection;
  await connection.close();
  return undefined;
}

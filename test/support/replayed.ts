import { expect, onTestFinished } from "vitest";
import { MIGRATIONS } from "../../src/repair/schema/index.ts";
import { replay } from "../../src/repair/sql/replay.ts";
import { differences, saidDigests } from "../../src/repair/sql/said-tables.ts";
import { type Connection, connect } from "../../src/store/file/connection.ts";
import { migrate } from "../../src/store/file/migrate.ts";
import { writeNewMemory } from "./new-memory.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Opens a new and empty memory for the time of `use`. */
export async function withEmptyMemory<T>(use: (empty: Connection) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder();
  const path = folder.file("replayed.db");
  await writeNewMemory(path);
  const connection = await connect(path);
  try {
    await migrate(connection, path, MIGRATIONS);
    // Nobody reads it after a crash.
    await connection.outsideTransaction("PRAGMA synchronous = OFF");
    return await use(connection);
  } finally {
    await connection.close();
    await folder.remove();
  }
}

/** All changes of the memory, made again in an empty one, must say the same. */
export async function expectSameWhenReplayed(path: string): Promise<void> {
  const original = await connect(path);
  try {
    await withEmptyMemory(async (empty) => {
      await replay(original, empty);
      expect(await differences(original, empty, 10), "records that the log does not make again").toEqual([]);
      expect(await saidDigests(empty)).toEqual(await saidDigests(original));
    });
  } finally {
    await original.close();
  }
}

/** The path of a memory that was made from the log of another. It is removed after the test. */
export async function replayedCopy(path: string): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const [original, copy] = [await connect(path), await connect(folder.file("membria.db"))];
  try {
    await migrate(copy, folder.file("membria.db"), MIGRATIONS);
    await replay(original, copy);
  } finally {
    await original.close();
    await copy.close();
  }
  return folder.file("membria.db");
}

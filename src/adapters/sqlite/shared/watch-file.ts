import { statSync } from "node:fs";
import { Fault } from "../../../domain/shared/errors.ts";

/**
 * Notices that the file, or its write-ahead log, was deleted or replaced while it is open. SQLite does not: it would go on
 * writing to what no longer has a name, and everything would be gone at the end of the process. `saveLog` writes the log
 * back into the file, which helps as long as nobody has begun a new one.
 */
export function watchFile(path: string, saveLog: () => void): { requireSame(consequence: string): void } {
  // A temporary database has no name, and Windows does not let anybody delete an open file.
  if (path === "" || process.platform === "win32") return { requireSame: () => {} };
  const file = identityOf(path);
  let log: string | undefined;
  return {
    requireSame(consequence) {
      if (identityOf(path) !== file) throw gone(path, "was deleted or replaced", consequence);
      const found = identityOf(`${path}-wal`);
      // It appears with the first write, and stays as long as anybody has the file open.
      log ??= found;
      if (found === log) return;
      if (found === undefined) saveLog();
      throw gone(`${path}-wal`, "was deleted", consequence);
    },
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function gone(path: string, what: string, consequence: string): Fault {
  return new Fault("unavailable", `The file ${path} ${what} while it was in use. ${consequence}`, {
    reason: "store_replaced",
    hint: "Stop everything that uses this memory, and start it again.",
  });
}

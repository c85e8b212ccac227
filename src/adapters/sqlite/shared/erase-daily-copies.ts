import { rmSync } from "node:fs";
import { namedBackups, unfinishedDailyCopies } from "./backup-names.ts";

/**
 * Deletes the daily copies, because they have what was erased. Unfinished ones go first: a process that is making one
 * either gave it its name before, and it is found here, or cannot give it one any more. Returns how many were deleted, and
 * a file that could not be.
 */
export function eraseDailyCopies(path: string): {
  readonly removed: number;
  readonly left?: string | undefined;
} {
  // A temporary database has no copies.
  if (path === "") return { removed: 0 };
  const unfinished = unfinishedDailyCopies(path).map((file) => file.path);
  const kept = unfinished.filter((file) => !remove(file));
  const finished = namedBackups(path)
    .filter(({ origin }) => origin === "daily")
    .map((backup) => backup.path);
  kept.push(...finished.filter((file) => !remove(file)));
  return { removed: finished.filter((file) => !kept.includes(file)).length, left: kept[0] };
}

/** Windows deletes no file that somebody has open. */
function remove(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

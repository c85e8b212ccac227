import type { LinkBackups } from "../../decisions/index.ts";
import { once } from "../once.ts";

/** Backups of links in a folder. What reads and writes them is loaded when somebody does. */
export function linkBackupsIn(folder: string, show: (path: string) => string): LinkBackups {
  const loaded = once(async () =>
    (await import("../../decisions/files/link-backups.ts")).fileLinkBackups(folder, show),
  );
  return {
    write: async (backup) => (await loaded()).write(backup),
    latest: async (project) => (await loaded()).latest(project),
    read: async (name) => (await loaded()).read(name),
    touching: async (value) => (await loaded()).touching(value),
  };
}

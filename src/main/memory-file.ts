import { join } from "node:path";
import { fileKind } from "../store/file/database-file.ts";
import { type Environment, tilde } from "./environment.ts";

/** Never opens the database of another program. */
export function memoryFile({ settings, home, userHome, dbPathFrom }: Environment): {
  path: string;
  notices: string[];
} {
  const own = join(home, "membria.db");
  const notices: string[] = [];
  const path = settings.dbPath ?? own;
  // Another program wrote it, whatever state it is in.
  const kind = dbPathFrom && fileKind(path);
  if (kind === "foreign" || kind === "damaged") {
    notices.push(
      `${dbPathFrom} names the database of another program. It was not changed, and ${tilde(own, userHome)} is used instead. If it belongs to MAMA, import it with: membria import mama ${tilde(path, userHome)}`,
    );
    return { path: own, notices };
  }
  return { path, notices };
}

import type { HookStore } from "../../../domain/hooks/hook-store.ts";
import type { Connection } from "../shared/connection.ts";
import { sqliteCandidates } from "./candidate-rows.ts";
import { sqliteHookSessions } from "./session-rows.ts";
import { sqliteTold } from "./told-rows.ts";

export const sqliteHooks = (connection: Connection): HookStore => ({
  ...sqliteHookSessions(connection),
  ...sqliteTold(connection),
  ...sqliteCandidates(connection),
});

import type { LogErasure } from "../../domain/team/team-log.ts";
import type { RoundDeps, RoundMemory } from "./round-deps.ts";

/** A server that writes its files anew already may have begun before the erasure, so it is asked again after that. */
const MOST_TRIES = 20;

/** Takes text out of the log. If the log had any, the server's files have it until they are written anew. */
export async function eraseFromLog(
  erasure: LogErasure,
  { teamLog }: Pick<RoundDeps, "teamLog">,
  memory: RoundMemory,
): Promise<void> {
  if (erasure.records.length === 0 && erasure.changes.length === 0) return;
  if (await teamLog.erase(erasure)) wantRewrite(memory);
}

export function wantRewrite(memory: RoundMemory): void {
  memory.rewritesLeft = MOST_TRIES;
}

/** Asks the server to write its files anew, if there is a reason to. Returns whether it does. */
export async function rewriteWanted(
  { teamLog }: Pick<RoundDeps, "teamLog">,
  memory: RoundMemory,
): Promise<boolean> {
  if (memory.rewritesLeft === 0) return false;
  const isBegun = await teamLog.rewriteFiles();
  memory.rewritesLeft = isBegun ? 0 : memory.rewritesLeft - 1;
  return isBegun;
}

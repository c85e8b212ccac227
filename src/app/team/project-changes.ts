import type { LogHead } from "../../domain/team/team-log.ts";
import type { RoundDeps, RoundOptions } from "./round-deps.ts";

const PIECE = 500;

/**
 * Brings the projection up to what this machine has read. Another machine may do it at the same time: each piece counts
 * only if the projection is where the piece begins. Returns up to where it is.
 */
export async function projectChanges(
  project: string,
  head: LogHead,
  { store, teamLog, breathe }: RoundDeps,
  { signal, onProgress }: RoundOptions,
): Promise<number> {
  let projected = head.projected;
  while (projected < head.entries) {
    signal?.throwIfAborted();
    const piece = await store.projectionAfter(project, projected, PIECE);
    if (!piece || piece.lifeId !== head.lifeId || piece.to <= projected) return projected;
    if (!(await teamLog.project(piece))) return projected;
    projected = piece.to;
    onProgress?.({ doing: "projecting", done: projected, total: head.entries });
    await breathe();
  }
  return projected;
}

import type { OfferedChange } from "../../domain/team/team-log.ts";

const MOST_CHANGES = 200;
/** Well below what a server takes in one query, and little enough to be sent in a moment. */
const MOST_CHARACTERS = 1_000_000;

/** Pieces to append, in order. A change that is longer than all of a piece may be is one by itself. */
export function inBatches<C extends OfferedChange>(changes: readonly C[]): readonly (readonly C[])[] {
  const batches: C[][] = [];
  let room = 0;
  for (const change of changes) {
    const length = JSON.stringify(change).length;
    const last = batches.at(-1);
    if (last && last.length < MOST_CHANGES && length <= room) {
      last.push(change);
      room -= length;
    } else {
      batches.push([change]);
      room = MOST_CHARACTERS - length;
    }
  }
  return batches;
}

import type { Background } from "../../shared/operations/background.ts";
import type { Memory } from "../file/memory.ts";

/** Memories that were wrapped before: work begins after every write. */
const known = new WeakMap<Memory, Memory>();

/**
 * The same dependencies with a memory whose every read and write is a step, for work in the background: calls of clients
 * are answered between them.
 */
export function stepByStep<
  D extends { readonly memory: Memory; readonly background: Pick<Background, "step"> },
>(deps: D): D {
  const giving = known.get(deps.memory) ?? givingWay(deps.memory, deps.background);
  known.set(deps.memory, giving);
  return { ...deps, memory: giving };
}

const givingWay = (memory: Memory, { step }: Pick<Background, "step">): Memory => ({
  ...memory,
  get readOnlyBecause() {
    return memory.readOnlyBecause;
  },
  read: (work) => step(() => memory.read(work)),
  write: (work, meanwhile) => step(() => memory.write(work, meanwhile)),
  writeSoon: (work) => step(() => memory.writeSoon(work)),
  position: () => step(() => memory.position()),
  changesAfter: (position, limit) => step(() => memory.changesAfter(position, limit)),
});

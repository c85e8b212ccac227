import { CHANGE_TYPES } from "../repair/index.ts";
import { Fault } from "../shared/errors.ts";
import type { Memory } from "../store/file/memory.ts";

type Listener = Parameters<Memory["follow"]>[0];

/** The file is not the one that was opened any more. */
const isGone = (error: unknown): boolean => error instanceof Fault && error.reason === "store_replaced";

/**
 * A memory that can be lost and brought back while the program runs. Without one, every read and write tries to open it
 * again, and fails with the reason, so that a client gets to know it, and goes on working when the memory is back.
 */
export function reopeningMemory(path: string, open: () => Promise<Memory>, first?: Memory): Memory {
  let opened = first;
  let opening: Promise<Memory> | undefined;
  let closing: Promise<void> | undefined;
  const followers = new Map<Listener, (() => void) | undefined>();

  const reopen = (): Promise<Memory> => {
    // What is closed says first which file was lost.
    opening ??= Promise.resolve(closing)
      .then(open)
      .then((memory) => {
        opened = memory;
        for (const listener of followers.keys()) followers.set(listener, memory.follow(listener));
        return memory;
      })
      .finally(() => {
        opening = undefined;
      });
    return opening;
  };
  /** Who called is told; the next one gets what is there then. */
  const giveUp = async (memory: Memory): Promise<void> => {
    if (opened !== memory) return;
    opened = undefined;
    // Its file is gone, so that nothing can be done about what goes wrong here.
    closing = memory.close().catch(() => {});
    await closing;
  };
  const onOpened = async <T>(use: (memory: Memory) => Promise<T>): Promise<T> => {
    const memory = opened ?? (await reopen());
    try {
      return await use(memory);
    } catch (error) {
      if (isGone(error)) await giveUp(memory);
      throw error;
    }
  };
  const reopening: Memory = {
    path,
    types: CHANGE_TYPES,
    get readOnlyBecause() {
      return opened?.readOnlyBecause;
    },
    // What is made while no memory is open is not kept.
    kept: (make) => (opened ? opened.kept(make) : make(reopening)),
    read: (work) => onOpened((memory) => memory.read(work)),
    write: (work, meanwhile) => onOpened((memory) => memory.write(work, meanwhile)),
    writeSoon: (work) => onOpened((memory) => memory.writeSoon(work)),
    outsideTransaction: (sql) => onOpened((memory) => memory.outsideTransaction(sql)),
    writeOutsideTransaction: (sql) => onOpened((memory) => memory.writeOutsideTransaction(sql)),
    position: () => onOpened((memory) => memory.position()),
    changesAfter: (position, limit) => onOpened((memory) => memory.changesAfter(position, limit)),
    settled: () => onOpened((memory) => memory.settled()),
    follow(listener) {
      followers.set(listener, opened?.follow(listener));
      return () => {
        followers.get(listener)?.();
        followers.delete(listener);
      };
    },
    close: async () => opened?.close(),
  };
  return reopening;
}

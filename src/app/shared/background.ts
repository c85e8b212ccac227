import type { Log } from "../../domain/shared/ports.ts";
import type { EventLoop } from "../../domain/shared/timers.ts";
import { type Turns, turns } from "./turns.ts";

/** Work that a caller does not wait for. It gives way to calls, as `turns` says. */
export interface Background extends Pick<Turns, "answering" | "step"> {
  /** Starts after the current reply is sent. A failure is logged and not thrown. */
  start(what: string, work: () => Promise<unknown>, place?: Place): void;
  /** Starts after a delay, or as soon as somebody waits for `idle`. */
  later(what: string, delayMs: number, work: () => Promise<unknown>): void;
  /** Resolves when no work is left. Until then nothing gives way. */
  idle(): Promise<void>;
}

/** Where work is lined up. */
export interface Place {
  /** Work in one queue runs one after the other. By default each kind has its own, so that no kind holds up another. */
  readonly queue?: string | undefined;
  /** Names what it is about: while the same work about the same waits, this one is left out. */
  readonly about?: string | undefined;
}

interface Task {
  readonly what: string;
  readonly key: string | undefined;
  readonly work: () => Promise<unknown>;
}

/** Each holds a decision or two. With more than this the memory would grow as long as a client makes no pause. */
const MOST_WAITING = 10_000;

export function background(log: Log, loop: EventLoop): Background {
  const queues = new Map<string, Task[]>();
  const lined = new Set<string>();
  const running = new Set<Promise<void>>();
  const delayed = new Set<() => void>();
  let waiting = 0;
  const { answering, step, hurry } = turns(loop, () => waiting > MOST_WAITING);

  const runQueue = async (name: string, tasks: Task[]): Promise<void> => {
    for (let task = tasks[0]; task; task = tasks[0]) {
      await step(async () => {});
      tasks.shift();
      waiting--;
      if (task.key !== undefined) lined.delete(task.key);
      const { what, work } = task;
      await work().catch((error: unknown) => log.error(`${what} failed`, { error }));
    }
    queues.delete(name);
  };

  const start: Background["start"] = (what, work, { queue = what, about } = {}) => {
    const key = about === undefined ? undefined : JSON.stringify([what, about]);
    if (key !== undefined && lined.has(key)) return;
    if (key !== undefined) lined.add(key);
    waiting++;
    const task = { what, key, work };
    const tasks = queues.get(queue);
    if (tasks) {
      tasks.push(task);
      return;
    }
    const alone = [task];
    queues.set(queue, alone);
    const run = runQueue(queue, alone).then(() => void running.delete(run));
    running.add(run);
  };

  return {
    answering,
    step,
    start,
    later(what, delayMs, work) {
      const begin = (): void => {
        cancel();
        delayed.delete(begin);
        start(what, work);
      };
      const cancel = loop.after(delayMs, begin, { keepsAlive: true });
      delayed.add(begin);
    },
    async idle() {
      const relax = hurry();
      while (running.size > 0 || delayed.size > 0) {
        for (const begin of delayed) begin();
        await Promise.all(running);
      }
      relax();
    },
  };
}

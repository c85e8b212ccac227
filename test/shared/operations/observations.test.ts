import { describe, expect, it } from "vitest";
import { background } from "../../../src/shared/operations/background.ts";
import { observationBuffer } from "../../../src/shared/operations/observations.ts";
import { systemLoop } from "../../../src/shared/system/system.ts";
import { recordingLog } from "../../mcp/stdio/connection.ts";
import { setClock } from "../../support/clock.ts";
import { manualTimers } from "../../support/manual-timers.ts";

/** A buffer in front of something that writes a batch when the test lets it. */
function buffered() {
  const { log, entries } = recordingLog();
  const written: (readonly number[])[] = [];
  const delays: number[] = [];
  const tasks = background(log, systemLoop);
  const timers = manualTimers(setClock());
  let free = Promise.resolve();
  const since: number[] = [];
  let position = async (): Promise<number> => 7;
  const observations = observationBuffer<number>({
    write: async (batch, began) => {
      await free;
      if (batch.includes(-1)) throw new Error("The disk is full.");
      written.push(batch);
      since.push(began);
    },
    position: () => position(),
    background: {
      later(what, delayMs, work) {
        delays.push(delayMs);
        tasks.later(what, delayMs, work);
      },
    },
    timers,
    log,
  });
  /** Lets no batch be written until the returned function is called. */
  const lock = (): (() => void) => {
    let release = (): void => {};
    free = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  };
  const moveTo = (read: () => Promise<number>): void => {
    position = read;
  };
  return { observations, written, since, moveTo, delays, timers, lock, entries, idle: () => tasks.idle() };
}

describe("observations", () => {
  it("wait for a second and are written together", async () => {
    const { observations, written, delays, idle } = buffered();
    for (const one of [1, 2, 3]) observations.add(one);
    expect([delays, written]).toEqual([[1_000], []]);
    await idle();
    observations.add(4);
    await idle();
    expect([delays, written]).toEqual([
      [1_000, 1_000],
      [[1, 2, 3], [4]],
    ]);
  });

  it("are written before somebody who needs them goes on", async () => {
    const { observations, written, lock, idle } = buffered();
    observations.add(1);
    const release = lock();
    const first = observations.flush();
    observations.add(2);
    const second = observations.flush();
    expect(written).toEqual([]);
    release();
    await first;
    expect(written.flat()).toContain(1);
    await second;
    expect(written.flat()).toEqual([1, 2]);
    await idle();
    expect(written.flat()).toEqual([1, 2]);
  });

  it("do not keep a read waiting while they cannot be written", async () => {
    const { observations, written, timers, lock, idle } = buffered();
    const release = lock();
    observations.add(1);
    const reading = observations.flushBriefly();
    expect(timers.nextMs()).toBe(100);
    timers.next();
    await reading;
    expect(written).toEqual([]);
    release();
    await idle();
    expect(written).toEqual([[1]]);
    observations.add(2);
    await observations.flushBriefly();
    expect(written).toEqual([[1], [2]]);
    expect(timers.nextMs()).toBeUndefined();
  });

  it("are dropped, the oldest first, when too many wait; one line of the log says so", async () => {
    const { observations, written, timers, lock, entries, idle } = buffered();
    const release = lock();
    observations.add(0);
    const first = observations.flush();
    const reading = observations.flushBriefly();
    timers.next();
    await reading;
    for (let i = 1; i <= 1_003; i++) observations.add(i);
    release();
    await first;
    await idle();
    expect(written).toEqual([[0], Array.from({ length: 1_000 }, (_, i) => i + 4)]);
    expect(entries).toMatchObject([{ level: "warn", meta: { dropped: 3 } }]);
  });

  it("are lost when they cannot be written, without harm to those who wait or to later ones", async () => {
    const { observations, written, entries, idle } = buffered();
    observations.add(-1);
    await observations.flush();
    observations.add(1);
    await idle();
    expect(written).toEqual([[1]]);
    expect(entries).toMatchObject([
      { level: "warn", meta: { observations: 1, error: { message: "The disk is full." } } },
    ]);
  });

  it("are written with the position that the log had when the first of them was made", async () => {
    const { observations, since, moveTo, idle } = buffered();
    observations.add(1);
    moveTo(async () => 9);
    observations.add(2);
    await idle();
    observations.add(3);
    await idle();
    moveTo(async () => {
      throw new Error("The file is locked.");
    });
    observations.add(4);
    await idle();
    expect(since).toEqual([7, 9, 0]);
  });
});

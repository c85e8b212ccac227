import { describe, expect, it } from "vitest";
import { turns } from "../../../src/shared/operations/background.ts";
import type { EventLoop } from "../../../src/shared/timers.ts";

/** An event loop whose time passes only when a test lets it. */
function setLoop() {
  let now = 0;
  const timers = new Set<{ at: number; work: () => void }>();
  const loop: EventLoop = {
    now: () => now,
    nextTurn: (work) => void setImmediate(work),
    after(ms, work) {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    loop,
    settled,
    async pass(ms: number): Promise<void> {
      for (const end = now + ms; now < end; ) {
        now += 1;
        const due = [...timers].filter(({ at }) => at <= now);
        for (const timer of due) timers.delete(timer);
        for (const { work } of due) work();
        await settled();
      }
    },
  };
}

function open() {
  const { loop, pass, settled } = setLoop();
  const done: string[] = [];
  const { answering, step, hurry } = turns(loop, () => false);
  const work = (name: string) => step(async () => void done.push(name));
  return { answering, work, step, hurry, pass, settled, done };
}

/** A call that is being answered until `end`. */
function pending(answering: <T>(call: () => Promise<T>) => Promise<T>) {
  let end = (): void => {};
  const call = answering(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  return {
    async end(): Promise<void> {
      end();
      await call;
    },
  };
}

describe("Work that nobody waits for", () => {
  it("runs at once where nobody calls", async () => {
    const { work, settled, done } = open();
    void work("a");
    void work("b");
    await settled();
    expect(done).toEqual(["a", "b"]);
  });

  it("waits for the end of a call, and for a short pause after it", async () => {
    const { answering, work, pass, done } = open();
    const call = pending(answering);
    void work("a");
    await pass(50);
    expect(done).toEqual([]);
    await call.end();
    await pass(5);
    expect(done).toEqual([]);
    await pass(30);
    expect(done).toEqual(["a"]);
  });

  it("is not put off for ever by a client that makes no pause, nor taken up all at once", async () => {
    const { answering, step, pass, done } = open();
    let working = true;
    const calls = (async () => {
      while (working) {
        const call = pending(answering);
        await new Promise((resolve) => setImmediate(resolve));
        await call.end();
      }
    })();
    for (const name of ["a", "b", "c"])
      void step(async () => {
        await pass(20);
        done.push(name);
      });
    await pass(900);
    expect(done).toEqual([]);
    await pass(200);
    expect(done).toContain("a");
    expect(done).not.toContain("c");
    await pass(600);
    expect(done).toEqual(["a", "b", "c"]);
    working = false;
    await calls;
  });

  it("no longer gives way once somebody waits for its end", async () => {
    const { answering, work, hurry, settled, done } = open();
    const call = pending(answering);
    void work("a");
    hurry();
    void work("b");
    await settled();
    expect(done).toEqual(["a", "b"]);
    await call.end();
  });

  it("passes on its failure, and the next step runs", async () => {
    const { step, work, done } = open();
    await expect(step(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    await work("next");
    expect(done).toEqual(["next"]);
  });
});

import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { passagePause } from "../../../src/recall/embedding/local-embedder.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** Milliseconds until the next passage, of at most so many. */
async function pauseOf(pause: ReturnType<typeof passagePause>, most = 200): Promise<number> {
  let over = false;
  void pause.over().then(() => {
    over = true;
  });
  for (let ms = 0; ms <= most; ms++) {
    await Promise.resolve();
    if (over) return ms;
    await vi.advanceTimersByTimeAsync(1);
  }
  throw new Error(`No passage after ${most} ms.`);
}

describe("Between two passages", () => {
  it("there is no pause if nobody asks", async () => {
    const pause = passagePause();
    expect(await pauseOf(pause)).toBe(0);
    pause.passageAnswered();
    expect(await pauseOf(pause)).toBe(0);
  });

  it("there is one until nobody has asked for a while", async () => {
    const pause = passagePause();
    pause.passageAnswered();
    pause.queryAnswered();
    expect(await pauseOf(pause)).toBe(25);
  });

  it("it does not grow with the questions", async () => {
    const pause = passagePause();
    pause.passageAnswered();
    for (let i = 0; i < 9; i++) {
      await vi.advanceTimersByTimeAsync(5);
      pause.queryAnswered();
    }
    expect(await pauseOf(pause)).toBe(5);
  });

  it("it ends for a query", async () => {
    const pause = passagePause();
    pause.passageAnswered();
    pause.queryAnswered();
    const waiting = pauseOf(pause);
    await vi.advanceTimersByTimeAsync(3);
    pause.end();
    expect(await waiting).toBeLessThan(10);
    pause.end();
  });
});

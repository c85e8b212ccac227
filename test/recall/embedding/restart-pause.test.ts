import { expect, it } from "vitest";
import { restartPause } from "../../../src/recall/embedding/local-embedder.ts";

/** How long it takes until a process may be started again, in seconds. */
function pauseAfter(failures: number, { thenAnswered = false } = {}): number {
  let now = 5_000;
  const pause = restartPause(() => now);
  for (let i = 0; i < failures; i++) pause.failed();
  if (thenAnswered) pause.answered();
  while (!pause.isOver()) now += 500;
  return (now - 5_000) / 1_000;
}

it("The first failure is followed by a start at once, later ones by longer and longer pauses", () => {
  expect([0, 1, 2, 3, 4, 7, 8, 9, 50].map((failures) => pauseAfter(failures))).toEqual([
    0, 0, 1, 2, 4, 32, 60, 60, 60,
  ]);
});

it("An answer ends the pauses", () => {
  expect(pauseAfter(9, { thenAnswered: true })).toBe(0);
});

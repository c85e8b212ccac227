import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  budgetOf,
  NO_USAGE,
  refund,
  spend,
  type Usage,
  WINDOW_MS,
} from "../../../src/access/rules/rate-limit.ts";

/** Makes a call at each of the times, and returns the results. */
function spendAt(times: readonly number[], limit: number) {
  let usage: Usage = NO_USAGE;
  return times.map((now) => {
    const spent = spend(usage, limit, now);
    usage = spent.usage;
    return { now, budget: spent.budget, allowed: spent.budget.retryAfter === undefined };
  });
}

const arrivals = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }).map((gaps) => {
  let now = 0;
  return gaps.map((gap) => {
    now += gap;
    return now;
  });
});
const limits = fc.integer({ min: 1, max: 20 });

describe("within any minute", () => {
  it("no more calls than the limit are accepted", () => {
    fc.assert(
      fc.property(arrivals, limits, (times, limit) => {
        const allowed = spendAt(times, limit).filter((call) => call.allowed);
        for (const { now } of allowed) {
          const window = allowed.filter((other) => other.now <= now && other.now > now - WINDOW_MS);
          expect(window.length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it("no call is refused that is within the limit", () => {
    fc.assert(
      fc.property(arrivals, limits, (times, limit) => {
        const calls = spendAt(times, limit);
        calls.forEach(({ now, allowed }, i) => {
          const before = calls.slice(0, i).filter((other) => other.allowed && other.now > now - WINDOW_MS);
          expect(allowed).toBe(before.length < limit);
        });
      }),
    );
  });
});

it("the wait doubles with each refused call up to a minute, and starts again after an accepted call", () => {
  const burst = spendAt(
    Array.from({ length: 11 }, () => 0),
    2,
  );
  expect(burst.map(({ budget }) => budget.retryAfter)).toEqual([
    undefined,
    undefined,
    1,
    2,
    4,
    8,
    16,
    32,
    60,
    60,
    60,
  ]);
  const later = spendAt([0, 0, 0, 0, WINDOW_MS, WINDOW_MS, WINDOW_MS], 2);
  expect(later.map(({ budget }) => budget.retryAfter)).toEqual([
    undefined,
    undefined,
    1,
    2,
    undefined,
    undefined,
    1,
  ]);
});

it("warns from 80 % on, and says what is left and until when", () => {
  const calls = spendAt(
    Array.from({ length: 10 }, (_, i) => i * 1_000),
    10,
  );
  expect(calls.map(({ budget }) => budget.nearlySpent)).toEqual([...Array(7).fill(false), true, true, true]);
  expect(calls.at(-1)?.budget).toMatchObject({ limit: 10, remaining: 0, resetAfter: 51 });
  expect(budgetOf(NO_USAGE, 10, 0)).toMatchObject({ remaining: 10, resetAfter: 0, nearlySpent: false });
});

it("nobody has to wait any longer when the calls have left the window", () => {
  const { usage } = spend(spend(NO_USAGE, 1, 0).usage, 1, 0);
  expect(budgetOf(usage, 1, WINDOW_MS - 1).retryAfter).toBe(1);
  expect(budgetOf(usage, 1, WINDOW_MS)).toMatchObject({ remaining: 1, retryAfter: undefined });
});

it("a refunded call leaves room for another", () => {
  const { usage } = spend(NO_USAGE, 1, 0);
  expect(spend(refund(usage), 1, 0).budget.retryAfter).toBeUndefined();
  const second = spend(spend(NO_USAGE, 2, 0).usage, 2, 1_000).usage;
  expect(refund(second)).toEqual({ times: [0], over: 0 });
});

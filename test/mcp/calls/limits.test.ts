import { describe, expect, it } from "vitest";
import { RATE_LIMITS, WINDOW_MS } from "../../../src/access/rules/rate-limit.ts";
import { rateLimits } from "../../../src/mcp/calls/limits.ts";

function openLimits() {
  let now = 0;
  const limits = rateLimits("on", { elapsed: () => now });
  return {
    pass: (ms: number) => {
      now += ms;
    },
    spendAll: (caller: string) => {
      const own = limits.of(caller);
      for (let i = 0; i < RATE_LIMITS.captures; i++) own.spend("captures");
      return own;
    },
    of: limits.of,
  };
}

const LIMITED = expect.objectContaining({ code: "limited" }) as Error;

describe("the limits of a caller", () => {
  it("hold for a minute, however many others call meanwhile", () => {
    const { spendAll, of } = openLimits();
    const first = spendAll("key_first");
    for (let i = 0; i < 20_000; i++) of(`key_${i}`).spend("captures");
    expect(() => first.spend("captures")).toThrow(LIMITED);
    expect(() => of("key_first").spend("captures")).toThrow(LIMITED);
  });

  it("are the same for all of its connections, also for one that was open before the minute was over", () => {
    const { pass, spendAll, of } = openLimits();
    const open = spendAll("key_first");
    pass(WINDOW_MS + 1);
    // Others call, and what is over is forgotten.
    of("key_other").spend("captures");
    spendAll("key_first");
    expect(() => open.spend("captures")).toThrow(LIMITED);
  });
});

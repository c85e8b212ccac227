import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Claim } from "../../../src/sessions/rules/continuity.ts";
import {
  doubtsAbout,
  pathsIn,
  percentile,
  type RestartAttempt,
  restartMetrics,
} from "../../../src/sessions/rules/restart.ts";
import type { FileChange } from "../../../src/shared/ports.ts";

const at = new Date("2026-02-13T08:00:00Z");
const commit = { id: "1a2b3c4d5e6f7a8b9c0d", at, subject: "Refactor" };
const changed = (path: string, extra: Partial<FileChange> = {}): FileChange => ({
  path,
  kind: "changed",
  ...extra,
});
const verified = (text: string): Claim => ({ text, status: "verified" });

describe("paths in a claim", () => {
  it.each([
    ["File `packages/api/auth.js` status: Verified", ["packages/api/auth.js"]],
    ["see src/auth.ts:12:4, and docs/.", ["src/auth.ts", "docs"]],
    ["/abs/path/to/auth.js#L10-L20 (ok)", ["/abs/path/to/auth.js"]],
    ["README.md says so.", ["README.md"]],
    ["npm test -- --run, exit 0, took 2.5 s", []],
    ["https://example.com/a.html", []],
  ])("of %j are %j", (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });

  it("are bounded", () => {
    expect(pathsIn(Array.from({ length: 500 }, (_, n) => `src/${n}.ts`).join(" ")).length).toBeLessThan(50);
  });
});

describe("verified claims", () => {
  it("are doubted when a file they mention changed, with the file and the reason", () => {
    const [doubt] = doubtsAbout([verified("`src/auth.ts` passes")], {
      files: [changed("src/auth.ts", { commit }), changed("src/other.ts")],
      commits: 1,
      any: true,
    });
    expect(doubt).toEqual({
      claim: "`src/auth.ts` passes",
      because: "src/auth.ts was changed in commit 1a2b3c4d5e of 2026-02-13.",
      files: ["src/auth.ts"],
    });
  });

  it("are doubted for a file named by its bare name or absolute path, and for a deleted file", () => {
    const files = [changed("src/auth.ts", { kind: "deleted" })];
    for (const claim of ["auth.ts is done", "/home/me/shop/src/auth.ts is done"]) {
      expect(doubtsAbout([verified(claim)], { files, commits: 0, any: true })).toMatchObject([
        { because: "src/auth.ts was deleted without a commit.", files: ["src/auth.ts"] },
      ]);
    }
  });

  it("are doubted more carefully when only other code changed", () => {
    expect(doubtsAbout([verified("npm test")], { files: [], commits: 3, any: true })).toMatchObject([
      { because: expect.stringContaining("3 commits were made since"), files: [] },
    ]);
    expect(doubtsAbout([verified("npm test")], { files: [], commits: 0, any: true })).toMatchObject([
      { because: expect.stringContaining("without a commit") },
    ]);
  });

  it("are not doubted while nothing changed, and unverified claims never are", () => {
    expect(doubtsAbout([verified("npm test")], { files: [], commits: 0, any: false })).toEqual([]);
    const never: Claim[] = [{ text: "src/auth.ts", status: "assumed" }, { text: "src/auth.ts" }];
    expect(doubtsAbout(never, { files: [changed("src/auth.ts")], commits: 1, any: true })).toEqual([]);
  });
});

describe("restart metrics", () => {
  const attempt = (fields: Partial<RestartAttempt>): RestartAttempt => ({
    at,
    project: "shop",
    mode: "full",
    ms: 10,
    ...fields,
  });

  it("count successes and failure reasons, and have no rate without attempts", () => {
    const metrics = restartMetrics([
      attempt({}),
      attempt({ failure: "NO_CHECKPOINT" }),
      attempt({ failure: "CONTEXT_INCOMPLETE" }),
      attempt({ failure: "LOAD_ERROR" }),
    ]);
    expect(metrics).toMatchObject({
      attempts: 4,
      successes: 1,
      successRate: 0.25,
      failures: { NO_CHECKPOINT: 1, LOAD_ERROR: 1, CONTEXT_INCOMPLETE: 1 },
    });
    expect(restartMetrics([])).toMatchObject({ attempts: 0, successRate: undefined });
  });

  it("have percentiles by mode, over attempts that returned a checkpoint", () => {
    const times = Array.from({ length: 100 }, (_, n) => attempt({ ms: n + 1 })).reverse();
    const { latency } = restartMetrics([
      ...times,
      attempt({ ms: 100_000, failure: "NO_CHECKPOINT" }),
      attempt({ mode: "summary", ms: 7, failure: "CONTEXT_INCOMPLETE" }),
    ]);
    expect(latency.full).toEqual({ restarts: 100, p50: 50, p95: 95, p99: 99 });
    expect(latency.summary).toEqual({ restarts: 1, p50: 7, p95: 7, p99: 7 });
  });

  it("have percentiles that are observed values and rise with the share", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5_000), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const sorted = values.sort((a, b) => a - b);
          const found = percentile(sorted, share);
          expect(sorted).toContain(found);
          expect(sorted.filter((value) => value > found).length).toBeLessThanOrEqual(
            (1 - share) * sorted.length + 1e-9,
          );
          expect(percentile(sorted, 1)).toBeGreaterThanOrEqual(found);
        },
      ),
    );
  });
});

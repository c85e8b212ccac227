import { describe, expect, it } from "vitest";
import { history } from "../support/loop.ts";
import { openMemory, START, type TestMemory } from "../support/memory.ts";
import { callTool, fail, type Json, succeed } from "../support/tools.ts";

const GET = "membria_get_all_calibrations";

const outcomes = (confidence: number | undefined, ...scores: number[]) =>
  scores.map((score) => [confidence, score] as const);

/** `auth` is improving, `database` is the best and the surest, `infra` is declining, `api` has too few. */
async function fourDomains(): Promise<TestMemory> {
  const memory = await openMemory();
  await history(memory, "database", outcomes(0.9, ...Array.from({ length: 12 }, () => 1)));
  await history(memory, "auth", outcomes(0.5, 0, 0, 0, 1, 1, 1));
  await history(memory, "infra", outcomes(0.8, 1, 1, 0, 0));
  memory.clock.advance(60_000);
  await history(memory, "api", outcomes(0.8, 1, 0));
  return memory;
}

const names = (reply: Json): string[] =>
  (reply["domains"] as { domain: string }[]).map(({ domain }) => domain);

describe("Membria 3.3: get_all_calibrations", () => {
  it("returns the fields of the document for every domain with at least three outcomes", async () => {
    const memory = await fourDomains();
    expect(await succeed(memory, GET, {})).toEqual({
      domains: [
        {
          domain: "auth",
          sample_size: 6,
          success_rate: 0.5,
          trend: "improving",
          status: "uncertain",
          confidence_gap: 0,
          variance: expect.closeTo(16 / (64 * 9), 12),
        },
        {
          domain: "database",
          sample_size: 12,
          success_rate: expect.closeTo(13 / 14, 9),
          trend: "stable",
          status: "well-calibrated",
          confidence_gap: expect.closeTo(0.9 - 13 / 14, 9),
          variance: expect.closeTo(13 / (196 * 15), 12),
        },
        {
          domain: "infra",
          sample_size: 4,
          success_rate: 0.5,
          trend: "declining",
          status: "uncertain",
          confidence_gap: 0.3,
          variance: expect.closeTo(9 / (36 * 7), 12),
        },
      ],
      overall_calibration: "good",
      last_updated: new Date(START.getTime() + 60_000).toISOString(),
      domains_with_fewer: 1,
    });
  });

  it("says the same in a text that is enough by itself", async () => {
    const memory = await fourDomains();
    const { text } = await callTool(memory, GET, {});
    for (const fact of [
      "Overall calibration: good.",
      "- auth: 50 % over 6 outcomes, improving, uncertain",
      "- database: 92.9 % over 12 outcomes, stable, well-calibrated",
      "- infra: 50 % over 4 outcomes, declining, uncertain",
      "1 more with fewer outcomes than asked for",
    ])
      expect(text).toContain(fact);
  });

  it.each([
    [1, ["api", "auth", "database", "infra"], 0],
    [3, ["auth", "database", "infra"], 1],
    [5, ["auth", "database"], 2],
    [13, [], 4],
  ])("min_sample_size: %d lists %j", async (min_sample_size, domains, fewer) => {
    const memory = await fourDomains();
    const reply = await succeed(memory, GET, { min_sample_size });
    expect(names(reply)).toEqual(domains);
    expect(reply["domains_with_fewer"]).toBe(fewer);
  });

  it.each([
    ["success_rate", ["database", "auth", "infra"]],
    ["trend", ["auth", "database", "infra"]],
    ["variance", ["database", "auth", "infra"]],
  ])("sort_by: %s puts the best first: %j", async (sort_by, domains) => {
    const memory = await fourDomains();
    expect(names(await succeed(memory, GET, { sort_by }))).toEqual(domains);
  });

  it("sorts by trend before rate, and by variance before size", async () => {
    const memory = await openMemory();
    await history(memory, "b-declining-high", outcomes(0.5, 1, 1, 1, 1, 0, 0));
    await history(memory, "c-improving-low", outcomes(0.5, 0, 0, 0, 0, 0, 0, 1, 1));
    await history(memory, "a-stable-middle", outcomes(0.5, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1));
    const order = async (sort_by: string) =>
      names(await succeed(memory, GET, { sort_by })).map((name) => name[0]);
    expect(await order("trend")).toEqual(["c", "a", "b"]);
    expect(await order("success_rate")).toEqual(["b", "a", "c"]);
    expect(await order("variance")).toEqual(["c", "a", "b"]);
  });

  it("is no_data before anything is known, with a text that says so", async () => {
    const memory = await openMemory();
    const { structured, text } = await callTool(memory, GET, {});
    expect(structured).toEqual({
      domains: [],
      overall_calibration: "no_data",
      last_updated: null,
      domains_with_fewer: 0,
    });
    expect(text).toBe("No domain has enough outcomes yet.");
  });

  it("is no_data where no confidence was stated, and still lists the rates", async () => {
    const memory = await openMemory();
    await history(memory, "auth", outcomes(undefined, 1, 1, 0));
    expect(await succeed(memory, GET, {})).toMatchObject({
      domains: [{ domain: "auth", success_rate: 0.6, status: "no_confidence", confidence_gap: null }],
      overall_calibration: "no_data",
    });
  });

  it.each([
    ["good", 0.7],
    ["fair", 0.8],
    ["poor", 0.95],
  ])("is %s for a confidence of %d of which 12 of 20 worked out", async (overall_calibration, confidence) => {
    const memory = await openMemory();
    const scores = Array.from({ length: 20 }, (_, i) => (i % 5 < 3 ? 1 : 0));
    await history(memory, "auth", outcomes(confidence, ...scores));
    expect(await succeed(memory, GET, {})).toMatchObject({ overall_calibration });
  });

  it("says what it left out of a long list, and how to get it", async () => {
    const memory = await openMemory();
    for (let n = 0; n < 80; n++) await history(memory, `domain-number-${n}`, outcomes(0.5, 1));
    const cut = await succeed(memory, GET, { min_sample_size: 1 });
    expect(JSON.stringify(cut).length).toBeLessThan(10_000);
    const [what, how] = cut["omitted"] as [string, string];
    expect(what).toContain("domains has");
    const max_tokens = Number(/max_tokens: (\d+)/.exec(how)?.[1]);
    expect(names(await succeed(memory, GET, { min_sample_size: 1, max_tokens }))).toHaveLength(80);
  });
});

describe("get_all_calibrations refuses", () => {
  it.each([
    ["a size of 0", { min_sample_size: 0 }, "min_sample_size", "invalid_argument"],
    ["a size that is not whole", { min_sample_size: 2.5 }, "min_sample_size", "invalid_argument"],
    ["a size in words", { min_sample_size: "3" }, "min_sample_size", "invalid_argument"],
    ["an unknown order", { sort_by: "name" }, "sort_by", "invalid_argument"],
    ["an unknown argument", { domain: "auth" }, "domain", "unknown_argument"],
  ])("%s: -32602 with the field and a way out", async (_, args, field, reason) => {
    const memory = await openMemory();
    const { code, data } = await fail(memory, GET, args);
    expect(code).toBe(-32602);
    expect(data).toMatchObject({ field, reason, suggestion: expect.any(String) });
  });
});

import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/shared/time.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";
import { callTool, type Json, succeed } from "../../support/tools.ts";

async function lived(
  memory: TestMemory,
  statement: string,
  worked: boolean,
  args: Json = {},
): Promise<string> {
  const { decision_id } = await succeed(memory, "membria_capture_decision", {
    statement,
    alternatives: ["leave it as it is"],
    confidence: 0.9,
    context: { module: "database" },
    ...args,
  });
  await succeed(memory, "membria_record_outcome", {
    decision_id,
    final_status: worked ? "success" : "failure",
    final_score: worked ? 1 : 0,
  });
  memory.clock.advance(DAY_MS);
  return String(decision_id);
}

const check = (memory: TestMemory, statement: string, args: Json = {}) =>
  callTool(memory, "membria_get_warnings", {
    statement,
    module: "database",
    alternatives: ["leave it as it is", "buy it"],
    ...args,
  });

describe("Advice that a sensible person would follow", () => {
  it("goes on with what worked ten times, although something else failed", async () => {
    const memory = await openMemory();
    const subjects = ["orders", "invoices", "customers", "stock", "prices", "returns", "baskets"];
    for (const subject of [...subjects, "carts", "carts", "carts"])
      await lived(memory, `Use PostgreSQL for ${subject}`, true);
    for (const subject of ["carts", "carts", "orders", "sessions"])
      await lived(memory, `Use MongoDB for ${subject}`, false);
    const { structured, text } = await check(memory, "Use PostgreSQL for carts", { confidence: 0.9 });
    expect(structured).toMatchObject({
      firewall_status: "clear",
      risk_score: expect.closeTo(0, 1),
      warnings: [],
      track_record: { this_way: { worked: 10, failed: 0 }, other_ways: { worked: 0 } },
    });
    expect(text).toContain("So far this way 10 worked; other ways ");
    const against = await check(memory, "Use MongoDB for carts", { confidence: 0.9 });
    expect(against.structured["firewall_status"]).toBe("block");
    expect(against.text).not.toContain("(Use MongoDB)");
  });

  it("takes a failure as a reason for what it turned down, not as something to go by", async () => {
    const memory = await openMemory();
    const failed = await lived(memory, "Store uploads on local disk", false, { alternatives: ["S3"] });
    const { structured, text } = await check(memory, "Store uploads in S3");
    expect(structured).toMatchObject({ firewall_status: "clear", warnings: [] });
    expect(text).not.toContain(`Go by ${failed}`);
  });

  it("has nothing to correct after three of three", async () => {
    const memory = await openMemory();
    for (const subject of ["orders", "invoices", "stock"])
      await lived(memory, `Use PostgreSQL for ${subject}`, true);
    const guidance = await succeed(memory, "membria_get_confidence_guidance", {
      domain: "database",
      decision_confidence: 0.9,
    });
    expect(JSON.stringify(guidance)).not.toMatch(/lower|too high|overconfident/);
  });

  it("says how many of six worked, and warns of nothing", async () => {
    const memory = await openMemory();
    for (const [n, worked] of [true, true, true, true, false, false].entries())
      await lived(memory, `Tune the ${["cache", "index", "pool", "queue", "batch", "lock"][n]} size`, worked);
    const { text } = await callTool(memory, "membria_get_decision_context", {
      statement: "Archive rows of past years every night",
      module: "database",
      confidence: 0.9,
    });
    expect(text).toContain("4 of 6");
    expect(text).not.toContain("overconfidence");
  });

  it("recommends about a half after being wrong at 0.9 five times", async () => {
    const memory = await openMemory();
    for (const subject of ["cache", "index", "pool", "queue", "batch"])
      await lived(memory, `Tune the ${subject} size`, false);
    const guidance = await succeed(memory, "membria_get_confidence_guidance", {
      domain: "database",
      decision_confidence: 0.9,
    });
    const recommended = Number(guidance["recommended_confidence"]);
    expect(recommended).toBeGreaterThan(0.35);
    expect(recommended).toBeLessThan(0.6);
  });

  it.each([
    "Store passwords in plain text so that support can read them",
    "Commit the AWS key to git so that every checkout works",
    "Run eval on the formula that the client sends",
  ])("stops what is plainly wrong in an empty memory: %s", async (statement) => {
    const { structured } = await check(await openMemory(), statement);
    expect(structured["firewall_status"]).toBe("block");
  });
});

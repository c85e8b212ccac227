import { describe, expect, it } from "vitest";
import { openCommandLine } from "../support/command-line.ts";
import { decide } from "../support/loop.ts";

describe("membria anomalies", () => {
  it("says that nothing is unusual", async () => {
    const { run } = await openCommandLine();
    expect(await run("anomalies")).toMatchObject({ code: 0, out: "Nothing unusual." });
  });

  it("shows each with its severity, evidence and next step, and the rules on request", async () => {
    const { run, memory } = await openCommandLine();
    const id = await decide(memory, { dueDays: 0 });
    const { out } = await run("anomalies", "--rules");
    expect(out).toContain("low outcomes_overdue: 1 decision is past the day");
    expect(out).toContain(id);
    expect(out).toContain("membria outcome");
    expect(out).toContain("capture_burst: 10 or more");
    const json = JSON.parse((await run("anomalies", "--json")).out) as Record<string, unknown>;
    expect(json).toMatchObject({
      anomalies: [{ kind: "outcomes_overdue", evidence: { decisions: 1, decision_ids: [id] } }],
    });
  });
});

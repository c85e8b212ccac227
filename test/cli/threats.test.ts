import { describe, expect, it } from "vitest";
import { openCommandLine } from "../support/command-line.ts";
import { decide } from "../support/loop.ts";
import { succeed } from "../support/tools.ts";

const TASK = "background job that exports invoices";

describe("membria threats", () => {
  it("shows what such code tends to get wrong, for the given file", async () => {
    const line = await openCommandLine();
    const id = await decide(line.memory, { statement: "Export invoices in a background job" });
    const { code, out, err } = await line.run("threats", TASK, "--file", "app/jobs/export.py");
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^A background job reads records .* background-job-identity, high\n/);
    expect(out).toContain("  Check: Follow every id from the request into the job.");
    expect(out).toContain(`decision ${id}: Export invoices in a background job`);
    expect(out).toContain("Read one with: membria threats show background-job-identity");
  });

  it("prints with --json what the tool answers, for people or for agents", async () => {
    const line = await openCommandLine();
    for (const verbosity of ["human", "agent"]) {
      const { out } = await line.run("threats", TASK, "--verbosity", verbosity, "--json");
      expect(JSON.parse(out)).toEqual(await succeed(line.memory, "tmkb_query", { context: TASK, verbosity }));
    }
  });

  it("says so when nothing matches", async () => {
    const { code, out } = await (await openCommandLine()).run("threats", "center a div");
    expect(code).toBe(0);
    expect(out).toContain("No known threat pattern matches");
    expect(out).toContain("Looked for: records of other people; ");
    expect(out).toContain("no clearance");
  });

  it("answers about a framework that no code is attached for, and says so", async () => {
    const { code, out } = await (await openCommandLine()).run("threats", TASK, "--framework", "rails");
    expect(code).toBe(0);
    expect(out).toContain("background-job-identity, high");
    expect(out).toContain("is the nearest to rails that there is");
  });

  it("refuses a framework that it does not know", async () => {
    const { code, err } = await (await openCommandLine()).run("threats", TASK, "--framework", "cobol");
    expect(code).not.toBe(0);
    expect(err).toContain("express");
  });
});

describe("membria threats show", () => {
  it("shows one pattern with both programs and the test", async () => {
    const line = await openCommandLine();
    const all = await line.memory.threats.all();
    const threat = all.find(({ code, attack }) => code[0]?.test !== undefined && attack !== undefined);
    const { out } = await line.run("threats", "show", threat?.id ?? "");
    expect(out.startsWith(threat?.name ?? "-")).toBe(true);
    const [code] = threat?.code ?? [];
    for (const part of [code?.vulnerable, code?.fixed, code?.test, threat?.attack]) {
      expect(out).toContain(part?.trimEnd());
    }
    expect(JSON.parse((await line.run("threats", "show", threat?.id ?? "", "--json")).out)).toEqual(threat);
  });

  it("lists the known names for an unknown one", async () => {
    const { code, err } = await (await openCommandLine()).run("threats", "show", "flask-mass");
    expect(code).not.toBe(0);
    expect(err).toContain("mass-assignment");
  });

  it("shows a pattern by the names that it had before", async () => {
    const line = await openCommandLine();
    const { out } = await line.run("threats", "show", "mass-assignment");
    for (const alias of ["flask-mass-assignment", "express-mass-assignment"])
      expect((await line.run("threats", "show", alias)).out).toBe(out);
  });
});

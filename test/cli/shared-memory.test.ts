import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision, writeDecisionChange } from "../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../src/decisions/sql/outcomes.ts";
import { openCommandLine, type TestCommandLine } from "../support/command-line.ts";
import { decision, screened } from "../support/decisions.ts";
import { folderOfTest } from "../support/memory.ts";
import { outcome } from "../support/outcomes.ts";
import { LogModel, type Machine, machineWith, PROJECT, replica, syncAll } from "../support/team-replicas.ts";

const capture = async ({ memory, act }: Machine, id: string): Promise<void> => {
  const at = act();
  await addDecision(memory, { decision: decision({ id, project: PROJECT, createdAt: at.at }) }, at);
};

/** A memory that shares a project, with decisions of its own and of others. */
async function sharedMemory(): Promise<TestCommandLine> {
  const line = await openCommandLine();
  const [own, other, log] = [await machineWith(line.memory, "a"), await replica("b"), new LogModel()];
  onTestFinished(() => other.memory.close());
  await capture(own, "dec_own");
  await capture(other, "dec_other");
  await syncAll(log, [own, other]);
  await addOutcome(other.memory, PROJECT, "dec_own", outcome(1, { lessons: ["It worked"] }), other.act());
  await writeDecisionChange(own.memory, PROJECT, "dec_other", { note: screened("Seen") }, own.act());
  await syncAll(log, [own, other]);
  return line;
}

describe("In a memory with decisions of others", () => {
  it("membria doctor is content", async () => {
    const { run } = await sharedMemory();
    const { checks } = JSON.parse((await run("doctor", "--json")).out) as {
      checks: { name: string; ok: boolean }[];
    };
    const found = checks.filter(({ name }) => ["memory", "audit"].includes(name));
    expect(found).toMatchObject([
      { name: "memory", ok: true },
      { name: "audit", ok: true },
    ]);
  });

  it("membria backup copies and checks all of it", async () => {
    const { run } = await sharedMemory();
    const file = (await folderOfTest()).file("copy.db");
    expect(JSON.parse((await run("backup", file, "--json")).out)).toMatchObject({
      decisions: 2,
      verified: true,
    });
  });

  it("membria export json has the decisions of all, with what was said of them since", async () => {
    const { run } = await sharedMemory();
    const file = (await folderOfTest()).file("all.jsonl");
    expect((await run("export", "json", file, "--project", PROJECT)).code).toBe(0);
    const text = readFileSync(file, "utf8");
    for (const said of ["dec_own", "dec_other", "It worked", "Seen"]) expect(text).toContain(said);
  });
});

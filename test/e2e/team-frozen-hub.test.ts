import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_TOOLS } from "../../src/tools/inventory.ts";
import { TOOL_ARGUMENTS } from "../mcp/access/tool-arguments.ts";
import type { ProjectIds } from "../mcp/access/two-projects.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../support/falkordb.ts";
import { joinedMachines, type Machine, TEAM_USERS } from "../support/team/programs.ts";

describe("While the server of the team is frozen", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  let machine: Machine;
  beforeAll(async () => {
    hub = await startFalkorDb({ users: TEAM_USERS });
    [machine] = (await joinedMachines(hub, ["one"])) as [Machine];
  });
  afterAll(async () => {
    hub.resume();
    await machine.remove();
    await hub.remove();
  });

  it("every tool answers, and a claim is stored locally", async () => {
    const ids = await records(machine);
    // The first call of a tool loads it.
    for (const { name } of ALL_TOOLS.filter(({ effect }) => effect === "read"))
      await machine.call(name, TOOL_ARGUMENTS[name]?.(ids) ?? {});
    await machine.answer(["team", "sync"]);
    // So that the program knows the server to be there, and claims wait for it.
    expect(await supersede(machine, ids.third, "Hide orders elsewhere")).toContain("Shared with the team.");

    hub.pause();
    const answers = machine.between.answers;
    expect(await supersede(machine, ids.second, "Store baskets elsewhere")).toContain("Stored locally");
    for (const { name } of ALL_TOOLS) {
      const called = await machine.call(name, TOOL_ARGUMENTS[name]?.(ids) ?? {});
      expect(called.as, name).not.toBe("gone");
    }
    // Nothing that it could have waited for has come.
    expect(machine.between.answers).toBe(answers);
  });
});

async function records(machine: Machine): Promise<ProjectIds> {
  const captured = async (what: string): Promise<string> => {
    const reply = await machine.done("membria_capture_decision", {
      statement: `Store ${what} of zebrafish in tables`,
      alternatives: ["Leave them there"],
      confidence: 0.8,
    });
    return String(reply["decision_id"]);
  };
  const [decision, second, third] = [
    await captured("carts"),
    await captured("baskets"),
    await captured("orders"),
  ];
  await machine.done("propose_link", {
    from_id: decision,
    to_id: second,
    relationship: "refines",
    reason: "It says how",
  });
  return { decision, second, third, proposal: "prop_000001" };
}

async function supersede(machine: Machine, id: string, title: string): Promise<string> {
  const reply = await machine.done("supersede_decision", {
    title,
    target: "storage",
    rationale: "The one before did not keep up with the load.",
    old_decision_ids: [id],
  });
  return String(reply["notices"]);
}

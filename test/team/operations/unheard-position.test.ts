import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import type { RoundDeps } from "../../../src/team/operations/round-deps.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { PROJECT, type TeamMachine, teamOn } from "../../support/team-machines.ts";
import { succeed } from "../../support/tools.ts";

/** The log takes what is sent, and nobody hears of it. */
const withoutReply = (deps: RoundDeps): RoundDeps => ({
  ...deps,
  teamLog: {
    ...deps.teamLog,
    async append(...args) {
      await deps.teamLog.append(...args);
      throw new Error("killed");
    },
  },
});

const replace = ({ memory }: TeamMachine, id: string, title: string) =>
  succeed(memory, "supersede_decision", {
    title,
    target: "tokens",
    rationale: "The one before did not keep up with the load.",
    old_decision_ids: [id],
  });

const standings = async ({ memory }: TeamMachine): Promise<string[]> => {
  const { items } = await decisionPage(memory, { scope: PROJECT }, 100);
  return items.map(({ statement, standing }) => `${statement}: ${standing}`).sort();
};

describe("A place in the order that only others heard of", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb();
  });
  afterAll(() => hub.remove());

  it("is the same on every machine after the log was lost", async () => {
    const team = teamOn(hub);
    const [one, two] = [await team.machine("one"), await team.machine("two")];
    const { decision_id } = await succeed(one.memory, "membria_capture_decision", {
      statement: "Keep tokens in files",
      alternatives: ["Keep none"],
      confidence: 0.8,
    });
    for (const machine of [one, two, one]) await machine.round();
    await replace(one, String(decision_id), "Keep tokens in Redis");
    await replace(two, String(decision_id), "Keep tokens in cookies");
    await expect(one.round(withoutReply)).rejects.toThrow("killed");
    await two.round();
    await hub.empty();
    for (const machine of [one, two, one, two]) await machine.round();
    expect(await standings(one)).toEqual(await standings(two));
  });
});

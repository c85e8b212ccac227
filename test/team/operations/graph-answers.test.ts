import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { getCausalChain } from "../../../src/learning/operations/analyze-decision.ts";
import { preventedBy } from "../../../src/learning/sql/guidance.ts";
import { listSimilar } from "../../../src/recall/operations/get-decision.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import type { GraphQuestion, GraphStep } from "../../../src/team/rules/team-log.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { callBy } from "../../support/memory.ts";
import { PROJECT, type TeamMachine, teamOn } from "../../support/team-machines.ts";
import { succeed } from "../../support/tools.ts";

const decide = async ({ memory }: TeamMachine, statement: string): Promise<string> => {
  const captured = { statement, alternatives: ["Something else"], confidence: 0.8 };
  return String((await succeed(memory, "membria_capture_decision", captured))["decision_id"]);
};

const replace = async ({ memory }: TeamMachine, old: string, decision: string): Promise<string> => {
  const replaced = { old_decision_id: old, decision, reasoning: "It works better" };
  const { data } = await succeed(memory, "memory_evolve_supersede", replaced);
  return String((data as { decision_id: string }).decision_id);
};

const pairOf = ({ from, to }: { readonly from: string; readonly to: string }): string => `${from} ${to}`;

async function asked(machine: TeamMachine, question: GraphQuestion) {
  const link = await machine.connect(await machine.progress());
  try {
    return await link.teamLog.ask(question);
  } finally {
    await link.teamLog.close();
  }
}

/** What this machine says of a decision, in the words of the graph. */
const known = ({ id, standing, progress, outcome }: Decision) => ({
  decision: id,
  standing,
  progress,
  outcome: outcome && { id: outcome.id, status: outcome.status, score: outcome.score },
});

const said = ({ decision, standing, progress, outcome }: GraphStep) => ({
  decision,
  standing,
  progress,
  outcome,
});

/** A chain of three decisions by two machines, with what came of them, and one that was not made as proposed. */
async function storyOf(one: TeamMachine, two: TeamMachine): Promise<readonly [string, string, string]> {
  const first = await decide(one, "Keep orders in one PostgreSQL table");
  const failed = { decision_id: first, signal_type: "ci_failed", valence: "negative" };
  await succeed(one.memory, "membria_record_signal", failed);
  const outcome = { decision_id: first, final_status: "failure", final_score: 0.1 };
  const lessons_learned = ["Locks held each other up", "Partitions help"];
  await succeed(one.memory, "membria_record_outcome", { ...outcome, lessons_learned });
  await one.round();
  await two.round();
  const second = await replace(two, first, "Keep orders in partitioned PostgreSQL tables");
  const worked = { decision_id: second, final_status: "success", final_score: 0.8 };
  await succeed(two.memory, "membria_record_outcome", worked);
  await two.round();
  await one.round();
  const third = await replace(one, second, "Keep orders in PostgreSQL tables by month");
  one.memory.clock.advance(1);
  const proposed = { statement: "Keep orders in one PostgreSQL table", module: "database", confidence: 0.8 };
  await succeed(one.memory, "membria_get_warnings", proposed);
  await one.memory.background.idle();
  await succeed(one.memory, "membria_capture_decision", {
    statement: "Keep orders in DynamoDB",
    alternatives: ["Keep orders in one PostgreSQL table"],
    confidence: 0.8,
    context: { module: "database" },
  });
  await one.memory.background.idle();
  for (const machine of [one, two, one]) await machine.round();
  return [first, second, third];
}

describe("What the graph of a team answers", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb();
  });
  afterAll(() => hub.remove());

  it("is what a machine answers: about causes, likeness, and what was prevented", async () => {
    const team = teamOn(hub);
    const one = await team.machine("one");
    const chain = await storyOf(one, await team.machine("two"));
    for (const ref of chain) {
      const local = await perform(getCausalChain, { ref }, one.memory, callBy());
      const graph = await asked(one, { ask: "causal-chain", decision: ref, most: 50 });
      expect(local.steps).toHaveLength(3);
      expect(graph.steps.map(said)).toEqual(local.steps.map(({ decision }) => known(decision)));
      const ids = (steps: readonly { readonly signals: readonly { readonly id: string }[] }[]) =>
        steps.map(({ signals }) => signals.map(({ id }) => id));
      expect(ids(graph.steps)).toEqual(ids(local.steps));
      const lessons = local.steps.map(({ outcome }) => outcome?.lessons.length ?? 0);
      expect(graph.steps.map((step) => step.lessons)).toEqual(lessons);
      expect(new Set(graph.replaced.map(pairOf))).toEqual(new Set(local.links.map(pairOf)));
    }

    const { similar } = await perform(listSimilar, { ref: chain[2] }, one.memory, callBy());
    expect(similar.length).toBeGreaterThan(0);
    const alike = await asked(one, { ask: "similar", decisions: similar.map(({ id }) => id) });
    expect(alike.steps.map(said)).toEqual(similar.map(known));

    const { items } = await decisionPage(one.memory, { scope: PROJECT }, 100);
    const prevented = await Promise.all(
      items.map(async ({ id }) => {
        const { count, latest } = await preventedBy(one.memory, PROJECT, id);
        const { steps } = await asked(one, { ask: "prevented", decision: id });
        // A decision that was made instead is named with those that kept the other one from being made.
        return { id, here: latest?.cited.includes(id) ? count : 0, graph: steps.length };
      }),
    );
    expect(prevented.filter(({ here }) => here > 0)).not.toEqual([]);
    for (const { here, graph } of prevented) expect(graph).toBe(here);
  });
});

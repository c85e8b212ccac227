import fc from "fast-check";
import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeReopening } from "../../../src/learning/sql/corrections.ts";
import { rebuildMemory } from "../../../src/repair/operations/rebuild-memory.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, decision } from "../../support/decisions.ts";
import { derivedIn } from "../../support/derived.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { outcome } from "../../support/outcomes.ts";
import { daysAfter } from "../../support/skills.ts";

const DECISIONS = 4;

/** Outcomes, and which decisions are reopened after them. */
const history = fc.record({
  recorded: fc.array(
    fc.record({ which: fc.nat(DECISIONS - 1), score: fc.constantFrom(0, 0.5, 1), day: fc.nat(9) }),
    { maxLength: 8 },
  ),
  reopened: fc.uniqueArray(fc.nat(DECISIONS - 1)),
  later: fc.array(fc.nat(DECISIONS - 1), { maxLength: 2 }),
});

const idOf = (which: number): string => `dec_${which}`;

/** What is counted and learned in a memory with these outcomes, as it was kept and as it is made again. */
async function counted(
  { recorded, reopened, later }: typeof history extends fc.Arbitrary<infer T> ? T : never,
  withdraws: boolean,
) {
  const memory = await openMemory();
  for (let which = 0; which < DECISIONS; which++)
    await addDecision(
      memory,
      { decision: decision({ id: idOf(which), statement: `Cache carts ${which}`, confidence: 0.7 }) },
      act(),
    );
  const record = (which: number, score: number, id: string, day: number) =>
    addOutcome(memory, "shop", idOf(which), outcome(score, { id }), act(daysAfter(day)));
  for (const [n, { which, score, day }] of recorded.entries())
    if (withdraws || !reopened.includes(which)) await record(which, score, `out_${n}`, day);
  for (const which of withdraws ? reopened : [])
    if (recorded.some((one) => one.which === which))
      await storeReopening(memory, "shop", idOf(which), undefined, act(daysAfter(10)));
  for (const [n, which] of later.entries()) await record(which, 1, `out_later${n}`, 11 + n);
  const tables = async () => {
    const { tally_bins, tally_times, skills, members, currentOutcomes } = await derivedIn(memory.path);
    return { tally_bins, tally_times, skills, members, currentOutcomes };
  };
  const kept = await tables();
  await perform(rebuildMemory, {}, memory, callBy({ role: "admin" }));
  const again = await tables();
  expect(again.tally_bins).toEqual(kept.tally_bins);
  await memory.close();
  return { kept: { ...kept, skills: [], members: [] }, again };
}

it("a reopened decision counts as if its outcome had never been recorded, before and after a rebuild", () =>
  fc.assert(
    fc.asyncProperty(history, async (given) => {
      expect(await counted(given, true)).toEqual(await counted(given, false));
    }),
    { numRuns: 6 },
  ));

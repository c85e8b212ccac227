import { addCandidates } from "../../../src/candidates/sql/candidate-rows.ts";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { decisionsById } from "../../../src/decisions/sql/decisions.ts";
import { updateDecision } from "../../../src/learning/operations/update-decision.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { EXAMPLE_PROJECT, writeMemory } from "./example-deps.ts";

const LISTS = ["alternatives", "assumptions", "risks", "consequences"] as const;
const IN_ONE = 60;

/** Decisions that are full of these texts, as the memory has them after its screening. */
export function seedNaughty(home: string, given: readonly string[]): Promise<readonly Decision[]> {
  // Nobody can store nothing.
  const texts = given.filter((text) => text.trim() !== "");
  return writeMemory(home, async (deps) => {
    const decisions: Decision[] = [];
    for (let start = 0; start < texts.length; start += IN_ONE) {
      const some = texts.slice(start, start + IN_ONE);
      const lists = LISTS.map((name, i) => [name, some.filter((_, at) => at % LISTS.length === i)] as const);
      const { decision } = await perform(
        captureDecision,
        {
          statement: `Keep ${start}: ${some[7] ?? some[0]}`.slice(0, 2_000),
          reasoning: some.join("\n").slice(0, 40_000),
          topic: `topic ${start} ${some[3] ?? ""}`.slice(0, 200),
          evidence: [{ kind: "note", ref: `ref ${some[5] ?? ""}`.slice(0, 200) }],
          source: `source ${some[11] ?? ""}`,
          confidence: 0.5,
          confidenceStated: true,
          ...Object.fromEntries(lists),
        },
        deps,
        deps.callBy(),
      );
      const note = `note ${some[9] ?? ""}`;
      await perform(updateDecision, { ref: decision.id, note }, deps, deps.callBy("ana"));
      decisions.push(...(await decisionsById(deps.memory, EXAMPLE_PROJECT, [decision.id])));
    }
    const { text } = startScreening(deps.secrets);
    await addCandidates(deps.memory, [
      {
        ...{ client: "claude-code", session: "5f2c", project: EXAMPLE_PROJECT, kind: "decision" },
        ...{ id: "cand_naughty", at: new Date(), origin: "person" },
        quote: text("quote", texts.slice(0, 40).join(" ")),
        statement: text("statement", `Keep ${texts[0]}`),
        alternatives: texts.slice(0, 20).map((one) => text("alternatives", one)),
        files: [text("files", `src/${texts[1]}`)],
      },
    ]);
    return decisions;
  });
}

import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { recordOutcome, recordSignal } from "../../../src/decisions/operations/record-outcome.ts";
import { supersedeDecision } from "../../../src/decisions/operations/supersede-decision.ts";
import { SCORE_BY_STATUS } from "../../../src/decisions/rules/outcome.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { EXAMPLE_DECISIONS, type ExampleDecision } from "./example-decisions.ts";
import { type ExampleDeps, type ExampleIds, writeMemory } from "./example-deps.ts";
import { EARLIER_DECISIONS } from "./example-earlier.ts";
import { fillExampleQueue } from "./example-queue.ts";
import { relateExample } from "./example-relations.ts";
import { fillExampleSessions } from "./example-sessions.ts";

/** A year of a team that builds a shop, and what waits for a person now. */
export function seedExample(home: string, now = new Date()): Promise<ExampleIds> {
  return writeMemory(home, async (deps) => {
    const ids = new Map<string, string>();
    for (const step of stepsOf([...EARLIER_DECISIONS, ...EXAMPLE_DECISIONS], now)) {
      deps.at(step.at);
      await step.run(deps, ids);
    }
    deps.at(now);
    await relateExample(deps, ids, now);
    await fillExampleQueue(deps, ids, now);
    await fillExampleSessions(deps, ids, now);
    return ids;
  });
}

interface Step {
  readonly at: Date;
  run(deps: ExampleDeps, ids: Map<string, string>): Promise<void>;
}

/** Decisions and outcomes in the order in which they happened. */
function stepsOf(decisions: readonly ExampleDecision[], now: Date): readonly Step[] {
  return decisions
    .flatMap((one): Step[] => {
      // Nobody decides everything at the same time of the day.
      const madeAt = new Date(now.getTime() - one.ago * DAY_MS + (one.ago % 7) * HOUR_MS - 3 * HOUR_MS);
      const { outcome } = one;
      const known: Step[] = outcome
        ? [
            {
              at: new Date(madeAt.getTime() + outcome[0] * DAY_MS),
              run: (deps, ids) => learn(deps, ids.get(one.statement) as string, outcome),
            },
          ]
        : [];
      return [{ at: madeAt, run: (deps, ids) => decide(deps, ids, one) }, ...known];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function decide(deps: ExampleDeps, ids: Map<string, string>, one: ExampleDecision): Promise<void> {
  const { ago: _, person, outcome: __, replaces, confidence, ...words } = one;
  const given = {
    ...words,
    alternatives: [...(words.alternatives ?? [])],
    assumptions: [...(words.assumptions ?? [])],
    risks: [...(words.risks ?? [])],
    consequences: [...(words.consequences ?? [])],
    confidence: confidence ?? 0.5,
    confidenceStated: confidence !== undefined,
  };
  const call = deps.callBy(person);
  const { decision } =
    replaces === undefined
      ? await perform(captureDecision, given, deps, call)
      : await perform(supersedeDecision, { ...given, supersedes: [ids.get(replaces) as string] }, deps, call);
  ids.set(one.statement, decision.id);
  if (one.outcome?.[1] !== "success") return;
  await perform(
    recordSignal,
    { ref: decision.id, type: "ci_passed", valence: "positive", description: "All checks passed." },
    deps,
    call,
  );
}

async function learn(
  deps: ExampleDeps,
  ref: string,
  [, status, lesson]: NonNullable<ExampleDecision["outcome"]>,
): Promise<void> {
  const lessons = lesson === undefined ? [] : [lesson];
  await perform(
    recordOutcome,
    { ref, status, score: SCORE_BY_STATUS[status], lessons },
    deps,
    deps.callBy("ana"),
  );
}

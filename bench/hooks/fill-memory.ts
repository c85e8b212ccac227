import type * as z from "zod";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../../src/decisions/operations/record-outcome.ts";
import { supersedeBy } from "../../src/decisions/operations/supersede-decision.ts";
import { type OutcomeStatus, SCORE_BY_STATUS } from "../../src/decisions/rules/outcome.ts";
import type { Wiring } from "../../src/main/wire.ts";
import { embedMemory } from "../../src/recall/operations/embed-memory.ts";
import { type Call, perform } from "../../src/shared/operations/operation.ts";
import { startScreening } from "../../src/shared/screening.ts";
import { callOf } from "../memory.ts";

/** A decision of `decisions.json`. */
export interface WrittenDecision {
  readonly id: string;
  readonly statement: string;
  readonly reasoning?: string;
  readonly alternatives?: readonly string[];
  readonly domain: string;
  readonly files?: readonly string[];
  readonly superseded_by?: string;
  readonly outcome?: { readonly status: OutcomeStatus; readonly lesson?: string };
  readonly author: "human" | "agent";
}

/** Records all of it as its authors would have, embeds it, and returns the number in the file of each decision. */
export async function fillMemory(
  decisions: readonly WrittenDecision[],
  memory: Wiring,
): Promise<ReadonlyMap<string, string>> {
  const agent = await callOf(memory);
  const callBy = { agent, human: byPerson(agent, memory) };
  const idOf = new Map<string, string>();
  for (const one of decisions) {
    const { decision } = await perform(
      captureDecision,
      {
        statement: one.statement,
        reasoning: one.reasoning,
        alternatives: [...(one.alternatives ?? [])],
        domain: one.domain,
        evidence: (one.files ?? []).map((ref) => ({ kind: "file" as const, ref })),
        confidenceStated: false,
      } as z.input<typeof captureDecision.input>,
      memory,
      callBy[one.author],
    );
    idOf.set(one.id, decision.id);
  }
  for (const { id, superseded_by, outcome } of decisions) {
    if (outcome)
      await perform(
        recordOutcome,
        {
          ref: idOf.get(id)!,
          status: outcome.status,
          score: SCORE_BY_STATUS[outcome.status],
          lessons: outcome.lesson === undefined ? [] : [outcome.lesson],
        },
        memory,
        agent,
      );
    if (superseded_by !== undefined)
      await perform(
        supersedeBy,
        { supersedes: [idOf.get(id)!], supersededBy: idOf.get(superseded_by)! },
        memory,
        callBy.human,
      );
  }
  await memory.background.idle();
  await perform(embedMemory, {}, memory, agent);
  return new Map([...idOf].map(([written, id]) => [id, written]));
}

function byPerson(call: Call, { secrets }: Wiring): Call {
  const name = startScreening(secrets).text("name", "A person");
  return { ...call, actor: { ...call.actor, role: "admin", author: { kind: "human", name } } };
}

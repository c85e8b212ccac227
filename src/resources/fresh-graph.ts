import * as z from "zod";
import type { Deps } from "../app/deps.ts";
import type { Call } from "../app/shared/operation.ts";
import type { FreshAnswer } from "../app/team/team-sync.ts";
import type { Notice } from "../domain/shared/remedy.ts";
import { ALL_PROJECTS } from "../domain/shared/scope.ts";
import type { GraphQuestion } from "../domain/team/team-log.ts";
import type { JsonObject } from "./resource.ts";

const YES: ReadonlySet<unknown> = new Set([true, 1, "1", "true"]);

/** A query has only strings, and arguments may have the values themselves. */
export const fresh = z
  .union([z.boolean(), z.literal([0, 1]), z.enum(["0", "1", "false", "true"])])
  .optional()
  .describe("1: first read what the team said up to now, and add what its graph says");

export const freshHint = { suggestion: "Use fresh=1, or leave it out." };

interface Answered<T> {
  readonly local: T;
  /** Beside the local contents, if the team's latest was asked for. */
  readonly graph: JsonObject | undefined;
  readonly notices: readonly Notice[];
}

/**
 * Answers from this machine; if `asked`, after reading everything the team said, and with the answer of its graph.
 * @throws Fault `unavailable` if the team's latest was asked for and cannot be had.
 */
export async function answerWithGraph<T>(
  asked: z.output<typeof fresh>,
  read: () => Promise<T>,
  questionAbout: (local: T) => GraphQuestion,
  deps: Deps,
  { scope, signal }: Call,
): Promise<Answered<T>> {
  if (!YES.has(asked)) return { local: await read(), graph: undefined, notices: [] };
  let local: T | undefined;
  const answer =
    scope === ALL_PROJECTS
      ? undefined
      : await deps.team.askFresh(
          scope,
          async () => {
            local = await read();
            return questionAbout(local);
          },
          signal,
        );
  return {
    local: local ?? (await read()),
    graph: answer && graphFields(answer),
    notices: answer
      ? []
      : ["The project is not shared with a team, so what this machine knows is the latest."],
  };
}

function graphFields({ steps, replaced, asOf, entries, at }: FreshAnswer): JsonObject {
  return {
    as_of: at.toISOString(),
    /** The entries of the team's log that it shows, of all that there are. */
    entry: asOf,
    entries,
    steps: steps.map(({ decision, standing, progress, outcome, signals, lessons, skill }) => ({
      decision_id: decision,
      standing,
      status: progress,
      outcome: outcome?.status ?? null,
      success_rate: outcome?.score ?? null,
      signals: signals.map(({ id, type, valence }) => ({ signal_id: id, signal_type: type, valence })),
      lessons,
      skill: skill ?? null,
    })),
    links: replaced.map(({ from, to }) => ({ from, to, relation: "supersedes" })),
  };
}

import * as z from "zod";
import { posterior } from "../../domain/calibration/calibration.ts";
import type { Decision, Note } from "../../domain/decisions/decision.ts";
import { estimateSuccess } from "../../domain/decisions/signal.ts";
import { triggeredBy } from "../../domain/decisions/triggered-antipatterns.ts";
import { DecisionRef } from "../../domain/shared/ids.ts";
import { historyOf } from "../decisions/decision-history.ts";
import { requireDecision } from "../decisions/require-decision.ts";
import { semanticLinks } from "../links/semantic-links.ts";
import { placesOf } from "../repository/list-anchors.ts";
import { readCauses } from "../repository/read-causes.ts";
import { defineOperation } from "../shared/operation.ts";
import type { RecallDeps } from "./deps.ts";
import { similarTo } from "./similar-decisions.ts";

const SIMILAR_LIMIT = 5;

export const getDecision = defineOperation({
  name: "get-decision",
  summary: "Read one decision whole, with what resembles it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ ref: DecisionRef }),
  async run({ ref }, deps: RecallDeps, call) {
    const found = await requireDecision(deps, call.scope, ref);
    const { outcomes, signals } = await historyOf(found, deps);
    // A duplicate is one of those that it supersedes.
    const duplicates =
      found.supersedes.length === 0 ? [] : await deps.store.duplicatesOf(found.project, found.id);
    const decision = { ...found, notes: notesOf([found, ...duplicates]) };
    const similar = await similarTo(decision, deps, SIMILAR_LIMIT);
    const rate = posterior(await deps.store.tally(decision.project, decision.domain)).mean;
    const { causes, places } = await readCauses([decision], decision.project, deps);
    return {
      decision,
      links: await semanticLinks([decision], call.scope, deps),
      similar,
      outcomes,
      signals,
      revisions: await deps.store.revisionsOf(decision.project, decision.id),
      duplicates,
      checkAgain: causes.get(decision.id) ?? [],
      anchors: await placesOf(decision, places, deps),
      estimatedSuccess: estimateSuccess(rate, signals),
      antipatterns: triggeredBy(decision.statement, await deps.antipatterns()),
    };
  },
});

/** Oldest first. What was noted about a duplicate was noted about the decision. */
const notesOf = (decisions: readonly Decision[]): readonly Note[] =>
  decisions.flatMap(({ notes }) => notes).sort((a, b) => a.at.getTime() - b.at.getTime());

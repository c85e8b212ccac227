import * as z from "zod";
import type { Decision, Note } from "../../domain/decisions/decision.ts";
import { MOST_REPLACED } from "../../domain/decisions/decision-store.ts";
import { isolationViolation } from "../../domain/decisions/isolation.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import { captureDecision, prepareDecision } from "./capture-decision.ts";
import { inheritedDomain } from "./choose-domain.ts";
import type { DecisionDeps } from "./deps.ts";
import { askToReplace, CONSENT_REPORTED, humanDecisions, replacementNote } from "./replace-human-decision.ts";
import { requireDecision } from "./require-decision.ts";
import { addedRecords, replaced, withoutLost } from "./without-lost.ts";

type ReplacementInput = Pick<z.output<typeof captureDecision.input>, "statement" | "topic" | "reasoning">;

export const supersedeDecision = defineOperation({
  name: "supersede-decision",
  summary: "Replace decisions that hold by a new one.",
  effect: "update",
  role: "agent",
  makesDecision: true,
  input: captureDecision.input
    .omit({ reportSameTopic: true })
    .extend({ supersedes: z.array(DecisionRef).min(1).max(MOST_REPLACED) }),
  async run({ supersedes, ...given }, deps: DecisionDeps, call) {
    const found = await Promise.all(
      supersedes.map((ref) => requireDecision(deps, call.scope, ref, "supersedes")),
    );
    // An alias and an id may name the same decision.
    const olds = [...new Map(found.map((old) => [old.id, old])).values()];
    const input = {
      ...given,
      topic: given.topic ?? commonTopic(olds),
      domain: given.domain ?? inheritedDomain(olds),
    };
    const { decision, notices } = prepareDecision(input, deps, call);
    const consent = consentToReplace(olds, decision, input, deps, call);
    let repetitions: readonly Notice[] = [];
    const added = await deps.store.addDecision(
      {
        decision: { ...decision, notes: consent ? [consent] : [] },
        supersedes: olds.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
        supersedesBecause: decision.reasoning,
        reportSameTopic: true,
      },
      actOf(deps, call),
      async ({ decision: stored, superseded, sameTopic }) => {
        repetitions = await deps.afterDecision.stored(stored, [...superseded, ...sameTopic], call);
      },
    );
    return { ...added, notices: [...notices, ...(consent ? [CONSENT_REPORTED] : []), ...repetitions] };
  },
  shares: { records: addedRecords, claims: replaced, withoutLost },
});

/** The new decision gets the topic of those it replaces, unless the caller gives another. */
function commonTopic(olds: readonly Decision[]): string | undefined {
  const topics = new Set(olds.map(({ topic, topicStated }) => (topicStated ? topic : undefined)));
  return topics.size === 1 ? [...topics][0] : undefined;
}

/** Replacing a person's decision takes their consent, which is noted on the new decision. */
function consentToReplace(
  olds: readonly Decision[],
  replacement: Decision,
  input: ReplacementInput,
  deps: DecisionDeps,
  call: Call,
): Note | undefined {
  const theirs = humanDecisions(olds, call);
  if (theirs.length === 0) return undefined;
  if (askToReplace(theirs, replacement, call) === true) return replacementNote(theirs, deps, call);
  const { statement, topic, reasoning } = input;
  const supersedes = olds.map(({ id }) => id);
  throw isolationViolation(theirs, {
    remedy: "replace-decision",
    statement,
    topic,
    reasoning,
    supersedes,
    project: call.scope,
  });
}

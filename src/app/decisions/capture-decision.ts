import * as z from "zod";
import { withContextHash } from "../../domain/decisions/context-hash.ts";
import { type Decision, type DecisionMeaning, DueDays } from "../../domain/decisions/decision.ts";
import { GivenFields, screenFields } from "../../domain/decisions/screen-fields.ts";
import { deriveTopic } from "../../domain/decisions/topic.ts";
import type { NoOtherKeys } from "../../domain/shared/exact-keys.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/shared/time.ts";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import { chooseDomain } from "./choose-domain.ts";
import type { DecisionDeps } from "./deps.ts";
import { addedRecords } from "./without-lost.ts";

/** An agent that lost the reply sends the same capture again. Within this time it gets the first decision back. */
export const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** The fields a caller may give, plus `module` (for the domain) and `dueDays` (for the due date). */
const DecisionInput = GivenFields.extend({
  /** A domain from the configured list, for vocabularies that have modules. */
  module: z.string().optional(),
  dueDays: DueDays.optional(),
});
type DecisionInput = z.output<typeof DecisionInput>;

const CaptureInput = DecisionInput.extend({
  /** Whether the reply names other active decisions with the same topic. */
  reportSameTopic: z.boolean().default(false),
});

export const captureDecision = defineOperation({
  name: "capture-decision",
  summary: "Keep a decision with its confidence, before its outcome is known.",
  effect: "append",
  role: "agent",
  makesDecision: true,
  input: CaptureInput,
  run: ({ reportSameTopic, ...input }, deps: DecisionDeps, call) =>
    addPrepared(prepareDecision(input, deps, call), reportSameTopic, deps, call),
  shares: { records: addedRecords },
});

/** No vocabulary has it: whoever could date a decision back could say that it was there before its outcome. */
export const captureEarlierDecision = defineOperation({
  name: "capture-earlier-decision",
  summary: "Keep a decision that was made before, with the time at which it was.",
  effect: "append",
  role: "admin",
  makesDecision: true,
  input: CaptureInput.extend({ madeAt: z.date() }),
  run({ reportSameTopic, madeAt, ...input }, deps: DecisionDeps, call) {
    const { decision, notices } = prepareDecision(input, deps, call);
    // Its outcome is due as if it was made now, because nobody was asked for it before.
    const createdAt = madeAt < decision.createdAt ? madeAt : decision.createdAt;
    return addPrepared({ decision: { ...decision, createdAt }, notices }, reportSameTopic, deps, call);
  },
  shares: { records: addedRecords },
});

async function addPrepared(
  { decision, notices }: { decision: Decision; notices: Notice[] },
  reportSameTopic: boolean,
  deps: DecisionDeps,
  call: Call,
) {
  const repeatedSince = new Date(decision.createdAt.getTime() - REPEAT_WINDOW_MS);
  let repetitions: readonly Notice[] = [];
  const added = await deps.store.addDecision(
    { decision, repeatedSince, reportSameTopic },
    actOf(deps, call),
    async ({ decision: stored, sameTopic, repeated }) => {
      if (!repeated) repetitions = await deps.afterDecision.stored(stored, sameTopic, call);
    },
  );
  return { ...added, notices: [...notices, ...repetitions] };
}

/** The decision to store, and notices of what screening changed. Input with unknown keys does not compile. */
export function prepareDecision<I extends DecisionInput>(
  input: I & NoOtherKeys<I, keyof DecisionInput>,
  deps: DecisionDeps,
  call: Call,
): { decision: Decision; notices: Notice[] } {
  const { module, dueDays, ...given }: DecisionInput = input;
  const at = deps.clock.now();
  const { author } = call.actor;
  const screen = startScreening(deps.secrets);
  const { sessionId = call.actor.sessionId, source, questions, ...fields } = screenFields(given, screen);
  const { statement, topic } = fields;
  const meaning: DecisionMeaning = {
    ...fields,
    project: projectOf(call),
    topic: topic ?? screen.text("topic", deriveTopic(statement)),
    topicStated: topic !== undefined,
    // Screening may put words into a text that say nothing about its subject.
    domain: chooseDomain({ module, ...given }, deps),
    author,
  };
  const decision: Decision = {
    ...withContextHash(meaning),
    id: deps.ids.next(ID_PREFIX.decision),
    aliases: [],
    createdAt: at,
    updatedAt: at,
    standing: "active",
    progress: "pending",
    dueAt: new Date(at.getTime() + (dueDays ?? call.dueDays) * DAY_MS),
    sessionId,
    source,
    questions,
    confidenceUpdates: [],
    notes: [],
    supersedes: [],
    supersededBy: [],
  };
  return { decision, notices: describeChanges(screen.changes) };
}

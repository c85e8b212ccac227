/** Captures a decision: screens it, chooses its domain and stores it. */

import * as z from "zod";
import type { NoOtherKeys } from "../../shared/canonical-json.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { nearestName } from "../../shared/names.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import type { LostTo } from "../../shared/operations/sharing.ts";
import { describeChanges, type Screening, startScreening } from "../../shared/screening.ts";
import { DAY_MS, MINUTE_MS } from "../../shared/time.ts";
import { type AddedDecision, type Decision, type DecisionMeaning, DueDays } from "../rules/decision.ts";
import {
  type DECISION_FIELDS,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  shapeOf,
  snakeCaseName,
  withContextHash,
} from "../rules/decision-fields.ts";
import { deriveTopic, detectDomain, domainCalled, GENERAL_DOMAIN } from "../rules/topic-and-domain.ts";
import { addDecision } from "../sql/decisions.ts";
import type { DecisionDeps } from "./deps.ts";

/** An agent that lost the reply sends the same capture again. Within this time it gets the first decision back. */
export const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

type GivenField = FieldsWith<"given">;

const GIVEN = fieldsWith("given");

/** The schema of what a caller may give for a decision. */
const GivenFields = z.strictObject(shapeOf("given", GIVEN));
type GivenFields = z.output<typeof GivenFields>;

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
  const added = await addDecision(
    deps.memory,
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

/** The given fields with their texts screened. Fields that were not given stay undefined. */
type ScreenedFields = {
  readonly [F in GivenField]:
    | z.output<(typeof DECISION_FIELDS)[F]["value"]>
    | (undefined extends GivenFields[F] ? undefined : never);
};

function screenFields(given: GivenFields, screen: Screening): ScreenedFields {
  const entries = GIVEN.map((name) => [name, screenField(name, given[name], screen)]);
  return Object.fromEntries(entries) as ScreenedFields;
}

/** One field; undefined stays undefined. */
export function screenField(name: GivenField, value: GivenFields[GivenField], screen: Screening): unknown {
  if (value === undefined) return undefined;
  const field = snakeCaseName(name);
  switch (fieldNamed(name).screened) {
    case "required":
      return screen.required(field, value as string);
    case "optional":
      return screen.text(field, value as string);
    case "list":
      return screen.list(field, value as readonly string[]);
    case "evidence":
      return (value as GivenFields["evidence"]).map(({ kind, ref }) => ({
        kind,
        ref: screen.text(field, ref),
      }));
    default:
      return value;
  }
}

/** The domain of a decision is chosen by these. */
interface DomainInput {
  readonly module?: string | undefined;
  readonly domain?: string | undefined;
  readonly statement: string;
  readonly topic?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly alternatives?: readonly string[] | undefined;
}

/**
 * The domain that was given, or else the detected one. Captures, warnings and contexts all choose here, so that advice
 * is about the domain in which the outcome of the decision will count. A capture waits for no model and makes no search,
 * so none of them uses embeddings or similar decisions for it.
 */
export function chooseDomain(
  { module, domain, statement, topic, reasoning, alternatives = [] }: DomainInput,
  { modules }: Pick<DecisionDeps, "modules">,
): string {
  return (
    requireModule(module, modules) ??
    domain ??
    detectDomain(statement, [topic ?? "", reasoning ?? "", ...alternatives])
  );
}

/**
 * What replaces decisions is in their domain unless another is given: in that of most of them, or of the newest in a
 * tie. `general` says that no domain was found, so there is nothing to inherit.
 */
export function inheritedDomain(
  replaced: readonly Pick<Decision, "domain" | "createdAt">[],
): string | undefined {
  const counts = new Map<string, number>();
  const newestFirst = [...replaced].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  for (const { domain } of newestFirst) {
    if (domain !== GENERAL_DOMAIN) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export function requireModule(module: string | undefined, known: readonly string[]): string | undefined {
  if (module === undefined || known.includes(module)) return module;
  const called = domainCalled(module.trim().toLowerCase());
  const nearest = called !== undefined && known.includes(called) ? called : nearestName(module, known);
  const meant = nearest === undefined ? "." : `; did you mean ${JSON.stringify(nearest)}?`;
  throw new Fault("invalid", `The module ${JSON.stringify(module)} is not known${meant}`, {
    field: "module",
    received: module,
    reason: "invalid_module",
    hint: `Known: ${known.join(", ")}. Without a module the domain is detected.`,
  });
}

type Replacing = Pick<AddedDecision, "decision" | "superseded">;

/** The result of replacing decisions if another machine of the team had replaced some of them first. */
export function withoutLost<R extends Replacing>(done: R, lost: readonly LostTo[]): R {
  const { decision, superseded } = done;
  const isDraft = lost.some(({ draft }) => draft === decision.id);
  const gone = new Set(lost.map(({ subject }) => subject));
  return {
    ...done,
    decision: isDraft ? { ...decision, standing: "draft" } : decision,
    superseded: isDraft ? [] : superseded.filter(({ id }) => !gone.has(id)),
  };
}

/** The decisions that replacing claims: each of them can be replaced once. */
export function replaced({ superseded }: Pick<AddedDecision, "superseded">): readonly string[] {
  return superseded.map(({ id }) => id);
}

/** A draft stays on this machine, and a repetition wrote nothing. */
export function addedRecords({
  decision,
  repeated,
  superseded,
}: Pick<AddedDecision, "decision" | "repeated" | "superseded">): readonly string[] {
  return repeated || decision.standing === "draft" ? [] : [decision.id, ...superseded.map(({ id }) => id)];
}

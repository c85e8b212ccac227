/** Lets a new or a known decision replace others, with the consent of a person where one made them. */

import * as z from "zod";
import { namedAuthor } from "../../shared/actor.ts";
import type { Notice, Remedy } from "../../shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../shared/ids.ts";
import {
  actOf,
  type Call,
  consentNote,
  defineOperation,
  perform,
  type QuotedText,
  questionText,
} from "../../shared/operations/operation.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS, shownId } from "../../shared/text.ts";
import { requireHoldingReplacement } from "../rules/corrections.ts";
import { type Decision, type Evidence, MOST_REPLACED, type Note } from "../rules/decision.ts";
import { DECISION_FIELDS, type FieldName } from "../rules/decision-fields.ts";
import { isolationViolation } from "../rules/isolation.ts";
import { addDecision, storeSuperseding } from "../sql/decisions.ts";
import {
  addedRecords,
  captureDecision,
  inheritedDomain,
  prepareDecision,
  replaced,
  withoutLost,
} from "./capture-decision.ts";
import type { DecisionDeps } from "./deps.ts";
import { requireDecision } from "./read-decisions.ts";

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
    const { statement, topic, reasoning } = input;
    const remedy = {
      remedy: "replace-decision",
      statement,
      topic,
      reasoning,
      supersedes: olds.map(({ id }) => id),
      project: call.scope,
    } as const;
    const consent = consentToReplace(olds, decision, remedy, deps, call);
    let repetitions: readonly Notice[] = [];
    const added = await addDecision(
      deps.memory,
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

export const supersedeBy = defineOperation({
  name: "supersede-by",
  summary: "Say that a decision replaces others, if both were recorded already.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    supersedes: z.array(DecisionRef).min(1).max(MOST_REPLACED),
    supersededBy: DecisionRef,
    reasoning: boundedText(1, LIMITS.text).optional(),
  }),
  async run({ supersedes, supersededBy, reasoning }, deps: DecisionDeps, call) {
    const by = await requireDecision(deps, call.scope, supersededBy, "supersededBy");
    requireHoldingReplacement(by, "supersededBy");
    const found = await Promise.all(
      supersedes.map((ref) => requireDecision(deps, by.project, ref, "supersedes")),
    );
    const olds = [...new Map(found.map((old) => [old.id, old])).values()];
    const screen = startScreening(deps.secrets);
    const because = screen.optional("reasoning", reasoning);
    const remedy = { remedy: "supersede-by", supersedes: olds.map(({ id }) => id), by: by.id } as const;
    const consent = consentToReplace(olds, by, remedy, deps, call, because);
    const done = await storeSuperseding(
      deps.memory,
      call.scope,
      {
        supersedes: olds.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
        by: by.id,
        because,
        note: consent?.text,
      },
      actOf(deps, call),
    );
    deps.afterDecision.embedSoon();
    return {
      ...done,
      notices: [...(consent ? [CONSENT_REPORTED] : []), ...describeChanges(screen.changes)],
    };
  },
  shares: { records: addedRecords, claims: replaced, withoutLost },
});

/** Both ways to replace decisions, for a tool that offers both. */
export const replaceDecisions = defineOperation({
  name: "replace-decisions",
  summary: "Replace decisions that hold by a new one or by another one that holds.",
  effect: "update",
  role: "agent",
  makesDecision: true,
  input: z.union([supersedeBy.input, supersedeDecision.input]),
  async run(input, deps: DecisionDeps, call) {
    if ("supersededBy" in input) {
      return { ...(await perform(supersedeBy, input, deps, call)), isNew: false };
    }
    return { ...(await perform(supersedeDecision, input, deps, call)), isNew: true };
  },
});

/**
 * Replacing a person's decision takes their consent, which is noted on the one that replaces it. Undefined if none of
 * them is a person's. `because` is kept with the replacement, so it is shown as well. @throws Fault with the remedy, which says how a person can do it.
 */
function consentToReplace(
  olds: readonly Decision[],
  replacement: Decision,
  remedy: Remedy,
  deps: DecisionDeps,
  call: Call,
  because?: string,
): Note | undefined {
  const theirs = humanDecisions(olds, call);
  if (theirs.length === 0) return undefined;
  if (askToReplace(theirs, replacement, call, because) === true) return replacementNote(theirs, deps, call);
  throw isolationViolation(theirs, remedy);
}

/** The decisions that only a person may replace; none if the actor is a person. */
export function humanDecisions(olds: readonly Decision[], { actor }: Call): readonly Decision[] {
  return actor.author.kind === "human" ? [] : olds.filter(({ author }) => author.kind === "human");
}

/**
 * Asks the person whether their decisions may be replaced; undefined if nobody can be asked. `because` is kept with the
 * replacement, so it is shown as well.
 */
export function askToReplace(
  theirs: readonly Decision[],
  replacement: Decision,
  call: Call,
  because?: string,
): boolean | undefined {
  // The key includes the hash, so that the answer is valid for exactly this replacement.
  const key = `supersede-${theirs.map(({ id }) => id).join("-")}-${replacement.contextHash.slice(0, 16)}`;
  const text = questionText(
    `The ${namedAuthor(call.actor.author)} wants to replace what a person decided.`,
    [
      ...theirs.map(({ id, statement }): QuotedText => [`Would no longer hold (${shownId(id)})`, statement]),
      ...quotedFields(replacement),
      ...(because === undefined ? [] : [["Why it replaces that", because] as const]),
    ],
    "Agree?",
  );
  return call.consent({ key, text });
}

/** Everything that a caller can say in a decision, and the store keeps. */
const SAID = (Object.keys(DECISION_FIELDS) as FieldName[]).filter(
  (name) => "given" in DECISION_FIELDS[name] && name !== "confidenceStated",
);

function quotedFields(decision: Decision): QuotedText[] {
  return SAID.flatMap((name) =>
    textsOf(decision[name]).map(
      (text): QuotedText => [name === "statement" ? "Would hold instead" : `Its ${inWords(name)}`, text],
    ),
  );
}

function textsOf(value: Decision[FieldName]): readonly string[] {
  if (value === undefined || value === "") return [];
  if (!Array.isArray(value)) return [String(value)];
  return value.map((item: string | Evidence) =>
    typeof item === "string" ? item : `${item.kind} ${item.ref}`,
  );
}

/** `riskLevel` as `risk level`. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The note on a decision that replaces those of a person with their reported consent. */
export function replacementNote(theirs: readonly Decision[], deps: DecisionDeps, call: Call): Note {
  const what = `replace ${theirs.map(({ id }) => id).join(", ")}`;
  return { text: consentNote(what, deps, call), at: deps.clock.now(), by: call.actor.author };
}

export const CONSENT_REPORTED =
  "The client reported the consent of a person to replace what a person decided.";

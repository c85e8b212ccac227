import * as z from "zod";
import { chooseDomain, hasFailed } from "../../decisions/index.ts";
import { searchForStatement } from "../../recall/index.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { findThreats } from "../../threats/index.ts";
import type { PrecedentHistory } from "../rules/precedent.ts";
import type { Warning, WarningType } from "../rules/warning.ts";
import type { GuidanceDeps } from "./deps.ts";
import { estimateDecision } from "./estimate-decision.ts";
import { findPrecedents } from "./find-precedents.ts";
import { choiceIn, evidenceWarnings, warningsFrom } from "./get-warnings.ts";

/** Something that happened in this project on the same subject. The text is stored data, to be quoted. */
export interface Experience {
  readonly kind: "failure" | "warning" | "decision";
  /** The decision behind it. */
  readonly id: string;
  readonly text: string;
}

/** Limits each kind, so that a topic decided often does not crowd out the rest. */
const MOST_OF_A_KIND = 3;
/** Warnings based on the memory. The others judge the wording of a decision, but this is a task. */
const FROM_MEMORY: ReadonlySet<WarningType> = new Set([
  "rejected_choice",
  "contradiction",
  "changed_evidence",
]);
const MOST_PATTERNS = 10;

export const queryThreats = defineOperation({
  name: "query-threats",
  summary: "What code of this kind tends to get wrong, and what this project has lived through with it.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({
    context: boundedText(1, LIMITS.statement),
    file: boundedText(1, LIMITS.name).optional(),
    limit: z.number().int().min(1).max(MOST_PATTERNS).default(MOST_PATTERNS),
  }),
  async run({ context, limit, file }, deps: GuidanceDeps, call) {
    const { found, total, lookedFor, notice } = await findThreats(deps, { statement: context, file }, limit);
    return { found, total, lookedFor, experience: await experienceWith(context, deps, call), notice };
  },
});

async function experienceWith(context: string, deps: GuidanceDeps, call: Call): Promise<Experience[]> {
  const searched = await searchForStatement(context, call.scope, deps);
  const precedents = await findPrecedents(searched, deps, call);
  const intention = { statement: context, domain: chooseDomain({ statement: context }, deps) };
  const outlook = await estimateDecision(
    { choice: choiceIn(intention), domain: intention.domain, confidence: undefined },
    searched,
    precedents.settled,
    deps,
    call,
  );
  const failed = precedents.found.filter(({ decision }) => hasFailed(decision));
  const holding = precedents.found
    .map(({ decision }) => decision)
    .filter((decision) => decision.standing === "active" && !hasFailed(decision));
  const warnings = [
    ...(await warningsFrom(intention, precedents, outlook, deps, call)),
    ...(await evidenceWarnings(precedents, deps)),
  ];
  return [
    ...failed.slice(0, MOST_OF_A_KIND).map(failure),
    ...warnings
      .filter(({ type }) => FROM_MEMORY.has(type))
      .slice(0, MOST_OF_A_KIND)
      .map(warning),
    ...holding
      .slice(0, MOST_OF_A_KIND)
      .map(({ id, statement }): Experience => ({ kind: "decision", id, text: statement })),
  ];
}

function failure({ decision, lessons }: PrecedentHistory): Experience {
  const learned = lessons.length > 0 ? ` (learned: ${lessons.join("; ")})` : "";
  return { kind: "failure", id: decision.id, text: `${decision.statement}${learned}` };
}

function warning({ message, evidenceIds, quotes }: Warning): Experience {
  const quoted = quotes.map(({ text }) => text).join("; ");
  return { kind: "warning", id: evidenceIds[0] ?? "", text: quoted ? `${message} ${quoted}` : message };
}

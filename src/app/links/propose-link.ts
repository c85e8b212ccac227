import * as z from "zod";
import { type Decision, decisionNotFound } from "../../domain/decisions/decision.ts";
import { conflictsOf, type Link, PROPOSABLE_RELATIONS, requireTwoEnds } from "../../domain/links/link.ts";
import type { ProposedLink } from "../../domain/links/link-store.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { actOf, type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

/** The two decisions of a link, by id or alias. */
export const LinkEndsInput = z.strictObject({
  from: DecisionRef,
  to: DecisionRef,
  relation: z.enum(PROPOSABLE_RELATIONS),
});

export const proposeLink = defineOperation({
  name: "propose-link",
  summary: "Propose that one decision refines, contradicts or depends on another, for a person to approve.",
  effect: "append",
  role: "agent",
  input: LinkEndsInput.extend({
    reason: boundedText(1, LIMITS.text),
    evidence: boundedText(1, LIMITS.text).optional(),
    contextDecision: DecisionRef.optional(),
  }),
  async run(input, deps: LinkDeps, call) {
    const { from, to } = await requireEnds(input, deps, call);
    const context =
      input.contextDecision === undefined
        ? undefined
        : await requireEnd("contextDecision", "Context decision", input.contextDecision, deps, call);
    const screen = startScreening(deps.secrets);
    const act = actOf(deps, call);
    const link: Link = {
      id: deps.ids.next(ID_PREFIX.link),
      project: projectOf(call),
      from: from.id,
      to: to.id,
      relation: input.relation,
      state: "pending",
      origin: "memory",
      reason: screen.required("reason", input.reason),
      evidence: screen.optional("evidence", input.evidence),
      contextDecision: context?.id,
      proposedBy: call.actor.author,
      proposedAt: act.at,
      reviews: [],
    };
    const proposed = (await deps.store.proposeLink(link, act)) ?? { link, as: "known" as const };
    return {
      ...proposed,
      conflicts: await findConflicts(proposed.link, deps),
      notices: [...repetitionNotices(proposed), ...describeChanges(screen.changes)],
    };
  },
  shares: { records: ({ link, as }) => (as === "known" ? [] : [link.id]) },
});

function repetitionNotices({ link, as }: ProposedLink): Notice[] {
  if (as === "new") return [];
  if (as === "again") return ["It was rejected before, and waits for approval again."];
  return [
    link.state === "active"
      ? `Nothing was stored: ${link.id} says the same and is in force.`
      : `Nothing was stored: ${link.id} says the same and waits for approval.`,
  ];
}

/** Both decisions of a link, in the project of the call. */
export async function requireEnds(
  { from, to }: { readonly from: string; readonly to: string },
  deps: LinkDeps,
  call: Call,
  /** The prefix of the two fields in the input. */
  at: "" | "link." = "",
): Promise<{ from: Decision; to: Decision }> {
  const source = await requireEnd(`${at}from`, "Source decision", from, deps, call);
  const target = await requireEnd(`${at}to`, "Target decision", to, deps, call);
  requireTwoEnds(source.id, target.id, `${at}to`);
  return { from: source, to: target };
}

async function requireEnd(
  field: string,
  name: string,
  ref: string,
  { store }: LinkDeps,
  call: Call,
): Promise<Decision> {
  const project = projectOf(call);
  const decision = await store.findDecision(project, ref);
  if (decision) return decision;
  const { hint, remedies } = decisionNotFound(ref, project);
  throw new Fault("not_found", `${name} not found: there is no decision ${ref} in the project ${project}.`, {
    field,
    received: ref,
    reason: "decision_not_found",
    hint: `${hint} A link joins decisions of one project.`,
    remedies,
  });
}

/** Links in force between the same two decisions with another relation. */
export async function findConflicts(link: Link, { store }: LinkDeps): Promise<readonly Link[]> {
  return conflictsOf(link, await store.linksBetween(link.project, link.from, link.to));
}

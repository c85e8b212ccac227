/** Proposes links between decisions, one by itself or several with a decision. */

import * as z from "zod";
import { Fault, type Notice } from "../../shared/errors.ts";
import { DecisionRef, ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, perform, projectOf } from "../../shared/operations/operation.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { type Decision, decisionNotFound } from "../rules/decision.ts";
import {
  conflictsOf,
  type Link,
  PROPOSABLE_RELATIONS,
  type ProposedLink,
  requireTwoEnds,
} from "../rules/link.ts";
import { findDecision } from "../sql/decisions.ts";
import { linksBetween, storeLink } from "../sql/links.ts";
import type { LinkDeps, ProposalDeps } from "./deps.ts";

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
    const proposed = (await storeLink(deps.memory, link, act)) ?? { link, as: "known" as const };
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
  { memory }: LinkDeps,
  call: Call,
): Promise<Decision> {
  const project = projectOf(call);
  const decision = await findDecision(memory, project, ref);
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
export async function findConflicts(link: Link, { memory }: LinkDeps): Promise<readonly Link[]> {
  return conflictsOf(link, await linksBetween(memory, link.project, link.from, link.to));
}

type LinkTo = Pick<z.output<typeof proposeLink.input>, "to" | "relation" | "reason">;

/** Checked before anything is stored, because a link to a missing decision is a mistake of the caller. */
export async function requireLinkTarget(ref: string, { memory }: ProposalDeps, call: Call): Promise<void> {
  const project = projectOf(call);
  if (await findDecision(memory, project, ref)) return;
  throw new Fault("not_found", `Target decision not found: there is no decision ${ref} in ${project}.`, {
    field: "links.to",
    received: ref,
    reason: "decision_not_found",
    hint: "Nothing was stored. Name a decision that is there, or leave the link out.",
  });
}

/** The decision is already stored, so a link that cannot be proposed becomes a notice and not an error. */
export async function proposeLinks(
  { id }: Decision,
  links: readonly LinkTo[],
  deps: ProposalDeps,
  call: Call,
) {
  // The reply says of the decision what becomes of its links.
  const alone = { ...call, sharing: undefined };
  const proposed: Link[] = [];
  const notices: Notice[] = [];
  for (const { to, relation, reason } of links) {
    try {
      const done = await perform(proposeLink, { from: id, to, relation, reason }, deps, alone);
      proposed.push(done.link);
      notices.push(...done.notices.map(withLinksField));
    } catch (error) {
      if (call.signal.aborted) throw error;
      const { sentence, remedies } = Fault.from(error);
      notices.push({ text: `The link to ${to} was not proposed: ${sentence}`, remedies });
    }
  }
  return { links: proposed, notices };
}

const withLinksField = (notice: Notice): Notice =>
  typeof notice === "string" || notice.field === undefined
    ? notice
    : { ...notice, field: `links.${notice.field}` };

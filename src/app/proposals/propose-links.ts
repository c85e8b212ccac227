import type * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { Link } from "../../domain/links/link.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { proposeLink } from "../links/propose-link.ts";
import { type Call, perform, projectOf } from "../shared/operation.ts";
import type { ProposalDeps } from "./deps.ts";

type LinkTo = Pick<z.output<typeof proposeLink.input>, "to" | "relation" | "reason">;

/** Checked before anything is stored, because a link to a missing decision is a mistake of the caller. */
export async function requireLinkTarget(ref: string, { store }: ProposalDeps, call: Call): Promise<void> {
  const project = projectOf(call);
  if (await store.findDecision(project, ref)) return;
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

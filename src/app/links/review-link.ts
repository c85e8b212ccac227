import * as z from "zod";
import {
  LINK_STATES,
  type Link,
  type LinkReview,
  type LinkVerdict,
  linkNotFound,
  linkSentence,
} from "../../domain/links/link.ts";
import { LINK_ID } from "../../domain/shared/ids.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { actOf, type Call, projectOf } from "../shared/operation.ts";
import type { LostTo } from "../shared/sharing.ts";
import type { LinkDeps } from "./deps.ts";
import { LinkEndsInput, requireEnds } from "./propose-link.ts";

const LONGEST_QUOTED = 300;

/** A link by its id, or by its two decisions. */
export const LinkRef = z.union([z.string().regex(LINK_ID), LinkEndsInput]);

export async function requireLink(ref: z.output<typeof LinkRef>, deps: LinkDeps, call: Call): Promise<Link> {
  const project = projectOf(call);
  if (typeof ref === "string") {
    const link = await deps.store.findLink(project, ref);
    if (!link) throw linkNotFound(ref, project);
    return link;
  }
  const { from, to } = await requireEnds(ref, deps, call, "link.");
  const ends = { from: from.id, to: to.id, relation: ref.relation };
  const link = await deps.store.findLink(project, ends);
  if (!link) throw linkNotFound(linkSentence(ends), project);
  return link;
}

/** Records the verdict, who gave it and how. The author is the caller, also where the client asked the person. */
export function reviewLink(
  link: Link,
  verdict: LinkVerdict,
  asked: boolean,
  reason: LinkReview["reason"],
  deps: LinkDeps,
  call: Call,
): Promise<Link> {
  const { actor } = call;
  const act = actOf(deps, call);
  const how = asked ? "asked" : actor.author.kind === "human" ? "typed" : "called";
  return deps.store.reviewLink(
    link.project,
    link.id,
    {
      verdict,
      by: actor.author,
      client: actor.client,
      how,
      at: act.at,
      ...(reason !== undefined && { reason }),
    },
    act,
  );
}

/** The link as it is if another machine of the team had given its verdict first. */
export function withoutLostReview<R extends { readonly link: Link }>(done: R, lost: readonly LostTo[]): R {
  const first = lost.find(({ subject }) => subject === done.link.id)?.winner;
  const state = LINK_STATES.find((known) => known === first);
  return state === undefined ? done : { ...done, link: { ...done.link, state } };
}

/** Shortens stored text for a question to a person. */
export function excerpt(text: string): string {
  const characters = [...foldLines(text)];
  return characters.length <= LONGEST_QUOTED
    ? characters.join("")
    : `${characters.slice(0, LONGEST_QUOTED).join("")}…`;
}

import * as z from "zod";
import { type Link, type LinkEnds, RELATIONS } from "../../domain/links/link.ts";

/** A link without its words. */
export const ShortLink = z.object({
  link_id: z.string(),
  from_id: z.string(),
  to_id: z.string(),
  relationship: z.enum(RELATIONS),
});
type ShortLink = z.output<typeof ShortLink>;

export const shortLinks = (links: readonly (LinkEnds & Pick<Link, "id">)[]): ShortLink[] =>
  links.map(({ id, from, to, relation }) => ({
    link_id: id,
    from_id: from,
    to_id: to,
    relationship: relation,
  }));

/** For links in force that say something else about the same two decisions. */
export const conflictLines = (conflicts: readonly ShortLink[]): string[] =>
  conflicts.map(
    ({ link_id, from_id, relationship, to_id }) =>
      `In force already, and something else: ${from_id} ${relationship} ${to_id} (${link_id})`,
  );

/** For what a clean-up would remove. */
export const sampleLines = (samples: readonly ShortLink[], total: number): string[] => [
  ...samples.map(
    ({ from_id, to_id, relationship }, i) => `${i + 1}. ${from_id} → ${to_id} (${relationship})`,
  ),
  ...(total > samples.length ? ["..."] : []),
];

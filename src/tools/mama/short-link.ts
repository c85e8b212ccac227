import * as z from "zod";
import { type Link, type LinkEnds, RELATIONS } from "../../domain/links/link.ts";

/** A link without its texts. */
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

/** Lines for links in force that contradict this one about the same two decisions. */
export const conflictLines = (conflicts: readonly ShortLink[]): string[] =>
  conflicts.map(
    ({ link_id, from_id, relationship, to_id }) =>
      `Conflicts with a link in force: ${from_id} ${relationship} ${to_id} (${link_id})`,
  );

/** Lines for links that a clean-up would remove. */
export const sampleLines = (samples: readonly ShortLink[], total: number): string[] => [
  ...samples.map(
    ({ from_id, to_id, relationship }, i) => `${i + 1}. ${from_id} → ${to_id} (${relationship})`,
  ),
  ...(total > samples.length ? ["..."] : []),
];

import * as z from "zod";
import { type Link, RELATIONS } from "../../domain/links/link.ts";

/** A link without its words: what a clean-up shows of what it would remove. */
export const SampleLink = z.object({
  link_id: z.string(),
  from_id: z.string(),
  to_id: z.string(),
  relationship: z.enum(RELATIONS),
});

export const sampleLinks = (links: readonly Link[]): z.output<typeof SampleLink>[] =>
  links.map(({ id, from, to, relation }) => ({
    link_id: id,
    from_id: from,
    to_id: to,
    relationship: relation,
  }));

export const sampleLines = (samples: readonly z.output<typeof SampleLink>[], total: number): string[] => [
  ...samples.map(
    ({ from_id, to_id, relationship }, i) => `${i + 1}. ${from_id} → ${to_id} (${relationship})`,
  ),
  ...(total > samples.length ? ["..."] : []),
];

/** A share in whole percent, as the document writes it. */
export const percentOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`;

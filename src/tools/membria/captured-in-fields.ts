import * as z from "zod";
import type { CapturedIn } from "../../domain/decisions/captured-in.ts";
import { labelledList } from "../record-text.ts";

/** Where a decision came from. Of the exchange it is only said that it is kept. */
export const CapturedInFields = z.object({
  client: z.string(),
  session: z.string(),
  branch: z.string().optional(),
  head: z.string().optional(),
  files: z.array(z.string()),
  has_exchange: z.literal(true).optional(),
});
export type CapturedInFields = z.output<typeof CapturedInFields>;

export const capturedInFields = ({
  client,
  session,
  branch,
  head,
  files,
  exchange,
}: CapturedIn): CapturedInFields => ({
  client,
  session,
  ...(branch && { branch }),
  ...(head && { head }),
  files: [...files],
  ...(exchange && { has_exchange: true }),
});

/** The lines of a list, for agents and for people. */
export const capturedInItems = ({ client, session, branch, head }: CapturedInFields): string[] => [
  `client: ${client}`,
  `session: ${session}`,
  ...(branch === undefined ? [] : [`branch: ${branch}`]),
  ...(head === undefined ? [] : [`HEAD: ${head}`]),
];

export const capturedInLines = (captured: CapturedInFields | undefined): string[] =>
  captured === undefined
    ? []
    : [
        ...labelledList("Captured in", capturedInItems(captured)),
        ...labelledList("Files touched before it", captured.files),
      ];

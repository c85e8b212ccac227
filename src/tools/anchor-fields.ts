import * as z from "zod";
import type { ListedAnchor } from "../app/repository/list-anchors.ts";
import { ANCHOR_STATES, type CheckedAnchor, placeName } from "../domain/repository/anchor-state.ts";
import { ANCHOR_SOURCES } from "../domain/repository/followed-anchor.ts";

/** A place in the code that a decision is about, where the decision is shown whole. */
export const AnchorFields = z.object({
  path: z.string(),
  symbol: z.string().optional(),
  lines: z.tuple([z.number(), z.number()]).optional().describe("First and last, in the working tree"),
  state: z.enum(ANCHOR_STATES).optional().describe("Missing where nothing is known to compare with"),
  by: z.enum(ANCHOR_SOURCES),
  moved_from: z.string().optional(),
  since: z.string().optional().describe("The commit it is compared with"),
});
export type AnchorFields = z.output<typeof AnchorFields>;

export const anchorFields = ({ anchor, state, lines }: ListedAnchor): AnchorFields => ({
  path: anchor.path,
  ...(anchor.symbol !== undefined && { symbol: anchor.symbol }),
  ...(lines && { lines: [lines.first, lines.last] as [number, number] }),
  ...(state && { state }),
  by: anchor.source,
  ...(anchor.path !== anchor.saidPath && { moved_from: anchor.saidPath }),
  ...(anchor.baseline !== undefined && { since: anchor.baseline }),
});

/** `src/pay.ts charge: changed`. */
export const anchorLine = ({ path, symbol, state, moved_from }: AnchorFields): string =>
  `${placeName({ path, symbol })}${state === undefined ? "" : `: ${state}`}${moved_from === undefined ? "" : ` (moved from ${moved_from})`}`;

/** Where a decision is one of several. */
export const ShortAnchors = z.array(z.string()).describe("Places in the code, and what became of them");
const MOST_SHOWN = 3;

export const shortAnchors = (places: readonly CheckedAnchor[] = []): { readonly anchors?: string[] } =>
  places.length === 0
    ? {}
    : {
        anchors: places.slice(0, MOST_SHOWN).map(({ anchor, state }) => `${placeName(anchor)}: ${state}`),
      };

/** The same as a line below a record in a text. */
export const anchorsLine = (anchors: readonly string[] | undefined): string[] =>
  anchors === undefined ? [] : [`  Code: ${anchors.join("; ")}`];

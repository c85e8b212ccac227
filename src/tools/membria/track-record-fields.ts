import * as z from "zod";
import { countsOf, type TrackRecord, type Way } from "../../domain/guidance/track-record.ts";

const MOST_IDS = 5;

const WayFields = z.object({
  worked: z.number().int(),
  of: z.number().int(),
  decision_ids: z.array(z.string()),
});

/** How the proposed way worked out so far, and other ways for the same thing. */
export const TrackRecordFields = z.object({
  same_choice: z.boolean().describe("False if this way is only what is most alike"),
  this_way: WayFields,
  other_ways: WayFields,
});
export type TrackRecordFields = z.output<typeof TrackRecordFields>;

/** Undefined if nothing of the kind has an outcome. */
export function trackRecordFields(record: TrackRecord): TrackRecordFields | undefined {
  const { thisWay, otherWays, isSameChoice } = record;
  if (countsOf(thisWay).of + countsOf(otherWays).of === 0) return undefined;
  return { same_choice: isSameChoice, this_way: wayFields(thisWay), other_ways: wayFields(otherWays) };
}

function wayFields(way: Way): TrackRecordFields["this_way"] {
  const ids = [...way.failed, ...way.worked].map(({ id }) => id);
  return { ...countsOf(way), decision_ids: ids.slice(0, MOST_IDS) };
}

/** One line with the counts, or none. */
export function trackRecordLines(record: TrackRecordFields | undefined): string[] {
  if (!record) return [];
  const { same_choice, this_way, other_ways } = record;
  const own = same_choice ? "this choice" : "what is most like it";
  const parts = [
    ...(this_way.of > 0 ? [`${own} worked out ${timesOf(this_way)}`] : []),
    ...(other_ways.of > 0
      ? [`other ways ${this_way.of > 0 ? "" : "worked out "}${timesOf(other_ways)}`]
      : []),
  ];
  return [`So far ${parts.join(", ")}.`];
}

const timesOf = ({ worked, of }: TrackRecordFields["this_way"]): string => `${worked} of ${of} times`;

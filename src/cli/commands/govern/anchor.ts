/** The command anchor, and places in code as they are typed. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod";
import { anchorDecision, listAnchors, placeName } from "../../../repository/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { anchorFields, anchorLine } from "../../../tools/decision-facts.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";

const { shape } = anchorDecision.input;

export const anchor = defineCommand({
  name: "anchor",
  summary: "Say which place in the code a decision is about, or show its places and what became of them.",
  positionals: ["id", "place"],
  input: z.strictObject({
    id: shape.ref.describe("The decision's id"),
    place: shape.place.optional().describe("A file, with a line or a name: src/pay.ts:12, src/pay.ts#charge"),
    remove: shape.remove.describe("Take the place back"),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  async run({ id, place, remove }, context) {
    if (place === undefined) return listed(id, context);
    const named = { ref: id, place: typedPlace(place), remove };
    const { decision, anchor: said } = await perform(
      anchorDecision,
      named,
      await context.deps(),
      await context.call(),
    );
    const where = placeName(said);
    return {
      json: {
        decision_id: decision.id,
        path: said.path,
        ...(said.symbol !== undefined && { symbol: said.symbol }),
        removed: remove,
      },
      text: remove
        ? `${decision.id} is no longer anchored to ${where}.`
        : `${decision.id} is anchored to ${where}. It says so when more than half of that changes.`,
    };
  },
});

async function listed(ref: string, { deps, call }: CommandContext): Promise<CommandResult> {
  const { decision, anchors } = await perform(listAnchors, { ref }, await deps(), await call());
  const shown = anchors.map(anchorFields);
  return {
    json: { decision_id: decision.id, anchors: shown },
    text:
      shown.length === 0
        ? `${decision.id} is not anchored to any code.`
        : shown.map((one) => `${anchorLine(one)}  (${HOW[one.by]})`).join("\n"),
  };
}

const HOW = {
  said: "anchored",
  evidence: "cited as evidence",
  touched: "touched before it was captured",
} as const;

/** A file may be typed as it is called from the current folder; otherwise it counts from the top of the repository. */
export function typedPlace(place: string): string {
  const [, file = place, rest = ""] = /^(.*?)((?::\d+|#[^/]*)?)$/.exec(place) ?? [];
  const absolute = resolve(file);
  return existsSync(absolute) ? `${absolute}${rest}` : place;
}

import * as z from "zod";
import { explainPlace } from "../../../repository/index.ts";
import {
  HOW_PLACED,
  type PlacedFields,
  placeOf,
  type WhyResult,
  whyTool,
} from "../../../tools/membria/why.ts";
import { defineCommand } from "../../command.ts";
import { shorten, type Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";
import { typedPlace } from "../govern/anchor.ts";

const { shape } = explainPlace.input;
const NOTHING = "No decision is known to be about this place.";

export const why = defineCommand({
  name: "why",
  summary: "Show which decisions hold for a place in the code, and what was ruled out there.",
  positionals: ["place"],
  input: z.strictObject({
    place: shape.place.describe("A file, with a line or a name: src/pay.ts:12, src/pay.ts#charge"),
    limit: shape.limit.describe("How many at most."),
  }),
  async run({ place, limit }, context) {
    const { structured } = await useTool(whyTool, { place: typedPlace(place), limit }, context);
    const found = structured as WhyResult & { readonly notices?: readonly string[] };
    const { style } = context.terminal;
    return {
      json: found,
      text: [
        style("bold", placeOf(found)),
        ...(found.decisions.length === 0 ? [NOTHING] : []),
        ...found.decisions.flatMap((one) => ["", ...cardOf(one, context.terminal)]),
        ...(found.failed.length > 0 ? ["", style("bold", "Did not work out")] : []),
        ...found.failed.flatMap((one) => ["", ...cardOf(one, context.terminal)]),
        ...(found.notices ?? []).flatMap((notice) => ["", notice]),
      ].join("\n"),
    };
  },
});

function cardOf(placed: PlacedFields, { style, width }: Terminal): string[] {
  const { decision_id, statement, reasoning, ruled_out, by, state, replaces, created_at } = placed;
  const facts = [
    created_at.slice(0, 10),
    HOW_PLACED[by],
    ...(state === undefined || state === "holds"
      ? []
      : [`the place ${state === "gone" ? "is gone" : "changed"}`]),
    ...(replaces === undefined ? [] : [`replaces ${replaces}`]),
  ];
  return [
    `${style("green", "●")} ${style("bold", decision_id)}  ${style("dim", facts.join(", "))}`,
    `  ${shorten(statement, width * 2)}`,
    ...(reasoning === "" ? [] : [`  because  ${shorten(reasoning, width * 2)}`]),
    ...ruled_out.map((one) => `  ruled out  ${shorten(one, width)}`),
    ...placed.commits.map(({ commit, at, subject }) =>
      style("dim", `  ${commit.slice(0, 12)}  ${at.slice(0, 10)}  ${shorten(subject, width - 30)}`),
    ),
  ];
}

import * as z from "zod";
import { mergeDecisions } from "../../app/decisions/merge-decisions.ts";
import { perform } from "../../app/shared/operation.ts";
import type { MergePlan } from "../../domain/decisions/correction-store.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { defineCommand } from "../command.ts";

const { shape } = mergeDecisions.input;

export const merge = defineCommand({
  name: "merge",
  summary: "Make two records of the same decision one, with the links, notes, signals and outcome of both.",
  positionals: ["keep", "duplicate"],
  input: z.strictObject({
    keep: shape.keep.describe("The id of the decision that stays"),
    duplicate: shape.duplicate.describe("The id of the one that says the same; it stays readable"),
    dryRun: shape.dryRun.describe("Only say what would be taken over."),
  }),
  takesDecisions: ["keep", "duplicate"],
  async run(input, { deps, call }) {
    const done = await perform(mergeDecisions, input, await deps(), await call());
    const { keep, duplicate, links, notes, signals, outcome, stopsCounting, dryRun, isLost } = done;
    const first = dryRun
      ? `${duplicate.id} would be merged into ${keep.id}:`
      : isLost
        ? `${duplicate.id} was not merged into ${keep.id}:`
        : `${duplicate.id} is merged into ${keep.id}, and superseded by it:`;
    const last =
      dryRun || isLost ? "Nothing was changed." : `To take it back: membria restore ${duplicate.id}`;
    return {
      json: {
        ...decisionFields(keep),
        duplicate: duplicate.id,
        taken_over: {
          links: links.map(({ from, to, relation, state }) => ({
            from_id: from,
            to_id: to,
            relationship: relation,
            state,
          })),
          notes,
          signals,
          outcome: outcome === "of-duplicate",
        },
        stops_counting: stopsCounting,
        dry_run: dryRun,
        ...(isLost && { lost: true }),
      },
      text: [first, ...linesOf(done), last].join("\n"),
    };
  },
});

function linesOf({ keep, duplicate, links, notes, signals, outcome, stopsCounting }: MergePlan): string[] {
  const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
  const lines = [
    ...links.map(({ from, to, relation, state }) => `${from} ${relation} ${to} (${state})`),
    ...(notes + signals > 0
      ? [
          `${counted(notes, "note")} and ${counted(signals, "signal")} of ${duplicate.id}, shown with ${keep.id}`,
        ]
      : []),
    ...(outcome === "of-duplicate" ? [`the outcome of ${duplicate.id}, which counts for ${keep.id}`] : []),
    ...(stopsCounting
      ? [`both have an outcome: that of ${keep.id} counts, that of ${duplicate.id} stays in the history`]
      : []),
  ];
  return (lines.length > 0 ? lines : ["it has nothing that is not there"]).map((line) => `  ${line}`);
}

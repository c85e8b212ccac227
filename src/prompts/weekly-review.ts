import * as z from "zod";
import { countWaiting, type Waiting } from "../hooks/index.ts";
import { countWarnings, detectAnomalies, reviewPeriod, warningSentences } from "../learning/index.ts";
import { type DecisionWithProposal, listProposedOutcomes, reportClauses } from "../repository/index.ts";
import { oneOf } from "../resources/completion.ts";
import { perform } from "../shared/operations/operation.ts";
import { getAllCalibrationsTool } from "../tools/membria/calibrations.ts";
import { membriaWording } from "../tools/membria/dialect.ts";
import { noticeText } from "../tools/wording.ts";
import { definePrompt, quotedDecisions } from "./prompt.ts";

const MOST_PROPOSED = 10;

export const weeklyReview = definePrompt({
  name: "weekly_review",
  title: "Weekly review",
  description:
    "What was decided, how decisions worked out, what became of warnings, what is due and what is unusual.",
  input: z.strictObject({
    days: z.coerce.number().int().min(1).max(366).default(7).describe("How many days to look back; 7"),
  }),
  hints: { days: { suggestion: "Use a whole number from 1 to 366, or leave it out for 7." } },
  completers: { days: oneOf(["7", "14", "30", "90"]) },
  async facts({ days }, deps, call) {
    const { since, captured, outcomes, due } = await perform(reviewPeriod, { days }, deps, call);
    const { anomalies } = await perform(detectAnomalies, {}, deps, call);
    const warnings = await perform(countWarnings, { days }, deps, call);
    const waiting = await perform(countWaiting, {}, deps, call);
    const proposed = await perform(listProposedOutcomes, { limit: MOST_PROPOSED }, deps, call);
    const calibrations = await getAllCalibrationsTool.call({}, deps, { ...call, notices: [] });
    if (calibrations.fault) throw calibrations.fault;
    return [
      `Since ${since.toISOString().slice(0, 10)}: ${captured.total} captured, ${outcomes.total} with an outcome (${outcomes.failed} failed), ${due.total} due.`,
      ...quotedDecisions(
        "The newest decisions",
        captured.items.filter(({ standing }) => standing !== "draft"),
      ),
      ...quotedDecisions("The newest outcomes", outcomes.items),
      ...quotedDecisions("The longest overdue", due.items),
      ...proposedLines(proposed),
      "",
      calibrations.text,
      ...warningSentences(warnings, warnings.days),
      ...(anomalies.length === 0
        ? ["Nothing unusual was noticed."]
        : [
            "Noticed:",
            ...anomalies.map(
              ({ severity, what, nextStep }) =>
                `- ${severity}: ${what} ${noticeText(nextStep, membriaWording)}`,
            ),
          ]),
      ...waitingLines(waiting),
    ];
  },
  steps: () => [
    "Record the outcomes that are due and can be known (membria_record_outcome).",
    "If the repository suggests outcomes: record one only if something besides it says so. That something survived is not that it was right.",
    "Look at what failed: is there a lesson that is not written down, or a decision that should be superseded?",
    "Look at the new decisions: does any of them contradict one that holds?",
    "Tell the person in a few sentences what changed, what to watch, and what only they can decide.",
    "If something waits for the person, offer them `membria review`. It asks them one question after the other at a terminal and takes about a minute. Do not answer for them.",
  ],
});

/** By id and commit alone: the words of commits are nobody's to quote here. */
function proposedLines({
  items,
  total,
}: {
  readonly items: readonly DecisionWithProposal[];
  readonly total: number;
}): string[] {
  if (total === 0) return [];
  const more = total - items.length;
  return [
    "Suggested by the repository, confirmed by nobody, and counted nowhere:",
    ...items.map(
      ({ decision, proposed, reports }) =>
        `- ${decision.id}: ${proposed.status}, because it ${proposed.because === "reverted" ? "was reverted" : "survived until it was due"} (${reportClauses(reports, { withTitles: false }).join("; ")})`,
    ),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

/** Counts what waits for a decision of the person, by kind; nothing if nothing waits. */
function waitingLines({ decisions, checkpoints, outcomes, links, proposals }: Waiting): string[] {
  const some = [
    [decisions, "decision that a session seems to have made", "decisions that sessions seem to have made"],
    [checkpoints, "draft of a checkpoint", "drafts of checkpoints"],
    [outcomes, "due outcome", "due outcomes"],
    [links, "link", "links"],
    [proposals, "proposal", "proposals"],
  ] as const;
  const counts = some.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`],
  );
  if (counts.length === 0) return [];
  return [`Waiting for the person, who goes through them with \`membria review\`: ${counts.join(", ")}.`];
}

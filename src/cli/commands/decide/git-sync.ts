/** The command git-sync, and how the reports of the repository are shown. */

import * as z from "zod";
import {
  listProposedOutcomes,
  proposalSentence,
  type Report,
  type ReportKind,
  type RepositoryRead,
  type RepositorySays,
  reportSentence,
  syncRepository,
} from "../../../repository/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { reportFields } from "../../../tools/record-fields.ts";
import { defineCommand } from "../../command.ts";
import { counted } from "../../figures.ts";
import type { Terminal } from "../../terminal.ts";

export const gitSync = defineCommand({
  name: "git sync",
  summary:
    "Read in the history of this repository what became of decisions: which commits carry them out, and which were reverted. Asks no network.",
  positionals: [],
  input: z.strictObject({
    since: syncRepository.input.shape.since.describe(
      "Read everything again from this time on, and not only what is new: a date, or how long ago, such as 30d.",
    ),
  }),
  async run({ since }, { deps, call, terminal }) {
    const wired = await deps();
    const own = await call();
    const read = await perform(syncRepository, { since }, wired, {
      ...own,
      progress: (done) => terminal.progress(`${counted(done, "commit")} read`),
    });
    terminal.progress("");
    const { items, total } = await perform(listProposedOutcomes, { limit: 1_000 }, wired, own);
    const failures = items.filter(({ proposed }) => proposed.status === "failure").length;
    return {
      json: {
        commits: read.commits,
        open_decisions: read.open,
        news: read.news.map((report) => ({ decision_id: report.decision, ...reportFields(report) })),
        reverts: {
          by_commit: read.reverts.byCommit,
          by_pull_request: read.reverts.byPr,
          by_subject: read.reverts.bySubject,
          unresolved: read.reverts.unresolved,
        },
        proposed: { failure: failures, success: total - failures },
      },
      text: [...summary(read), ...proposals(failures, total - failures)].join("\n"),
    };
  },
});

function summary({ left, open, commits, news }: RepositoryRead): string[] {
  if (left === "no open decisions")
    return ["No decision waits for its outcome, so there is nothing to look for."];
  const read = `${counted(commits, "new commit")} read for ${counted(open, "open decision")}`;
  const kinds = KINDS.flatMap(([kind, one, many]) => {
    const [first, ...others] = decisionsOf(news, kind);
    if (first === undefined) return [];
    return [`  ${counted(1 + others.length, one, many)}: ${first}${others.length > 0 ? " and others" : ""}`];
  });
  return [kinds.length === 0 ? `${read}: nothing new is said of them.` : `${read}:`, ...kinds];
}

const decisionsOf = (news: readonly Report[], kind: ReportKind): string[] => [
  ...new Set(news.filter((report) => report.kind === kind).map(({ decision }) => decision)),
];

const KINDS: readonly (readonly [ReportKind, string, string])[] = [
  ["carried", "decision is carried out by a commit", "decisions are carried out by commits"],
  ["reverted", "decision was reverted", "decisions were reverted"],
  ["reinstated", "decision was brought back after a revert", "decisions were brought back after a revert"],
  [
    "fixed",
    "decision was followed by a fix to the same files",
    "decisions were followed by fixes to the same files",
  ],
];

function proposals(failures: number, survivors: number): string[] {
  if (failures + survivors === 0) return [];
  const parts = [
    ...(failures > 0 ? [`${failures} ${failures === 1 ? "seems" : "seem"} to have failed`] : []),
    ...(survivors > 0 ? [`${survivors} due ${survivors === 1 ? "one has" : "ones have"} survived`] : []),
  ];
  return [`Waiting for you: ${parts.join(", ")}. None of it counts before you say so: membria review`];
}

/** The reports of the repository about a decision, and what seems to follow, below the line of the decision. */
export function saysLines(
  says: RepositorySays | undefined,
  { style }: Pick<Terminal, "style">,
  indent = "    ",
): string[] {
  const { reports = [], proposed } = says ?? {};
  const said = reportSentence(reports, { withTitles: true });
  return [
    ...(said === undefined ? [] : [style("dim", `${indent}${said}`)]),
    ...(proposed
      ? [style(proposed.status === "failure" ? "yellow" : "dim", `${indent}${proposalSentence(proposed)}`)]
      : []),
  ];
}

import {
  type ItemOf,
  type ReviewItem,
  type ReviewKind,
  type ReviewQueue,
  totalOf,
} from "../../tools/review/queue.ts";
import { ageText } from "../age-text.ts";
import { counted } from "../counted.ts";
import { type Terminal, table } from "../terminal.ts";

const TITLES: Readonly<Record<ReviewKind, string>> = {
  decision: "Perhaps decided",
  checkpoint: "Where sessions stood",
  outcome: "Outcomes that are due",
  link: "Links that wait for approval",
  proposal: "Proposals",
};
const KINDS = Object.keys(TITLES) as readonly ReviewKind[];

const COUNTED_AS = {
  decision: "decisions",
  checkpoint: "checkpoints",
  outcome: "outcomes",
  link: "links",
  proposal: "proposals",
} as const;

export const NOTHING_WAITS = "Nothing waits for a review.";

/** The queue where nobody can be asked. */
export function queueList(
  { items, waiting }: ReviewQueue,
  { width, style }: Terminal,
  { now, acrossProjects }: { readonly now: Date; readonly acrossProjects: boolean },
): string {
  if (totalOf(waiting) === 0) return NOTHING_WAITS;
  return KINDS.flatMap((kind) => {
    const shown = items.filter((item) => item.kind === kind);
    const left = waiting[COUNTED_AS[kind]] - shown.length;
    if (shown.length === 0) return [];
    const rows = shown.map((item) => [
      `  ${item.id}`,
      ...(acrossProjects ? [item.project] : []),
      ageText(atOf(item), now),
      textOf(item),
    ]);
    return [
      style("bold", `${TITLES[kind]}: ${waiting[COUNTED_AS[kind]]}`),
      table(rows, width),
      ...(left > 0 ? [`  and ${counted(left, "more", "more")}`] : []),
      "",
    ];
  })
    .join("\n")
    .trimEnd();
}

/** What the repository suggests, in a few words. */
const seems = ({ says: { proposed } }: ItemOf<"outcome">): string =>
  proposed === undefined
    ? ""
    : proposed.status === "failure"
      ? " — was reverted, so it seems to have failed"
      : " — survived, so it seems to have worked";

function atOf(item: ReviewItem): Date {
  switch (item.kind) {
    case "decision":
    case "checkpoint":
      return item.candidate.at;
    case "outcome":
      return item.decision.createdAt;
    case "link":
      return item.pending.link.proposedAt;
    case "proposal":
      return item.proposal.createdAt;
  }
}

function textOf(item: ReviewItem): string {
  switch (item.kind) {
    case "decision":
      return item.candidate.statement;
    case "checkpoint":
      return item.candidate.summary;
    case "outcome":
      return `${item.decision.statement}${seems(item)}`;
    case "link": {
      const { from, link, to } = item.pending;
      return `${from.statement} — ${link.relation} — ${to.statement}`;
    }
    case "proposal":
      return item.proposal.statement;
  }
}

import type { OutcomeItem, TodayItem } from "../../../tools/page/today.ts";
import type { InputOf } from "../../net/page-calls.ts";
import { strings } from "../../strings.ts";

export type AnswerInput = InputOf<"answer-item">;

/** One way to answer: a key, what it means, and what is sent. `edit` asks for other words first. */
export interface Choice {
  readonly key: "y" | "n" | "p" | "d" | "e";
  readonly label: string;
  readonly answer: Omit<AnswerInput, "kind" | "id">;
  readonly asksWords?: boolean;
  /** What is said at once, where the memory cannot take it back and so it is only sent after the time for that. */
  readonly waits?: string;
}

const { today: words } = strings;
const YES = { verdict: "accepted" } as const;
const NO = { verdict: "rejected" } as const;

export function choicesFor(item: TodayItem): readonly Choice[] {
  switch (item.kind) {
    case "decision":
      return [
        { key: "y", label: words.keep, answer: YES },
        { key: "n", label: words.no, answer: NO },
        { key: "e", label: words.edit, answer: YES, asksWords: true },
      ];
    case "checkpoint":
      return [
        { key: "y", label: words.keep, answer: YES, waits: words.kept(item.id) },
        { key: "n", label: words.no, answer: NO },
        { key: "e", label: words.edit, answer: YES, asksWords: true, waits: words.kept(item.id) },
      ];
    case "outcome":
      return outcomeChoices(item);
    case "link": {
      const isSeen = item.conflicts.length > 0;
      return [
        {
          key: "y",
          label: isSeen ? words.approveAllTheSame : words.approve,
          answer: { ...YES, ...(isSeen && { despite_conflicts: true }) },
          waits: words.approved(item.id),
        },
        { key: "n", label: words.reject, answer: NO, waits: words.rejected(item.id) },
      ];
    }
    case "proposal":
      return [
        { key: "y", label: words.accept, answer: YES, waits: words.accepted(item.id) },
        { key: "n", label: words.reject, answer: NO, waits: words.rejected(item.id) },
      ];
  }
}

/** What the repository suggests is the first answer. */
function outcomeChoices({ id, repository: { proposed } }: OutcomeItem): readonly Choice[] {
  const worked: Choice = { key: "y", label: words.worked, answer: { ...YES, status: "success" } };
  const failed: Choice = { key: "n", label: words.failed, answer: { ...YES, status: "failure" } };
  const partly: Choice = { key: "p", label: words.partly, answer: { ...YES, status: "partial" } };
  if (!proposed) return [worked, failed, partly];
  const suggested = { key: "y", answer: YES } as const;
  const dismiss: Choice = {
    key: "d",
    label: words.saysNothing,
    answer: { ...NO, dismissed: true },
    waits: words.dismissed(id),
  };
  return proposed.status === "failure"
    ? [{ ...suggested, label: words.yesFailed }, { ...worked, key: "n" }, partly, dismiss]
    : [{ ...suggested, label: words.yesWorked }, failed, partly, dismiss];
}

/** The words that can be changed before something is kept. */
export const wordsOf = (item: TodayItem): string =>
  item.kind === "decision" ? item.statement : item.kind === "checkpoint" ? item.summary : "";

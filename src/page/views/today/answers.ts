import { useCallback, useState } from "preact/hooks";
import type { OutcomeItem, TodayItem } from "../../../tools/page/today.ts";
import { call, type InputOf } from "../../net/call.ts";
import { asFailure } from "../../net/use-call.ts";
import { say } from "../../shell/toasts.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";

const { today: words } = strings;

type AnswerInput = InputOf<"answer-item">;

/** One way to answer: a key, what it means, and what is sent. `edit` asks for other words first. */
export interface Choice {
  readonly key: "y" | "n" | "p" | "d" | "e";
  readonly label: string;
  readonly answer: Omit<AnswerInput, "kind" | "id">;
  readonly asksWords?: boolean;
  /** The notice that is given at once where the memory cannot take the answer back, so it is sent later. */
  readonly waits?: string;
}

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

/** The suggestion of the repository is the first answer. */
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

interface Answering {
  /** The ids of what was answered here and may still be in the last answer of the server. */
  readonly answered: ReadonlySet<string>;
  answer(item: TodayItem, choice: Choice, more?: { readonly words?: string; readonly lesson?: string }): void;
}

/**
 * Answers are sent at once and can be taken back. Those that the memory cannot take back wait for as long as they can be
 * taken back here.
 */
export function useAnswering(refresh: () => void): Answering {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const { act } = useAct();
  const hide = useCallback((id: string) => setAnswered((before) => new Set([...before, id])), []);
  const show = useCallback(
    (id: string) => setAnswered((before) => new Set([...before].filter((one) => one !== id))),
    [],
  );

  const answer = useCallback<Answering["answer"]>(
    (item, choice, more = {}) => {
      const input = { kind: item.kind, id: item.id, ...choice.answer, ...more };
      const { project } = item;
      hide(item.id);
      if (choice.waits === undefined) {
        void act("answer-item", input, {
          project,
          tellsFailure: true,
          onUndone: () => {
            show(item.id);
            refresh();
          },
        }).then((done) => {
          if (!done) show(item.id);
        });
        return;
      }
      const send = async (): Promise<void> => {
        try {
          const { notices } = await call("answer-item", input, { project, isLast: true });
          if (notices.length > 0) say(notices.join(" "));
        } catch (error) {
          const { message, hint } = asFailure(error);
          say([message, hint ?? ""].join(" "), { tone: "problem" });
          show(item.id);
        }
      };
      say(choice.waits, { undo: () => show(item.id), onEnd: () => void send() });
    },
    [act, hide, refresh, show],
  );
  return { answered, answer };
}

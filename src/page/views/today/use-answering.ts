import { useCallback, useState } from "preact/hooks";
import type { TodayItem } from "../../../tools/page/today.ts";
import { call } from "../../net/call.ts";
import { asFailure } from "../../net/use-call.ts";
import { say } from "../../shell/toasts.tsx";
import { useAct } from "../../shell/use-act.ts";
import type { Choice } from "./answers.ts";

export interface Answering {
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

import { useCallback, useState } from "preact/hooks";
import { type CallName, call, callByName, type InputOf, type ResultOf } from "../net/call.ts";
import type { CallFailure } from "../net/failure.ts";
import { asFailure } from "../net/use-call.ts";
import { say } from "./toasts.tsx";

/** A call that takes another one back, ready to be sent. */
interface UndoCall {
  readonly call: string;
  readonly input: unknown;
  /** The state that it has then. */
  readonly text: string;
}

interface Act {
  readonly said?: string;
  readonly undo?: UndoCall | null;
}

export interface Acting {
  readonly isBusy: boolean;
  readonly failure: CallFailure | undefined;
  /** Resolves to the result, or to undefined if it was refused: then `failure` says why. */
  act<N extends CallName>(name: N, input: InputOf<N>, options?: ActOptions): Promise<ResultOf<N> | undefined>;
  clear(): void;
}

export interface ActOptions {
  /** Otherwise the project that is shown. */
  readonly project?: string | undefined;
  /** A refusal is told at the edge of the page, for an act without a dialog. */
  readonly tellsFailure?: boolean | undefined;
  readonly onUndone?: (() => void) | undefined;
}

/** Does something to the memory, says what came of it, and offers to take it back where the memory can. */
export function useAct(): Acting {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | undefined>(undefined);
  const act = useCallback(
    async <N extends CallName>(
      name: N,
      input: InputOf<N>,
      { project, tellsFailure = false, onUndone }: ActOptions = {},
    ): Promise<ResultOf<N> | undefined> => {
      setBusy(true);
      setFailure(undefined);
      try {
        const { result, notices } = await call(name, input, { project });
        const { said, undo } = result as Act;
        const text = [...(said ? [said] : []), ...notices].join(" ");
        if (text) say(text, { undo: undo ? () => void takeBack(undo, project, onUndone) : undefined });
        return result;
      } catch (error) {
        const refused = asFailure(error);
        if (tellsFailure) tell(refused);
        else setFailure(refused);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [],
  );
  const clear = useCallback(() => setFailure(undefined), []);
  return { isBusy, failure, act, clear };
}

const tell = ({ message, hint }: CallFailure): void =>
  say([message, ...(hint ? [hint] : [])].join(" "), { tone: "problem" });

async function takeBack(
  undo: UndoCall,
  project: string | undefined,
  onUndone: (() => void) | undefined,
): Promise<void> {
  try {
    await callByName(undo.call, undo.input, { project });
    say(undo.text);
    onUndone?.();
  } catch (error) {
    tell(asFailure(error));
  }
}

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { strings } from "../strings.ts";
import { type CallName, call, type InputOf, type ResultOf } from "./call.ts";
import { onChange } from "./events.ts";
import { CallFailure } from "./failure.ts";
import { useShownProject } from "./project.ts";

export interface Called<T> {
  /** The last answer. It stays while a newer one is fetched. */
  readonly data: T | undefined;
  readonly failure: CallFailure | undefined;
  readonly isLoading: boolean;
  readonly refresh: () => void;
}

/** Answers of this visit, so that going back shows at once what was there. The least used one goes first. */
const answers = new Map<string, unknown>();
const MOST_ANSWERS = 60;

function remember(key: string, answer: unknown): void {
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
}

/** Several writes at once are one reason to read again. */
const SETTLING = 120;

export function asFailure(error: unknown): CallFailure {
  if (error instanceof CallFailure) return error;
  return new CallFailure({ code: "page", status: 0, message: strings.failures.ours });
}

/**
 * The answer of a call, read again whenever its input or the project changes, or somebody changes the memory. `areas`
 * limits that to changes of these areas. With `undefined` for the input nothing is asked yet.
 */
export function useCall<N extends CallName>(
  name: N,
  input: InputOf<N> | undefined,
  { areas }: { readonly areas?: readonly string[] } = {},
): Called<ResultOf<N>> {
  const project = useShownProject();
  const key = input === undefined ? undefined : JSON.stringify([project, name, input]);
  const [state, setState] = useState<{ key?: string; data?: ResultOf<N>; failure?: CallFailure }>({});
  const [isLoading, setLoading] = useState(false);
  const latest = useRef({ key, input });
  latest.current = { key, input };
  const running = useRef<AbortController | undefined>(undefined);

  const refresh = useCallback(() => {
    const asked = latest.current;
    running.current?.abort();
    if (asked.key === undefined || asked.input === undefined) return;
    const { key: askedKey, input: askedInput } = asked;
    const controller = new AbortController();
    running.current = controller;
    setLoading(true);
    call(name, askedInput, { signal: controller.signal, project })
      .then(({ result }) => {
        remember(askedKey, result);
        if (!controller.signal.aborted) setState({ key: askedKey, data: result });
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        setState((before) => ({
          key: askedKey,
          ...(before.key === askedKey && before.data !== undefined && { data: before.data }),
          failure: asFailure(error),
        }));
      })
      .finally(() => {
        if (!controller.signal.aborted) setLoading(false);
      });
  }, [name, project]);

  // The key stands for the input, which is another object each time.
  useEffect(() => {
    refresh();
    return () => running.current?.abort();
  }, [key, refresh]);

  const areaList = areas?.join(" ");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange((change) => {
      const isOurs =
        areaList === undefined ||
        change.areas.length === 0 ||
        change.areas.some((area) => areaList.split(" ").includes(area));
      if (!isOurs) return;
      clearTimeout(timer);
      timer = setTimeout(refresh, SETTLING);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [areaList, refresh]);

  const isCurrent = state.key === key;
  const remembered = key === undefined ? undefined : (answers.get(key) as ResultOf<N> | undefined);
  return {
    data: (isCurrent ? state.data : undefined) ?? remembered,
    failure: isCurrent ? state.failure : undefined,
    isLoading: isLoading || (key !== undefined && !isCurrent),
    refresh,
  };
}

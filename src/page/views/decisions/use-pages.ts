import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { ListedDecision } from "../../../tools/page/decisions.ts";
import { call, type InputOf } from "../../net/call.ts";
import { onChange } from "../../net/events.ts";
import type { CallFailure } from "../../net/failure.ts";
import { useShownProject } from "../../net/project.ts";
import { asFailure } from "../../net/use-call.ts";
import type { Range } from "../../parts/virtual-list.tsx";

const PAGE = 100;
/** Somebody who drags the scroll bar passes over most pages. */
const PASSING = 70;
const SETTLING = 150;
const MOST_PAGES = 60;

type Pages = Map<number, readonly ListedDecision[]>;

/** Lists of this visit: going back shows at once what was there. */
const visited = new Map<string, { readonly pages: Pages; readonly total: number }>();
const MOST_VISITED = 10;

export interface PagedDecisions {
  /** Undefined until the first answer. */
  readonly total: number | undefined;
  readonly failure: CallFailure | undefined;
  at(index: number): ListedDecision | undefined;
  show(range: Range): void;
  refresh(): void;
}

/** A long list of decisions, of which only the pages around what is shown are fetched. */
export function usePages(input: InputOf<"list-decisions">): PagedDecisions {
  const project = useShownProject();
  const key = JSON.stringify([project, input]);
  const known = visited.get(key);
  const [, redraw] = useState(0);
  const list = useRef({ key: "", pages: new Map() as Pages, total: undefined as number | undefined });
  const stale = useRef(new Set<number>());
  const running = useRef(new Map<number, AbortController>());
  const range = useRef<Range>({ start: 0, end: 20 });
  const [failure, setFailure] = useState<CallFailure | undefined>(undefined);
  if (list.current.key !== key) {
    list.current = { key, pages: known?.pages ?? new Map(), total: known?.total };
    stale.current = new Set(list.current.pages.keys());
  }

  const fetchPage = useCallback(
    async (page: number) => {
      const asked = list.current;
      const controller = new AbortController();
      running.current.set(page, controller);
      try {
        const { result } = await call(
          "list-decisions",
          { ...(JSON.parse(key) as [string, typeof input])[1], limit: PAGE, offset: page * PAGE },
          { signal: controller.signal, project },
        );
        if (list.current !== asked) return;
        stale.current.delete(page);
        asked.pages.delete(page);
        asked.pages.set(page, result.decisions);
        asked.total = result.total;
        forgetFarPages(asked.pages, page);
        rememberList(asked.key, { pages: asked.pages, total: result.total });
        setFailure(undefined);
        redraw((count) => count + 1);
      } catch (error) {
        if (!controller.signal.aborted) setFailure(asFailure(error));
      } finally {
        if (running.current.get(page) === controller) running.current.delete(page);
      }
    },
    [key, project],
  );

  const fetchShown = useCallback(() => {
    const { start, end } = range.current;
    const first = Math.floor(start / PAGE);
    const last = Math.floor(Math.max(start, end - 1) / PAGE);
    for (const [page, controller] of running.current) if (page < first || page > last) controller.abort();
    for (let page = first; page <= last; page += 1) {
      const isThere = list.current.pages.has(page) && !stale.current.has(page);
      if (!isThere && !running.current.has(page)) void fetchPage(page);
    }
  }, [fetchPage]);

  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const show = useCallback(
    (next: Range) => {
      range.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(fetchShown, PASSING);
    },
    [fetchShown],
  );
  const refresh = useCallback(() => {
    stale.current = new Set(list.current.pages.keys());
    for (const controller of running.current.values()) controller.abort();
    running.current.clear();
    fetchShown();
  }, [fetchShown]);

  useEffect(() => {
    fetchShown();
    let settling: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange(() => {
      clearTimeout(settling);
      settling = setTimeout(refresh, SETTLING);
    });
    const requests = running.current;
    return () => {
      stop();
      clearTimeout(settling);
      clearTimeout(timer.current);
      for (const controller of requests.values()) controller.abort();
      requests.clear();
    };
  }, [fetchShown, refresh]);

  return {
    total: list.current.total,
    failure,
    at: (index) => list.current.pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    show,
    refresh,
  };
}

function forgetFarPages(pages: Pages, near: number): void {
  if (pages.size <= MOST_PAGES) return;
  const farthest = [...pages.keys()].reduce((far, page) =>
    Math.abs(page - near) > Math.abs(far - near) ? page : far,
  );
  pages.delete(farthest);
}

function rememberList(key: string, list: { readonly pages: Pages; readonly total: number }): void {
  visited.delete(key);
  visited.set(key, list);
  const [oldest] = visited.keys();
  if (visited.size > MOST_VISITED && oldest !== undefined) visited.delete(oldest);
}

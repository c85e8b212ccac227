import { createStore, useStore } from "../state/store.ts";

/** Where the page is: what the address bar says, without the fragment. */
interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  /** How often the page went somewhere else. Zero is where the person came in. */
  readonly visits: number;
}

const here = (visits: number): Address => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  visits,
});

const address = createStore<Address>(here(0));

export const useAddress = (): Address => useStore(address);
export const currentAddress = (): Address => address.get();

/** Goes to another view, or with `replace` corrects the address of this one. With `keepsPlace` the focus and the scroll bar stay. */
export function navigate(
  to: string,
  { replace = false, keepsPlace = false }: { readonly replace?: boolean; readonly keepsPlace?: boolean } = {},
): void {
  if (to === `${location.pathname}${location.search}`) return;
  if (!replace) saveScroll();
  history[replace ? "replaceState" : "pushState"](null, "", to);
  if (keepsPlace) address.set(here(address.get().visits));
  else if (arrive()) window.scrollTo(0, 0);
}

/** Reads the address bar, and returns whether that is another view or record. */
function arrive(): boolean {
  const before = address.get();
  const isElsewhere = before.path !== location.pathname;
  address.set(here(before.visits + (isElsewhere ? 1 : 0)));
  return isElsewhere;
}

/** Sets some values of the query string of this view and keeps the others. */
export function changeQuery(values: Readonly<Record<string, string | undefined>>, replace = false): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  navigate(withQuery(location.pathname, query), { replace });
}

/** An address within the page. The project that is shown stays the same, unless another one is named. */
export function href(path: string, values: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams();
  const project = address.get().query.get("project");
  if (project !== null) query.set("project", project);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  return withQuery(path, query);
}

const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query}`;

/** Lets links within the page change the view instead of loading the page again. */
export function followLinks(): void {
  keepScroll();
  addEventListener("popstate", () => {
    arrive();
    // A step to a place within the view, such as the content, is the browser's.
    if (location.hash === "") restoreScroll();
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || url.hash !== "") return;
    event.preventDefault();
    navigate(`${url.pathname}${url.search}`);
  });
}

/** How far the page was scrolled is part of each step of the history, so that going back leads to the same place. */
const SAVING_PAUSE = 150;
const PATIENCE = 2_000;

interface Step {
  readonly scroll?: number;
}

let restoring = 0;

function keepScroll(): void {
  history.scrollRestoration = "manual";
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    "scroll",
    () => {
      clearTimeout(timer);
      timer = setTimeout(saveScroll, SAVING_PAUSE);
    },
    { passive: true },
  );
  for (const event of ["wheel", "touchmove", "keydown"]) {
    addEventListener(event, () => (restoring += 1), { passive: true });
  }
}

function saveScroll(): void {
  history.replaceState({ scroll: window.scrollY } satisfies Step, "");
}

/** Scrolls to where this step was left, as soon as the view is long enough for it, unless somebody scrolls before. */
function restoreScroll(): void {
  const { scroll = 0 } = (history.state ?? {}) as Step;
  restoring += 1;
  const mine = restoring;
  const until = performance.now() + PATIENCE;
  const attempt = (): void => {
    if (mine !== restoring) return;
    const isLongEnough = document.documentElement.scrollHeight - window.innerHeight >= scroll;
    if (isLongEnough || performance.now() > until) window.scrollTo(0, scroll);
    else requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

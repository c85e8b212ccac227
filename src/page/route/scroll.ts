/** How far the page was scrolled is part of each step of the history, so that going back leads to the same place. */
const SAVING_PAUSE = 150;
const PATIENCE = 2_000;

interface Step {
  readonly scroll?: number;
}

let restoring = 0;

export function keepScroll(): void {
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

export function saveScroll(): void {
  history.replaceState({ scroll: window.scrollY } satisfies Step, "");
}

/** Scrolls to where this step was left, as soon as the view is long enough for it, unless somebody scrolls before. */
export function restoreScroll(): void {
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

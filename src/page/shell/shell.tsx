import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { listenTo } from "../net/events.ts";
import { useShownProject } from "../net/project.ts";
import type { PageSession } from "../net/session.ts";
import { useCall } from "../net/use-call.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Page } from "../parts/page.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import { href, navigate, useAddress } from "../route/address.ts";
import { useStore } from "../state/store.ts";
import { strings } from "../strings.ts";
import {
  knownShortcuts,
  type Shortcuts,
  shortcutsAreOn,
  switchShortcuts,
  useShortcuts,
} from "./shortcuts.ts";
import { Toasts } from "./toasts.tsx";
import { TopBar } from "./top-bar.tsx";
import { VIEWS, type View, type ViewProps, viewOf } from "./views.ts";

/** Everything around the views, for somebody who is signed in. */
export function Shell({ session }: { readonly session: PageSession }) {
  const { path } = useAddress();
  const project = useShownProject();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const waiting = useCall("count-waiting", {});
  useEffect(() => listenTo(project), [project]);
  useEffect(() => setMenuOpen(false), [path]);
  useShortcuts({
    "?": { meaning: strings.shortcuts.help, run: () => setHelpOpen(true) },
    ...(Object.fromEntries(
      VIEWS.map(({ key, path: to, title }) => [
        `g ${key}`,
        { meaning: strings.shortcuts.goTo(title), run: () => navigate(href(to)) },
      ]),
    ) satisfies Shortcuts),
  });
  return (
    <>
      <a class="skip-link" href="#content">
        {strings.shell.skip}
      </a>
      <TopBar
        session={session}
        isMenuOpen={isMenuOpen}
        onMenu={() => setMenuOpen(!isMenuOpen)}
        onHelp={() => setHelpOpen(true)}
      />
      <div class="columns">
        <Navigation waiting={waiting.data?.total} isOpen={isMenuOpen} />
        <main id="content" tabIndex={-1}>
          {session.readsOnly ? <p class="notice">{strings.shell.readsOnly}</p> : null}
          <Outlet />
        </main>
      </div>
      <Toasts />
      {isHelpOpen ? <ShortcutHelp onClose={() => setHelpOpen(false)} /> : null}
    </>
  );
}

const GROUPS: readonly View["group"][] = ["work", "knowledge", "settings"];

/** `waiting` is how much waits for the person, if it is known. */
function Navigation({ waiting, isOpen }: { readonly waiting: number | undefined; readonly isOpen: boolean }) {
  const { path } = useAddress();
  const current = viewOf(path)?.view;
  return (
    <nav
      id="navigation"
      class={isOpen ? "navigation open" : "navigation"}
      aria-label={strings.shell.navigation}
    >
      {GROUPS.map((group) => {
        const views = VIEWS.filter((view) => view.group === group);
        return views.length === 0 ? null : (
          <ul key={group}>
            {views.map((view) => (
              <li key={view.path}>
                <a href={href(view.path)} aria-current={view === current ? "page" : undefined}>
                  {view.title}
                  {view.path === "/today" && waiting ? (
                    <span class="badge">
                      {waiting}
                      <span class="only-read"> {strings.shell.waiting}</span>
                    </span>
                  ) : null}
                </a>
              </li>
            ))}
          </ul>
        );
      })}
    </nav>
  );
}

const loaded = new Map<View, ComponentType<ViewProps>>();

/** The view that the address names. */
function Outlet() {
  const { path } = useAddress();
  const found = viewOf(path);
  const [failed, setFailed] = useState<View | undefined>(undefined);
  const [, setLoadedView] = useState<View | undefined>(undefined);
  const view = found?.view;
  useEffect(() => {
    if (!view || loaded.has(view)) return;
    view.load().then(
      (component) => {
        loaded.set(view, component);
        setFailed(undefined);
        setLoadedView(view);
      },
      () => setFailed(view),
    );
  }, [view]);
  if (!found) return <Nowhere />;
  const Shown = loaded.get(found.view);
  if (Shown) return <Shown key={found.view.goesOn ? found.view.path : path} rest={found.rest} />;
  if (failed === view) {
    return (
      <Page title={found.view.title}>
        <Empty title={strings.shell.viewFailed}>
          <p>{strings.shell.viewFailedHint}</p>
          <button type="button" class="button" onClick={() => location.reload()}>
            {strings.shell.reload}
          </button>
        </Empty>
      </Page>
    );
  }
  return <Loading />;
}

function Nowhere() {
  return (
    <Page title={strings.shell.nowhere}>
      <Empty title={strings.shell.nowhereHint}>
        <ul class="plain">
          {VIEWS.map(({ path, title }) => (
            <li key={path}>
              <a href={href(path)}>{title}</a>
            </li>
          ))}
        </ul>
      </Empty>
    </Page>
  );
}

/** The keys that do something here, and a switch for all of them. */
function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const isOn = useStore(shortcutsAreOn);
  return (
    <Dialog title={strings.shortcuts.title} onClose={onClose}>
      <dl class="shortcuts">
        {knownShortcuts().map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        />
        {strings.shortcuts.areOn}
      </label>
    </Dialog>
  );
}

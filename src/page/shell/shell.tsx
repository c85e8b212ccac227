import { useEffect, useState } from "preact/hooks";
import { listenTo } from "../net/events.ts";
import type { PageSession } from "../net/page-types.ts";
import { useShownProject } from "../net/project.ts";
import { useCall } from "../net/use-call.ts";
import { href, navigate, useAddress } from "../route/address.ts";
import { strings } from "../strings.ts";
import { Navigation } from "./navigation.tsx";
import { Outlet } from "./outlet.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { type Shortcuts, useShortcuts } from "./shortcuts.ts";
import { Toasts } from "./toasts.tsx";
import { TopBar } from "./top-bar.tsx";
import { VIEWS } from "./views.ts";

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

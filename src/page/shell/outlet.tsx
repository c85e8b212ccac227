import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Page } from "../parts/page.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import { href, useAddress } from "../route/address.ts";
import { strings } from "../strings.ts";
import { VIEWS, type View, type ViewProps, viewOf } from "./views.ts";

const loaded = new Map<View, ComponentType<ViewProps>>();

/** The view that the address names. */
export function Outlet() {
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

import { href, useAddress } from "../route/address.ts";
import { strings } from "../strings.ts";
import { VIEWS, type View, viewOf } from "./views.ts";

const GROUPS: readonly View["group"][] = ["work", "knowledge", "house"];

/** `waiting` is how much waits for the person, if it is known. */
export function Navigation({
  waiting,
  isOpen,
}: {
  readonly waiting: number | undefined;
  readonly isOpen: boolean;
}) {
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

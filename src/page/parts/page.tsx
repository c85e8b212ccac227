import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { href, useAddress } from "../route/address.ts";
import { strings } from "../strings.ts";

/** The frame of a view: its heading, which gets the focus when somebody comes here, and the title of the window. */
export function Page({
  title,
  heading = title,
  lead,
  actions,
  children,
}: {
  /** For the window, and for the heading if that is not given. */
  readonly title: string;
  readonly heading?: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { visits } = useAddress();
  const headingElement = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = strings.shell.windowTitle(title);
  }, [title]);
  // At once, so that it is not taken from where somebody goes next.
  useLayoutEffect(() => {
    // Where the person came in, the focus stays where the browser puts it.
    if (visits > 0) headingElement.current?.focus({ preventScroll: true });
  }, [visits]);
  return (
    <>
      <header class="page-head">
        <div class="page-title">
          <h1 ref={headingElement} tabIndex={-1}>
            {heading}
          </h1>
          {lead ? <p class="lead">{lead}</p> : null}
        </div>
        {actions ? <div class="actions">{actions}</div> : null}
      </header>
      {children}
    </>
  );
}

/** Parts of a view, each with its own address. The first one is there without being named. */
export function Tabs<T extends string>({
  label,
  names,
  current,
}: {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly current: T;
}) {
  const { path } = useAddress();
  const all = Object.entries(names) as [T, string][];
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {all.map(([name, title], i) => (
          <li key={name}>
            <a
              href={href(path, { tab: i === 0 ? undefined : name })}
              aria-current={name === current ? "page" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The part that the address names. */
export function tabIn<T extends string>(query: URLSearchParams, names: Readonly<Record<T, string>>): T {
  const known = Object.keys(names) as [T, ...T[]];
  return known.find((name) => name === query.get("tab")) ?? known[0];
}

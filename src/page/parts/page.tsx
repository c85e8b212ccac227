import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useAddress } from "../route/address.ts";
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

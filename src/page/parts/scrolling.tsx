import type { ComponentChildren } from "preact";

/** Text in fixed lines that may be larger than its box. The keyboard reaches it, so that it can scroll, too. */
export function Scrolling({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it only a pointer can scroll.
    <section class="scrolling" tabIndex={0} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}

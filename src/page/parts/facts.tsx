import type { ComponentChildren } from "preact";

/** Names with what they stand for, one below the other. */
export function Facts({ children }: { readonly children: ComponentChildren }) {
  return <dl class="pairs">{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

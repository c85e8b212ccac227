import type { ComponentChildren } from "preact";

/** A few numbers with their names, beside each other. */
export function Figures({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="figures" aria-label={label}>
      <p class="figures-label">{label}</p>
      <dl>{children}</dl>
    </section>
  );
}

export function Figure({
  name,
  value,
  note,
  tone,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly tone?: "good" | "fair" | "bad" | undefined;
}) {
  return (
    <div class={tone ? `figure figure-${tone}` : "figure"}>
      <dt>{name}</dt>
      <dd>
        <span class="number">{value}</span>
        {note ? <span class="figure-note">{note}</span> : null}
      </dd>
    </div>
  );
}

export const wholeNumber = (value: number): string => value.toLocaleString("en");

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
